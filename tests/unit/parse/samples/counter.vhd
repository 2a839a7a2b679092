library ieee;
use ieee.std_logic_1164.all;

-- Counts up.
entity counter is
  generic (WIDTH : integer := 8);
  port (clk : in std_logic; count : out integer);
end entity;

architecture rtl of counter is
  constant MAX : integer := 10;
  signal state : integer;
  type mode is (idle, run);
  function add(a, b : integer) return integer is
  begin
    return a + b;
  end function;
begin
  main : process (clk)
  begin
  end process;
end architecture;

package util is
  procedure log(msg : string);
  component adder is
  end component;
end package;

package kinds is
  type pair is record
    left, right : integer;
  end record;
end package;
