// SPDX-License-Identifier: Apache-2.0
enum FeatureName {
    /// `vertical.power.1.6-2.0` as "vertical power, 1.6–2 Hz", a product as "a × b" or "a, squared".
    ///
    /// What a model file may name in the future is read by the same rule: words are separated by points, a range of
    /// numbers at the end is a band in Hz, two signals joined by a hyphen are a ratio.
    static func readable(_ name: String) -> String {
        let factors = name.split(separator: " × ").map(String.init)
        if factors.count == 2, factors[0] == factors[1] { return words(factors[0]) + ", squared" }
        return factors.map(words).joined(separator: " × ")
    }

    private static func words(_ name: String) -> String {
        // Numbers hold points themselves, so that the first part that is a number begins them.
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let start = parts.firstIndex { $0.first?.isNumber ?? false } ?? parts.endIndex
        let quantity = parts[..<start].joined(separator: " ").replacing("-", with: " over ")
        let numbers = parts[start...].joined(separator: ".")
        guard !numbers.isEmpty else { return quantity }
        let edges = numbers.split(separator: "-").map { $0.hasSuffix(".0") ? $0.dropLast(2) : $0 }
        if edges.count == 2 { return "\(quantity), \(edges[0])\u{2060}–\u{2060}\(edges[1])\u{A0}Hz" }
        if quantity.hasSuffix("range") { return "\(quantity), middle \(numbers)\u{A0}%" }
        return quantity.hasPrefix("pressure") ? "\(quantity), \(numbers)\u{A0}s" : "\(quantity) \(numbers)"
    }
}
