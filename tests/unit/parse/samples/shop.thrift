namespace py x
struct A { 1: i32 b }
enum E { X = 1 }
service S { void f(1: i32 a) }
const i32 K = 1
typedef i32 T
exception Ex { 1: string m }

service Store extends Shop {
  void close()
}
