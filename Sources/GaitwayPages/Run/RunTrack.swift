// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay

/// Where the phone was, as a page draws it: parts of one activity without gaps, of as few fixes as a drawing needs.
struct RunTrack {
    /// A part of the way.
    struct Part {
        /// What the reports said; nil before the first.
        var prediction: Prediction?
        /// The fixes, by their index in ``RunTrack/fixes``.
        var fixes: [Int]
    }

    /// The fixes that the phone uses; all of them where it uses none.
    let fixes: [Location]
    /// How many fixes the phone refused.
    let refused: Int
    /// By time.
    let parts: [Part]
    /// How far the drawing may be from where the phone was, in metres.
    let tolerance: Double
    /// What the reports said, one for each change.
    let spans: [ActivityTrack.Span]
    /// Metres per second at each fix; nil where it is not known.
    let speeds: [Double?]

    /// A drawing needs no more fixes than these.
    private static let mostFixes = 12_000
    /// The first tolerance that is tried, in metres; each next one is twice as large.
    private static let firstTolerance = 2.0

    init(_ scene: RideScene) {
        let policy = scene.simulator.policy
        let accepted = scene.ride.fixes.filter { policy.accepts($0, at: $0.elapsed) }
        let fixes = accepted.isEmpty ? scene.ride.fixes : accepted
        self.fixes = fixes
        refused = scene.ride.fixes.count - accepted.count
        let track = ActivityTrack(fixes, scene.ride.reports, longestStep: policy.longestStep)
        spans = track.spans
        speeds = fixes.indices.map { Self.speed(fixes, $0, longestStep: policy.longestStep) }
        let ranges = track.stretches
        var tolerance = Self.firstTolerance
        while true {
            let parts = ranges.map { range in
                Part(prediction: range.prediction, fixes: TimedPath.kept(fixes[range.fixes], tolerance: tolerance))
            }
            // Each part has its ends, whatever the tolerance.
            if parts.reduce(0, { $0 + $1.fixes.count }) <= max(Self.mostFixes, 4 * ranges.count) {
                self.parts = parts
                break
            }
            tolerance *= 2
        }
        self.tolerance = tolerance
    }

    /// The fix's own speed, else that of the way from the fix before it.
    private static func speed(_ fixes: [Location], _ index: Int, longestStep: Duration) -> Double? {
        if let speed = fixes[index].speed, speed.isFinite, speed >= 0 { return speed }
        guard index > 0 else { return nil }
        let time = fixes[index].elapsed - fixes[index - 1].elapsed
        guard time > .zero, time <= longestStep else { return nil }
        return FixDistance.metres(fixes[index - 1], fixes[index]) / time.inSeconds
    }
}
