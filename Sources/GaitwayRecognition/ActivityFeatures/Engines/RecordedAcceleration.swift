// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The accelerometer's samples of one window as they were recorded: what lies above the grid's band is heard in them.
package struct RecordedAcceleration: Sendable, Hashable {
    /// When each sample was taken, in nanoseconds since the first accelerometer sample.
    package var times: [Int64]
    /// The samples, m/s².
    package var values: [SIMD3<Float>]

    /// Samples in time order.
    package init(times: [Int64] = [], values: [SIMD3<Float>] = []) {
        precondition(times.count == values.count, "one time for each sample")
        self.times = times
        self.values = values
    }

    /// From this share of filled-in samples on, the logger did not measure as often as it wrote.
    private static let mostFilledIn = 0.25

    /// How far a filled-in sample may lie from what its neighbours tell, m/s²: what rounding leaves. Sensors are
    /// noisier.
    private static let rounding: Float = 1e-3

    /// Whether a program filled in many of the samples: they repeat the one before, or lie on the line between their
    /// neighbours, on every axis.
    var isFilledIn: Bool {
        guard values.count > 2 else { return true }
        let values = values.span
        var count = 0
        var step = values[1] - values[0]
        for index in 2..<values.count {
            let next = values[index] - values[index - 1]
            if Self.isRounding(step) || Self.isRounding(next - step) { count += 1 }
            step = next
        }
        return Double(count) >= Self.mostFilledIn * Double(values.count - 2)
    }

    @inline(__always)
    private static func isRounding(_ difference: SIMD3<Float>) -> Bool {
        difference.x.magnitude <= rounding && difference.y.magnitude <= rounding && difference.z.magnitude <= rounding
    }
}

extension RecordedAcceleration: StatePassing {
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(times: &times)
        archive.require(times: times)
        archive.pass(&values, of: SIMD3()) { $1.pass(&$0) }
        archive.require(times.count == values.count)
    }
}
