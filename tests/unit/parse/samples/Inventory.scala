package com.example.shop

import scala.collection.mutable

/** Something one can buy. */
sealed trait Product {
  def price: BigDecimal
  val name: String
}

case class Book(name: String, price: BigDecimal) extends Product

object Inventory {
  private val items = mutable.Map.empty[String, Product]
  var counter: Int = 0
  type Key = String

  /** Adds a product. */
  @deprecated("use put", "1.0")
  def add(product: Product)(implicit log: Logger): Unit = {
    def normalise(key: Key): Key = key.trim
    items += normalise(product.name) -> product
  }

  implicit class RichProduct(p: Product) {
    def discounted: BigDecimal = p.price * 0.9
  }
}

abstract class Logger {
  protected def log(message: String): Unit
}

enum Color(val rgb: Int) {
  case Red extends Color(0xff0000)
  case Green, Blue
}

given ordering: Ordering[Product] = Ordering.by(_.name)

extension (p: Product)
  def label: String = p.name

package object util {
  def helper(x: Int): Int = x
}

object Sizes {
  val (width, height) = (1, 2)
  val low, high = 3
  val Some(first) = Option(1)
  var (left, right) = (1, 2)
}

extension (text: String)
  def shout: String = text.toUpperCase

trait Shelf {
  def rows = 3
  def +(other: Shelf): Shelf =
    other

  // About what follows.
  val capacity = {
    val perRow = 10
    rows * perRow
  }
}
