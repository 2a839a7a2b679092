module geometry.shape;

import std.stdio;

/// A shape.
interface Shape {
    double area() const;
}

class Circle : Shape {
    private double radius;
    enum Kind { small, large }

    this(double r) { radius = r; }

    /// Computes the area.
    override double area() const { return 3.14 * radius * radius; }
}

struct Point { int x, y; }
enum maxItems = 100;
alias Amount = double;
template Twice(T) { alias Twice = T; }
int add(int a, int b) { return a + b; }
immutable string name = "x";
unittest { assert(add(1, 2) == 3); }
union U { int a; }
class File { this() {} ~this() {} }
