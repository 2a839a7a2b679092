package com.example.shop

import kotlin.math.max

/** A thing. */
@Serializable
data class Item(val name: String, private var price: Double = 0.0, count: Int) : Base(), Priced {
    lateinit var owner: String
    val total: Double get() = price * 2

    companion object Factory {
        const val MAX = 10
        fun create(name: String): Item = Item(name, 0.0, 1)
    }

    init { println(name) }
    constructor(name: String) : this(name, 0.0, 1)

    /** Lowers it. */
    @Deprecated("use other")
    internal suspend fun <T : Any> discount(by: Double, block: (T) -> Unit = {}): Double {
        fun helper(x: Int): Int = x
        val local = 1
        return price
    }

    inner class Detail
}

sealed interface Priced {
    fun price(): Double
    val currency: String
}

enum class Level(val weight: Int) {
    LOW(1),
    HIGH(2);

    fun label(): String = name
}

object Registry {
    fun register(item: Item) {}
}

typealias Handler = (Item) -> Unit

fun String.shout(): String = uppercase()
private val cache = mutableMapOf<String, Item>()

interface Keys { companion object { const val ID = "id" } }
object Limits { private val most = 10 }
fun String?.orBlank(): String = this ?: ""
val Item.label: String get() = name
class Pair2(private val a: Int, private val t: Int)
class Limited(val most: Int = DEFAULT_MOST, var least: Int = most)
