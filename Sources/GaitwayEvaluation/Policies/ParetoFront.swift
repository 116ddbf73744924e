// SPDX-License-Identifier: Apache-2.0
/// What nothing beats.
package enum ParetoFront {
    /// The indices, in order, of what nothing beats. One thing beats another if it costs no more and gains no less, and
    /// is better in one of the two; equals do not beat each other.
    package static func indices(_ points: [(cost: Double, gain: Double)]) -> [Int] {
        // By cost; of equal cost, the greatest gain first. What comes later is beaten unless it gains more than all
        // before it.
        let order = points.indices.sorted { left, right in
            points[left].cost != points[right].cost
                ? points[left].cost < points[right].cost
                : (points[left].gain, right) > (points[right].gain, left)
        }
        var front: [Int] = []
        var best: (cost: Double, gain: Double)?
        for index in order {
            let point = points[index]
            if let known = best, point.gain < known.gain || (point.gain == known.gain && point.cost > known.cost) {
                continue
            }
            best = point
            front.append(index)
        }
        return front.sorted()
    }
}
