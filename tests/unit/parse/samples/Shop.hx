package a;
class Foo extends Bar { var x:Int; public function run():Void {} }
enum E { A; B; }
interface I {}
typedef T = Int;
