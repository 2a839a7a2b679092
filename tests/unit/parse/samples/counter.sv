`timescale 1ns/1ps
`define WIDTH 8

// Counts up.
module counter #(
  parameter WIDTH = 8
) (
  input  wire clk,
  output reg [WIDTH-1:0] count
);
  localparam MAX = 10;
  wire carry;
  reg [3:0] state;

  function automatic int add(int a, int b);
    return a + b;
  endfunction

  task reset;
    count = 0;
  endtask

  always @(posedge clk) count <= count + 1;
endmodule

interface bus_if;
  logic valid;
endinterface

package types;
  typedef enum { IDLE, RUN } state_t;
  typedef struct { int a; } pair_t;
endpackage

class Packet;
  int length;
  function new(); endfunction
  task send(); endtask
endclass

class Driver extends Packet;
  extern task drive();
  extern function void stop();
endclass

primitive latch(q, d);
  output q;
  input d;
  table
    1 : 1;
  endtable
endprimitive

module bench;
  initial begin : run
    int local;
  end
endmodule
