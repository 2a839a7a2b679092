import Foundation

/// A bank account.
public class Account: Codable {
    /// The owner's name.
    public let owner: String
    private var balance: Double = 0, limit = 10.0
    static let currency = "EUR"

    public init(owner: String) {
        self.owner = owner
    }

    deinit {}

    /// Adds money.
    @discardableResult
    public func deposit(_ amount: Double) throws -> Double {
        func check() -> Bool { amount > 0 }
        balance += amount
        return balance
    }

    var isEmpty: Bool { balance == 0 }

    subscript(index: Int) -> Double { balance }

    enum Kind: String {
        case savings, checking
        case other(name: String)
    }
}

protocol Ledger {
    associatedtype Entry
    var count: Int { get }
    func append(_ entry: Entry)
}

struct Money { let amount: Int }

extension Account: CustomStringConvertible {
    var description: String { owner }
}

actor Bank {}

typealias Amount = Double

func transfer(from: Account, to: Account) {}

let shared = Account(owner: "x")

infix operator <+>: AdditionPrecedence
func <+> (left: Money, right: Money) -> Money { left }

extension Money: Comparable {
    static func == (left: Money, right: Money) -> Bool { left.amount == right.amount }
    static func < (left: Money, right: Money) -> Bool { left.amount < right.amount }
    static prefix func - (money: Money) -> Money { money }
    static func += <T: Numeric>(left: inout Money, right: T) {}
}

let (width, height) = (1, 2)

public struct Counter { public private(set) var count: Int }

@available(*, deprecated, renamed: "transfer")
func move(from: Account, to: Account) {}
