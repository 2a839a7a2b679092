{-# LANGUAGE GADTs #-}
-- | Shapes in the plane.
module Data.Shapes
  ( Shape (..)
  , area
  ) where

import qualified Data.Map as M

-- | A shape.
data Shape
  = Circle Double
  | Rect { width :: Double, height :: Double }
  deriving (Show, Eq)

newtype Name = Name { unName :: String }

type Point = (Double, Double)

class HasArea a where
  -- | Its area.
  area :: a -> Double
  area _ = 0

instance HasArea Shape where
  area (Circle r) = pi * r * r
  area (Rect w h) = w * h

-- | Scales a shape.
scale :: Double -> Shape -> Shape
scale k (Circle r) = Circle (k * r)
scale k (Rect w h) = Rect (k * w) (k * h)
  where
    helper x = x

origin :: Point
origin = (0, 0)

(<+>) :: Point -> Point -> Point
(a, b) <+> (c, d) = (a + c, b + d)

type family Elem c

data Expr a where
  IntE :: Int -> Expr Int

(left, right) = (1, 2)

pattern Unit :: Shape
pattern Unit = Square 1

data family Box a
