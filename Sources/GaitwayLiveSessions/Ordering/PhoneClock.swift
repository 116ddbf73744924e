// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Maps a phone's times to one continuous timeline, even if someone sets the phone's clock: a pure state machine.
///
/// A phone may be silent for hours. The timeline accepts a step forward of up to six hours more than the time that
/// passed on this machine. It accepts a longer step once readings over one second agree on it; the timeline then
/// advances by the time that passed here. After a clock is set back, all readings arrive too late. After ten seconds of
/// such readings the timeline continues from its last reading.
struct PhoneClock: Sendable {
    /// A time on the timeline, or the reason why there is none.
    enum Placement: Sendable {
        case time(Int64)
        /// A time on the timeline. Earlier readings came from a wrong clock and do not count.
        case first(Int64)
        /// The clock seems to be wrong. The session drops the reading and counts it.
        case wrong
    }

    /// How often the clock was set.
    private(set) var resets = 0
    private var offset: Int64 = 0
    private var newest: Int64?
    /// The number of readings that agree on the time, up to ``fewest``.
    private var agreeing = 0
    /// Arrival of the last message by this machine's clock, in nanoseconds.
    private var arrival: Int64?
    private var sinceLast: Int64 = 0
    private var ahead = Run()
    private var behind = Run()

    private static let longestStep: Int64 = 6 * 3600 * Nanoseconds.perSecond
    private static let fewest = 10
    private static let agreementAhead = Nanoseconds.perSecond
    private static let agreementBehind = 10 * Nanoseconds.perSecond

    /// Consecutive readings that do not fit, in the phone's own times.
    private struct Run: Sendable {
        var first: Int64 = 0
        var last: Int64 = 0
        var isEmpty = true

        mutating func add(_ time: Int64) {
            first = isEmpty ? time : min(first, time)
            last = isEmpty ? time : max(last, time)
            isEmpty = false
        }
    }

    /// Notes the arrival of a message.
    mutating func begin(at arrival: Int64) {
        sinceLast = max(0, arrival - (self.arrival ?? arrival))
        self.arrival = arrival
    }

    /// A reading's time on the timeline.
    mutating func place(_ time: Int64) -> Placement {
        guard let newest else {
            self.newest = time
            return .time(time)
        }
        let (placed, overflow) = time.addingReportingOverflow(offset)
        guard !overflow, LiveMessage.isUsable(placed) else { return .wrong }
        if agreeing < Self.fewest, placed < newest - Self.longestStep {
            self.newest = placed
            agreeing = 0
            resets += 1
            return .first(placed)
        }
        let limit = newest + Self.longestStep + min(sinceLast, 1 << 60)
        guard placed > limit else {
            ahead.isEmpty = true
            return .time(placed)
        }
        // The first that goes on from there must not lie far from the others.
        if !ahead.isEmpty, time.separation(from: ahead.last) > Self.longestStep { ahead.isEmpty = true }
        ahead.add(time)
        guard ahead.last - ahead.first >= Self.agreementAhead else { return .wrong }
        go(on: ahead.first)
        let (placedAnew, isTooFar) = time.addingReportingOverflow(offset)
        return isTooFar || !LiveMessage.isUsable(placedAnew) ? .wrong : .time(placedAnew)
    }

    /// Notes that a reading was accepted at its time.
    mutating func took(_ placed: Int64) {
        newest = max(newest ?? placed, placed)
        if agreeing < Self.fewest { agreeing += 1 }
        behind.isEmpty = true
    }

    /// Notes that a reading came too late for its time.
    mutating func wasLate(_ placed: Int64) {
        let time = placed - offset
        if !behind.isEmpty, time.separation(from: behind.last) > Self.longestStep { behind.isEmpty = true }
        behind.add(time)
        guard behind.last - behind.first >= Self.agreementBehind else { return }
        go(on: behind.last)
    }

    /// Continues the timeline after its newest reading.
    private mutating func go(on time: Int64) {
        let step = max(Nanoseconds.perSecond, min(sinceLast, 1 << 60))
        offset = (newest ?? time) + step - time
        resets += 1
        ahead.isEmpty = true
        behind.isEmpty = true
    }
}
