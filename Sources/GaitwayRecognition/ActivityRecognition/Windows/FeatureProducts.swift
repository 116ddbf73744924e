// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// Products of pairs of a few core features: they let a linear model see that two things hold at once.
///
/// For standardised features z of the core, in order, each pair i ≤ j gives clip(zᵢ zⱼ, −4, 4) / 2, the squares
/// included. The cut and the half keep a product on the scale of a single feature, so that one penalty serves both.
/// With a sensor missing its z are 0, and so are their products.
package struct FeatureProducts: Sendable, Hashable {
    /// The core features' names, in order.
    package let names: [String]
    /// Their places in the schema.
    let indices: [Int]

    package static let none = FeatureProducts(names: [], indices: [])

    /// The products that the built-in model uses: powers, shapes, periodicity, ratios, turns and coherence of the
    /// signals.
    package static let core =
        FeatureProducts(
            [
                "magnitude.power", "vertical.power", "horizontal.power", "vertical.entropy", "horizontal.entropy",
                "vertical.peak.frequency", "horizontal.peak.frequency", "vertical.centroid", "horizontal.centroid",
                "vertical.peak.share", "horizontal.peak.share", "magnitude.asymmetry", "vertical.excess",
                "vertical-horizontal.power", "horizontal.power.0.1-0.8", "vertical.autocorrelation.maximum",
                "horizontal.autocorrelation.maximum", "vertical.autocorrelation.minimum", "magnitude.kurtosis",
                "vertical.quarters.range", "gravity.turn.halves", "rotation.mean", "rotation.power",
                "rotation-acceleration.power.1.0-8.0", "rotation.entropy", "vertical-horizontal.coherence.0.1-0.8",
                "vertical-horizontal.coherence.0.8-3.0", "vertical-horizontal.coherence.3.0-8.0",
            ], in: .motion) ?? .none

    private init(names: [String], indices: [Int]) {
        self.names = names
        self.indices = indices
    }

    /// The products of features of a schema; nil when it does not have one of them, or one is named twice.
    package init?(_ names: [String], in schema: FeatureSchema) {
        guard Set(names).count == names.count else { return nil }
        var indices: [Int] = []
        for name in names {
            guard let index = schema.index(of: name) else { return nil }
            indices.append(index)
        }
        self.init(names: names, indices: indices)
    }

    /// How many products there are.
    package var count: Int { indices.count * (indices.count + 1) / 2 }

    /// The places of those products that one of some features, by place in the schema, takes part in.
    func places(of features: Set<Int>) -> [Int] {
        let pairs = indices.indices.flatMap { first in indices[first...].map { (indices[first], $0) } }
        return pairs.indices.filter { features.contains(pairs[$0].0) || features.contains(pairs[$0].1) }
    }

    package var productNames: [String] {
        names.indices.flatMap { first in names[first...].map { "\(names[first]) × \($0)" } }
    }

    func append(to row: inout [Double]) {
        let place = row.count
        row.append(contentsOf: repeatElement(0, count: count))
        // The factors stand behind the products for a while, side by side.
        for index in indices { row.append(row[index]) }
        var elements = row.mutableSpan
        elements.setProducts(clipped: 4, ofLast: indices.count, from: place)
        row.removeLast(indices.count)
    }
}
