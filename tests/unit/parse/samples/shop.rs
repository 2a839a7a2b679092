//! A shop.
use std::fmt;

/// Most items.
pub const MAX_ITEMS: usize = 10;
static mut COUNTER: u32 = 0;

/// An item.
#[derive(Debug, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Item<T> {
    /// Its name.
    #[serde(default)] pub name: String,
    price: T,
}

pub struct Wrapper(pub i32);

pub(crate) enum Level {
    #[default] Low,
    High(i32),
    Custom { weight: u8 },
}

pub trait Priced {
    const CURRENCY: &'static str;
    type Amount;
    fn price(&self) -> Self::Amount;
    fn label(&self) -> String { String::new() }
}

impl<T: Copy> Item<T> {
    /// Makes one.
    pub fn new(name: &str, price: T) -> Self {
        fn helper(x: i32) -> i32 { x }
        const LOCAL: i32 = 1;
        todo!()
    }
}

impl Priced for &'static mut dyn Shown {
    fn price(&self) -> f64 { 1.0 }
}

impl<T> fmt::Display for Item<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) }
}

#[deprecated(note = "use new")]
pub async unsafe fn old<'a>(x: &'a str) -> &'a str where 'a: 'static { x }

macro_rules! square {
    ($x:expr) => { $x * $x };
}

type Alias = Item<i32>;
union Bits { i: u32, f: f32 }
mod inner { pub fn run() {} }
mod other;
extern "C" { fn c_call(x: i32) -> i32; }

#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
}
