pub fn main(x: Int) -> Int { x }
pub type Foo { A B(Int) }
const k = 1
type Al = Int
