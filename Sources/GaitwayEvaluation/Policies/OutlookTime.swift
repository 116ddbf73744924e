// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase

/// How long an alert could have passed the gate, and how long something would have held it back.
package struct OutlookTime: Sendable, Hashable {
    /// While it could have passed.
    package private(set) var passed = Duration.zero
    /// While it would have been held back.
    package private(set) var held = Duration.zero
    /// For how long each reason held it back; several may at once.
    package private(set) var reasons: [GateReason: Duration] = [:]

    package init() {}

    package var total: Duration { passed + held }

    /// The share in which it could have passed; nil without any time.
    package var passedShare: Double? { total > .zero ? passed / total : nil }

    package static func += (sum: inout OutlookTime, other: OutlookTime) {
        sum.passed += other.passed
        sum.held += other.held
        sum.reasons.merge(other.reasons, uniquingKeysWith: +)
    }

    /// The time of a ride: what the gate would have made of an alert at each moment of it, from the stream's first
    /// report on.
    ///
    /// There are no entries, so caps and cool-downs play no part; quiet hours do not either, as rides have no time of
    /// day.
    ///
    /// - Throws: `InputError` for a policy that cannot be kept.
    package init(_ ride: RideStreams.Ride, policy: GatePolicy) throws(InputError) {
        var policy = policy
        policy.quietHours = nil
        var playback = OutlookPlayback(try Gate(policy: policy))
        var fixes = ride.speeds[...]
        func giveFixes(until elapsed: Duration, _ playback: inout OutlookPlayback) {
            while let fix = fixes.first, fix.elapsed < elapsed {
                playback.give(.fix(GateFix(speed: fix.speed)), at: fix.elapsed)
                fixes.removeFirst()
            }
        }
        for report in ride.reports {
            giveFixes(until: report.delivered, &playback)
            playback.give(.report(report), at: report.delivered)
        }
        guard let begin = ride.reports.first?.delivered, let end = ride.spans.last?.upperBound else { return }
        giveFixes(until: end, &playback)
        playback.finish(at: end)
        var spans = ride.spans[...]
        for (index, change) in playback.changes.enumerated() {
            let until = index + 1 < playback.changes.count ? playback.changes[index + 1].elapsed : end
            let from = max(change.elapsed, begin)
            while let span = spans.first, span.upperBound <= from { spans.removeFirst() }
            for span in spans {
                guard span.lowerBound < until else { break }
                add(min(span.upperBound, until) - max(span.lowerBound, from), change.holds)
            }
        }
    }

    /// Adds a time for which the same holds.
    private mutating func add(_ time: Duration, _ holds: [GateReason]) {
        guard time > .zero else { return }
        if holds.isEmpty { passed += time } else { held += time }
        for reason in holds { reasons[reason, default: .zero] += time }
    }
}

/// A gate without entries, and its decisions of an alert from each change on.
private struct OutlookPlayback {
    private(set) var changes: [(elapsed: Duration, holds: [GateReason])] = []
    private var gate: Gate
    /// When the last of them may change by itself.
    private var next: Timestamp?
    private let origin = Timestamp(nanoseconds: 0)

    init(_ gate: Gate) { self.gate = gate }

    mutating func give(_ input: GateInput, at elapsed: Duration) {
        let moment = origin + elapsed
        finish(at: elapsed)
        _ = gate.handle(input, at: moment)
        record(at: moment)
    }

    mutating func finish(at elapsed: Duration) {
        while let next, next < origin + elapsed { record(at: next) }
    }

    private mutating func record(at moment: Timestamp) {
        let outlook = gate.outlook(at: moment)
        next = outlook.changes
        let elapsed = moment - origin
        // Of one moment the last counts.
        if changes.last?.elapsed == elapsed { changes.removeLast() }
        if changes.last?.holds != outlook.holds { changes.append((elapsed, outlook.holds)) }
    }
}
