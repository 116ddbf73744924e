// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How long an answer still names a vehicle after the vehicle was left.
///
/// An end is a seam behind a block of automotive. Its delay is the time from the seam to the end of the first window
/// behind it that is classified as anything but automotive, plus the smoother's lag: a window's length at least. An
/// answer that names the vehicle until the next vehicle begins, or the spliced ride ends, counts as if it left the
/// vehicle there.
package struct VehicleEnds: Sendable, Hashable {
    /// The delay at each end, in seconds, in order.
    package private(set) var delays: [Double] = []
    /// Those of the ends directly behind which the person is at rest, as on a chair.
    package private(set) var delaysIntoRest: [Double] = []
    /// At how many ends the answer named the vehicle until the next vehicle began, or the spliced ride ended.
    package private(set) var neverLeft = 0

    /// The median of ``delays``; nil without ends.
    package var median: Double? { Quantile.value(0.5, of: delays) }
    /// The 90th percentile of ``delays``; nil without ends.
    package var percentile90: Double? { Quantile.value(0.9, of: delays) }
    /// The median of ``delaysIntoRest``; nil without such ends.
    package var medianIntoRest: Double? { Quantile.value(0.5, of: delaysIntoRest) }
    /// The 90th percentile of ``delaysIntoRest``; nil without such ends.
    package var percentile90IntoRest: Double? { Quantile.value(0.9, of: delaysIntoRest) }

    /// The ends in `spliced`, whose windows are answered by `predictions`, one array per ride; `lag` is in seconds.
    init(_ spliced: SplicedRides, predictions: [[Prediction]], lag: Double) {
        for (ride, given) in zip(spliced.rides, predictions) {
            var start = 0
            for (block, next) in zip(ride.blocks, ride.blocks.dropFirst()) {
                start += block.windows.count
                guard block.activity == .automotive else { continue }
                let end = Self.nextVehicle(in: ride, after: start)
                let left = given[start..<end].firstIndex { $0 != .automotive }
                if left == nil { neverLeft += 1 }
                let windows = Double((left ?? end) - start)
                delays.append(windows * spliced.hop + spliced.windowLength + lag)
                if next.activity == .stationary, let delay = delays.last { delaysIntoRest.append(delay) }
            }
        }
    }

    /// The place of the first window of the next vehicle at `start` or behind it, or of the end.
    private static func nextVehicle(in ride: SplicedRide, after start: Int) -> Int {
        var place = 0
        for block in ride.blocks {
            if place >= start, block.activity == .automotive { return place }
            place += block.windows.count
        }
        return place
    }
}
