// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// An activity for a span of time that a file states: a stay, a way, a workout, the type of a track.
package struct ActivityClaim: Sendable, Hashable {
    /// From its start to its end.
    package var span: TimeSpan
    package var flags: ActivityFlags
    /// The confidence that the file states.
    package var confidence: Confidence
}

/// A report that a claim gives.
package struct ClaimedReport: Sendable, Hashable {
    /// The claim that holds from then on: the one that begins, or the one around the end of another.
    package var claim: ActivityClaim?
    /// The activity's flags; unknown behind the last claim.
    package var flags: ActivityFlags
    package var confidence: Confidence
    /// When the activity began.
    package var start: Timestamp
    /// The moment from which the report holds.
    package var time: Timestamp
    /// The claim that ends at this moment, if the report ends one.
    package var ended: ActivityClaim?

    /// The report in a track whose elapsed 0 is at `origin`.
    func report(from origin: Timestamp) -> ActivityReport {
        let activity = MotionActivity(
            flags: flags, confidence: confidence, elapsed: start - origin, start: start)
        return ActivityReport(
            activity: activity, delivered: time - origin, reason: flags == .unknown ? "phone" : nil,
            isRepeat: time > start)
    }

    /// The span in which a report of the phone's own outranks this one.
    package var span: TimeSpan { claim?.span ?? ended?.span ?? TimeSpan(start: time, end: time) }
}

extension ActivityClaim {
    /// Claims by their starts; of one start, the longest first.
    static func ordered(_ claims: [Self]) -> [Self] {
        claims.sorted { ($0.span.start, $1.span.end) < ($1.span.start, $0.span.end) }
    }

    /// The claim with rest in the pauses within it; a claim of rest stays whole. Pauses are in time order.
    func parted(at pauses: [TimeSpan]) -> [Self] {
        guard flags != .stationary else { return [self] }
        var (parts, rest) = ([Self](), self)
        for pause in pauses[pauses.partitioningIndex { $0.start > span.start }...] {
            guard pause.end < span.end else { break }
            var before = rest
            before.span.end = pause.start
            parts += [before, Self(span: pause, flags: .stationary, confidence: .medium)]
            rest.span.start = pause.end
        }
        return parts + [rest]
    }

    /// A report of movement is repeated this often while its claim lasts. A timeline believes one for a quarter of an
    /// hour.
    static let repetition = Duration.seconds(600)
    /// A longer claim is not repeated: it does not tell the activity of each moment.
    static let longestRepeated = Duration.seconds(86_400)

    /// The reports of claims that are sorted by their starts: one at the start of each, repeated while it lasts, and
    /// one at its end: the claim around it, otherwise unknown.
    package static func reports(of claims: [ActivityClaim]) -> [ClaimedReport] {
        var reports: [ClaimedReport] = []
        // Each ends after those above it. One that ends within a later one is never in force again.
        var open: [ActivityClaim] = []
        func add(_ claim: ActivityClaim, from time: Timestamp, ended: ActivityClaim? = nil) {
            reports.append(
                ClaimedReport(
                    claim: claim, flags: claim.flags, confidence: claim.confidence, start: time, time: time,
                    ended: ended))
        }
        /// Repeats the report in force until a moment or the end of its claim.
        func repeats(until moment: Timestamp?) {
            guard let claim = open.last, claim.span.duration <= longestRepeated, let last = reports.last,
                last.flags == claim.flags,
                !claim.flags.isDisjoint(with: [.walking, .running, .cycling, .automotive])
            else { return }
            var time = last.time + repetition
            while time < min(claim.span.end, moment ?? claim.span.end) {
                reports.append(
                    ClaimedReport(
                        claim: claim, flags: claim.flags, confidence: claim.confidence, start: last.start, time: time))
                time = time + repetition
            }
        }
        func close(until moment: Timestamp?) {
            while let last = open.last, moment.map({ last.span.end <= $0 }) ?? true {
                repeats(until: nil)
                open.removeLast()
                if let around = open.last {
                    add(around, from: last.span.end, ended: last)
                } else if moment.map({ $0 - last.span.end > AppKnowledge.seam }) ?? true {
                    reports.append(
                        ClaimedReport(
                            flags: .unknown, confidence: .low, start: last.span.end, time: last.span.end, ended: last))
                }
            }
        }
        for claim in claims {
            close(until: claim.span.start)
            repeats(until: claim.span.start)
            add(claim, from: claim.span.start)
            while let last = open.last, last.span.end <= claim.span.end { open.removeLast() }
            open.append(claim)
        }
        close(until: nil)
        return reports
    }
}
