trigger CartTrigger on Cart__c (before insert, after update) {
    Integer rows = 1;
}
