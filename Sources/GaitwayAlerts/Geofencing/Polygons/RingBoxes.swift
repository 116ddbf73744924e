// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Rings of a polygon by the low ends of the boxes around them, along the axis on which they lie farther apart.
struct RingBoxes {
    private let rings: [PolygonRing]
    private let axis: Int
    private let sorted: [Int]
    /// The highest end of the boxes up to each in `sorted`.
    private var highest: [Double] = []

    /// Takes some of a polygon's rings, by number.
    init(_ rings: [PolygonRing], _ members: [Int]) {
        self.rings = rings
        let lengths = members.reduce(SIMD2<Double>.zero) { $0 + (rings[$1].high - rings[$1].low) }
        let lows = members.map { rings[$0].low }
        let spread = lows.reduce(lows[0], pointwiseMax) - lows.reduce(lows[0], pointwiseMin)
        let axis = spread.x * lengths.y >= spread.y * lengths.x ? 0 : 1
        self.axis = axis
        sorted = members.sorted { rings[$0].low[axis] < rings[$1].low[axis] }
        for member in sorted { highest.append(max(highest.last ?? -.infinity, rings[member].high[axis])) }
    }

    /// The other rings whose boxes touch that of a ring, in their order.
    func meeting(_ index: Int, _ effort: inout PolygonRing.Effort) throws(PolygonRing.Fault) -> [Int] {
        let (low, high) = (rings[index].low, rings[index].high)
        let end = sorted.partitioningIndex { rings[$0].low[axis] > high[axis] + PolygonRing.touch }
        var met: [Int] = []
        var next = end
        while next > 0, highest[next - 1] >= low[axis] - PolygonRing.touch {
            next -= 1
            if sorted[next] != index, rings[sorted[next]].boxMeets(low, high) { met.append(sorted[next]) }
        }
        try effort.spend(end - next)
        return met.sorted()
    }
}
