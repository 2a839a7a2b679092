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
   type Color is (Red, Green);
   type Shape is interface;
   subtype Small is Integer range 1 .. 10;
   Failed : exception;
   task Worker is
      entry Start;
   end Worker;
   task body Worker is
   begin
      accept Start;
   end Worker;
   protected type Lock is
      procedure Seize;
   private
      Held : Boolean;
   end Lock;
   protected body Lock is
      procedure Seize is
      begin
         Held := True;
      end Seize;
   end Lock;
   package Lists is new Stacks (Integer);
   procedure Print is new Print_Any (Integer);
   procedure Start renames Run;
   procedure Stop is separate;
end Shop;
