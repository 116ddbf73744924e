// SPDX-License-Identifier: Apache-2.0
/// How the rides of a manifest differ from those that a model was trained on, by their hashes.
package struct RidesDifference: Sendable, Hashable, CustomStringConvertible {
    /// The number of recordings that are named; the rest is counted.
    private static let mostNamed = 10

    /// The recordings of those rides that the model was not trained on: new ones, and ones of another content or label.
    package var others: [String]
    /// How many of the rides that the model was trained on are not there, or not as they were.
    package var missing: Int
    package var count: Int
    package var trainedCount: Int

    package var description: String {
        guard !others.isEmpty || missing > 0 else { return "the rides are the same, in another order" }
        var parts: [String] = []
        if !others.isEmpty {
            let named = others.prefix(Self.mostNamed).joined(separator: ", ")
            let rest = others.count - Self.mostNamed
            parts.append(
                "\(others.count) of \(count) rides \(others.count == 1 ? "is" : "are") not among those that the "
                    + "model was trained on: "
                    + named + (rest > 0 ? " and \(rest) more" : ""))
        }
        if missing > 0 {
            parts.append(
                "\(missing) of the \(trainedCount) that it was trained on "
                    + "\(missing == 1 ? "is" : "are") missing or changed"
            )
        }
        return parts.joined(separator: "; ")
    }
}
