#include <string>

namespace geometry {
namespace detail { int counter = 0; }

/// A shape.
template <typename T>
class Shape : public Base<T>, private Other {
    int implicit_private;
public:
    Shape();
    explicit Shape(T size) : size_(size) {}
    virtual ~Shape() = default;
    virtual T area() const = 0;
    static constexpr int kMax = 10;
    bool operator==(const Shape& other) const { return true; }
    operator bool() const;
    template <class U> void visit(U&& visitor);
    using value_type = T;
    friend void swap(Shape& a, Shape& b);
protected:
    enum class Kind { Circle, Square = 2 };
private:
    T size_ = 0, *next_;
    struct Impl { int x; };
};

struct Point { double x, y; };
union Value { int i; float f; };

template <typename T>
T Shape<T>::area() const { return size_; }

Shape<int>::Shape() {}
Shape<int>::~Shape() {}

[[nodiscard]] auto make(int x) -> Point { return {}; }
const std::string& name();
extern "C" { int c_function(int a); }
using Alias = std::string;
typedef std::string Text;
constexpr double kPi = 3.14;
auto square = [](int x) { return x * x; };
std::ostream& operator<<(std::ostream& out, const Point& p) { return out; }
}  // namespace geometry

TEST(ShapeTest, Area) {
    int local = 1;
}

#define CHECK(x) do { } while (0)
