// SPDX-License-Identifier: Apache-2.0
extension Sequence {
    /// The sum of the numbers that are known; nil if none is.
    func sumOfKnown<Number: AdditiveArithmetic>() -> Number? where Element == Number? {
        reduce(nil) { sum, number in number.map { (sum ?? .zero) + $0 } ?? sum }
    }
}
