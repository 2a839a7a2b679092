package body Shop is
   type Item is record
      Name : String;
   end record;
   Max : constant Integer := 1;
   procedure Run (X : Integer) is
   begin
      null;
   end Run;
   function F return Integer is (1);
end Shop;
