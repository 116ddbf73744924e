import Geofencing
import MotionTypes
import RideReplay

/// Where the phone was, as a page draws it: parts of one activity without gaps, of as few fixes as a drawing needs.
struct RunTrack {
    /// A part of the way.
    struct Part {
        /// What the reports said; nil before the first.
        var answer: Answer?
        /// The fixes, by their index in ``RunTrack/fixes``.
        var fixes: [Int]
    }

    /// A stretch of time with one report.
    struct Span {
        /// When the phone learned of it, in elapsed time.
        var from: Duration
        var answer: Answer
        var confidence: Confidence
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
    let spans: [Span]
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
        let spans = Self.spans(scene.ride.reports)
        self.spans = spans
        speeds = fixes.indices.map { Self.speed(fixes, $0, longestStep: policy.longestStep) }
        let ranges = Self.ranges(fixes, spans, longestStep: policy.longestStep)
        var tolerance = Self.firstTolerance
        while true {
            let parts = ranges.map { range in
                Part(answer: range.answer, fixes: TimedPath.kept(fixes[range.fixes], tolerance: tolerance))
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

    private static func spans(_ reports: [ActivityReport]) -> [Span] {
        var spans: [Span] = []
        for report in reports {
            let span = Span(
                from: report.delivered, answer: Answer(report.activity.flags), confidence: report.activity.confidence)
            if let last = spans.last, last.answer == span.answer, last.confidence == span.confidence { continue }
            spans.append(span)
        }
        return spans
    }

    /// Stretches of fixes without a gap and with one answer; the last fix of one is the first of the next unless there is a gap.
    private static func ranges(
        _ fixes: [Location], _ spans: [Span], longestStep: Duration
    ) -> [(answer: Answer?, fixes: ClosedRange<Int>)] {
        var ranges: [(answer: Answer?, fixes: ClosedRange<Int>)] = []
        var next = 0
        var start = 0
        var current: Answer?
        for (index, fix) in fixes.enumerated() {
            var answer = current
            while next < spans.count, spans[next].from <= fix.elapsed {
                answer = spans[next].answer
                next += 1
            }
            if index > 0 {
                let isGap = fix.elapsed - fixes[index - 1].elapsed > longestStep
                if isGap || answer != current {
                    ranges.append((current, start...(isGap ? index - 1 : index)))
                    start = index
                }
            }
            current = answer
        }
        if start < fixes.count { ranges.append((current, start...(fixes.count - 1))) }
        return ranges
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
