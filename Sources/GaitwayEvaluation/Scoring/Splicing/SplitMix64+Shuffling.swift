// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension SplitMix64 {
    /// A number in 0..<bound; `bound` is positive. The bias is below bound / 2^64.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// `elements` in random order (Fisher and Yates).
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var shuffled = elements
        for index in stride(from: shuffled.count - 1, to: 0, by: -1) {
            shuffled.swapAt(index, below(index + 1))
        }
        return shuffled
    }
}
