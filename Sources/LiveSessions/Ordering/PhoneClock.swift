import MotionTypes

/// Keeps a phone's times in one line when its clock is set: a pure state machine.
///
/// A phone may be silent for long, so a step forward is believed up to six hours beyond the time that passed here. One farther ahead
/// is believed once readings over a second agree on it; then time goes on as long after the last reading as passed here. A clock that was set
/// back shows as readings that all come too late; after ten seconds of them time goes on behind the last one, too.
struct PhoneClock: Sendable {
    /// A time by the phone's line of time, or why there is none.
    enum Answer: Sendable {
        case time(Int64)
        /// The same, and what came before it was of a wrong clock: nothing of it counts.
        case first(Int64)
        /// The clock seems to be wrong; the reading is left out.
        case wrong
    }

    /// How often the clock was set.
    private(set) var resets = 0
    private var offset: Int64 = 0
    private var newest: Int64?
    /// How many readings agree on the time, as far as it matters.
    private var agreeing = 0
    /// When the last message came, by our own clock, in nanoseconds.
    private var arrival: Int64?
    private var sinceLast: Int64 = 0
    private var ahead = Run()
    private var behind = Run()

    private static let longestStep: Int64 = 6 * 3600 * Nanoseconds.perSecond
    private static let fewest = 10
    private static let agreementAhead = Nanoseconds.perSecond
    private static let agreementBehind = 10 * Nanoseconds.perSecond

    /// Readings in a row that do not fit, by the phone's own times.
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

    /// Says that a message has come.
    mutating func begin(at arrival: Int64) {
        sinceLast = max(0, arrival - (self.arrival ?? arrival))
        self.arrival = arrival
    }

    /// A reading's place in the line of time.
    mutating func place(_ time: Int64) -> Answer {
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
        if !ahead.isEmpty, abs(time - ahead.last) > Self.longestStep { ahead.isEmpty = true }
        ahead.add(time)
        guard ahead.last - ahead.first >= Self.agreementAhead else { return .wrong }
        go(on: ahead.first)
        return .time(time + offset)
    }

    /// Says that a reading has found its place.
    mutating func took(_ placed: Int64) {
        newest = max(newest ?? placed, placed)
        if agreeing < Self.fewest { agreeing += 1 }
        behind.isEmpty = true
    }

    /// Says that a reading came too late for its place.
    mutating func wasLate(_ placed: Int64) {
        let time = placed - offset
        if !behind.isEmpty, abs(time - behind.last) > Self.longestStep { behind.isEmpty = true }
        behind.add(time)
        guard behind.last - behind.first >= Self.agreementBehind else { return }
        go(on: behind.last)
    }

    /// Lets the phone's time go on behind the newest reading.
    private mutating func go(on time: Int64) {
        let step = max(Nanoseconds.perSecond, min(sinceLast, 1 << 60))
        offset = (newest ?? time) + step - time
        resets += 1
        ahead.isEmpty = true
        behind.isEmpty = true
    }
}
