module Main where
data Foo = A | B Int
foo :: Int -> Int
foo x = x
class C a where
  m :: a -> Int
type T = Int
