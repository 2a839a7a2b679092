! Solves things.
module solver
  implicit none
  integer, parameter :: max_steps = 100
  real :: tolerance

  type :: matrix
    integer :: rows
  contains
    procedure :: multiply
  end type matrix

  interface solve
    module procedure solve_real
  end interface

contains

  ! Solves one.
  subroutine solve_real(a, b)
    real, intent(in) :: a, b
  end subroutine solve_real

  function norm(x) result(r)
    real :: x, r
    r = abs(x)
  end function norm
end module solver

program main
  use solver
end program main

module shapes
  enum, bind(c)
    enumerator :: red = 1, green
  end enum
  type :: shape
  contains
    procedure :: area => shape_area
    procedure, private :: grow
    generic :: scale => grow, grow_by
    final :: destroy
  end type shape
  interface operator(+)
    module procedure add_shapes
  end interface
end module shapes

submodule (shapes) shapes_body
contains
  module procedure draw
  end procedure
end submodule

block data defaults
end block data
