// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase
import GaitwayRecognition
import GaitwayReplay

/// Turns one phone's messages into reports: a pure state machine.
///
/// Messages go in as they arrive: late, repeated, in any order. Reports, the gate's outlook and the rows of a log come
/// out. Each call gets the time by this machine's clock, in nanoseconds from any moment. Memory stays bounded for any
/// length of session.
package struct LiveSession: Sendable {
    /// The name in addresses and of the log's folder.
    package let identifier: String
    /// The name for people.
    package let name: String
    /// The kind of source: `sensor-logger`, `samples`, `phyphox` or `replay`.
    package let source: String
    /// The phone's name; nil if no message gave one.
    package private(set) var device: String?
    package private(set) var arrived: Set<LiveSensor> = []
    /// Faults in messages; ``total`` adds those of order and clock.
    package private(set) var faults = Faults()
    /// The last half hour of reports, one per window.
    package private(set) var reports: [ActivityReport] = []
    /// The last lines of the stream of changes.
    package private(set) var changes: [ActivityReport] = []
    /// The gate's last decisions about places, with their times.
    package private(set) var decisions: [(GateDecision, elapsed: Duration)] = []
    /// The last fixes, whose times count from elapsed 0.
    package private(set) var path: [Location] = []
    /// What the gate would do with an alert now; nil before the first report.
    package private(set) var outlook: GateOutlook?
    /// The arrival of the last message, by this machine's clock.
    package private(set) var lastArrival: Int64
    /// Whether the session is over.
    package private(set) var hasEnded = false

    let settings: Settings
    private var clock = PhoneClock()
    private var numbers = MessageNumbers()
    private var order = SampleOrder()
    private var ordered = OrderedSamples()
    /// Nil before the first sample of acceleration.
    private(set) var recognizer: Recognizer?
    private(set) var origin: Int64?
    private var filter = ChangeFilter()
    private var driver: GateDriver?
    private var envelope = Envelope()
    private var fixes: [Location] = []
    private var lastFix = Int64.min
    /// Times of released fixes, which identify repeated ones.
    private var passedFixes: [Int64] = []
    private var events: [LiveEvent] = []
    private var rows = SessionRows()
    private var taken: [ActivityReport] = []

    /// Half an hour of windows.
    private static let mostReports = 700
    private static let mostChanges = 2048
    private static let mostDecisions = 200
    private static let mostFixes = 4096
    private static let mostAtOnce = 2048
    private static let mostPassedFixes = 64
    private static let longestLead = 1 << 14
    /// After this silence the session no longer waits for missing messages.
    private static let longestWait = SampleOrder.patience
    /// The dates that readers of logs accept: 1990 to 2100.
    private static let wallClock = 631_152_000 * Nanoseconds.perSecond...4_102_444_800 * Nanoseconds.perSecond

    /// A session that begins at `arrival` by this machine's clock.
    package init(
        identifier: String, name: String, source: String, device: String?, settings: Settings, at arrival: Int64
    ) {
        self.identifier = identifier
        self.name = name
        self.source = source
        self.device = device.map(QuotedText.text)
        self.settings = settings
        lastArrival = arrival
    }

    // MARK: Input

    /// Takes a message that arrived at `arrival` by this machine's clock.
    package mutating func take(_ message: LiveMessage, at arrival: Int64) {
        guard !hasEnded else { return }
        clock.begin(at: arrival)
        lastArrival = max(lastArrival, arrival)
        device = message.device.map(QuotedText.text) ?? device
        faults.unused += message.unused
        faults.unreadable += message.unreadable
        if let number = message.number { numbers.note(number) }
        if message.readings.count > Self.mostAtOnce {
            takeInParts(message)
        } else {
            for reading in message.readings { take(reading) }
            for fix in message.fixes { take(fix) }
        }
        pass(isSettled: false)
    }

    /// Takes a long message in time order, and releases readings in between. A phone that was offline sends more than
    /// the waiting readings may be.
    private mutating func takeInParts(_ message: LiveMessage) {
        let readings = message.readings.sorted { $0.time < $1.time }
        var fixes = message.fixes.sorted { $0.elapsed < $1.elapsed }[...]
        for (index, reading) in readings.enumerated() {
            take(reading)
            guard index % Self.mostAtOnce == Self.mostAtOnce - 1 else { continue }
            while let fix = fixes.first, fix.elapsed <= .nanoseconds(reading.time) {
                take(fix)
                fixes.removeFirst()
            }
            pass(isSettled: false, isComplete: false)
        }
        for fix in fixes { take(fix) }
    }

    /// Lets time pass to `now`. After a silence it no longer waits for missing messages, and the gate decides anew.
    package mutating func pass(to now: Int64) {
        guard !hasEnded else { return }
        let silence = max(0, now - lastArrival)
        if silence >= Self.longestWait {
            numbers.waitNoLonger()
            pass(isSettled: true)
        }
        // While samples arrive, their times alone drive the gate, as in a simulation.
        guard silence >= Self.longestWait, let horizon = elapsedNanoseconds else { return }
        let elapsed = Duration.nanoseconds(horizon + silence)
        driver?.advance(to: elapsed)
        look(at: elapsed)
    }

    /// Ends the session: releases the waiting readings and reports the last windows.
    package mutating func finish() {
        guard !hasEnded else { return }
        pass(isSettled: true)
        recognizer?.finish()
        let news = takeReports()
        if let origin {
            passFixes(origin, isSettled: true, between: news)
            driver?.finish()
            takeDecisions(origin)
        }
        hasEnded = true
        events.append(.end)
    }

    private mutating func take(_ reading: LiveMessage.Reading) {
        guard LiveMessage.isUsable(reading.time) else {
            faults.unreadable += 1
            return
        }
        arrived.insert(reading.sensor)
        switch clock.place(reading.time) {
        case .wrong:
            faults.ofWrongClock += 1
            if settings.keepsLog { rows.addLate(reading, at: reading.time) }
        case .first(let time):
            if origin == nil { order = SampleOrder() }
            take(reading, at: time)
        case .time(let time): take(reading, at: time)
        }
    }

    private mutating func take(_ reading: LiveMessage.Reading, at time: Int64) {
        switch order.take(reading, at: time) {
        case .taken: clock.took(time)
        case .late:
            clock.wasLate(time)
            if settings.keepsLog { rows.addLate(reading, at: time) }
        case .repeated: break
        }
    }

    private mutating func take(_ fix: Location) {
        let time = fix.elapsed.wholeNanoseconds
        guard LiveMessage.isUsable(time) else {
            faults.unreadable += 1
            return
        }
        guard case .time(let time) = clock.place(time) else {
            faults.ofWrongClock += 1
            if settings.keepsLog { rows.addLate(fix) }
            return
        }
        var fix = fix
        fix.elapsed = .nanoseconds(time)
        if fixes.contains(where: { $0.elapsed == fix.elapsed }) || passedFixes.contains(time) {
            faults.repeated += 1
        } else if time < lastFix || fixes.count >= Self.mostFixes {
            faults.late += 1
            if settings.keepsLog { rows.addLate(fix) }
        } else {
            let place = fixes.lastIndex { $0.elapsed < fix.elapsed }.map { $0 + 1 } ?? 0
            fixes.insert(fix, at: place)
        }
    }

    // MARK: Processing

    private mutating func pass(isSettled: Bool, isComplete: Bool? = nil) {
        order.pass(isComplete: isComplete ?? numbers.isComplete, isSettled: isSettled, to: &ordered)
        guard let origin = origin ?? begin() else {
            // Readings before the first acceleration wait for it, up to a bound.
            if ordered.samples.count > Self.longestLead {
                faults.withoutGravity += ordered.samples.count
                ordered = OrderedSamples()
            }
            return
        }
        defer {
            ordered.samples.removeAll(keepingCapacity: true)
            ordered.rows.removeAll(keepingCapacity: true)
        }
        for row in ordered.rows where settings.keepsLog {
            row.table.append(row, origin: origin, to: &rows.tables[row.table, default: []])
        }
        for index in ordered.samples.indices {
            ordered.samples[index].nanoseconds -= origin
            let sample = ordered.samples[index]
            if sample.sensor == .acceleration || sample.sensor == .linearAcceleration {
                envelope.add(sample.value, at: sample.nanoseconds)
            }
        }
        recognizer?.append(ordered.samples)
        let news = takeReports()
        passFixes(origin, isSettled: isSettled, between: news)
        for piece in envelope.takeNews() { events.append(.envelope(piece)) }
    }

    /// Sets elapsed 0 to the first sample of acceleration; nil if there is none yet.
    private mutating func begin() -> Int64? {
        let first = ordered.samples.first { $0.sensor == .acceleration || $0.sensor == .linearAcceleration }
        guard let origin = first?.nanoseconds else { return nil }
        self.origin = origin
        if !Self.wallClock.contains(origin) { faults.clocks += 1 }
        recognizer = try? Recognizer(
            model: settings.model,
            options: .init(
                smoothing: settings.smoothing, reportsEveryWindow: true, origin: wallOrigin,
                givesProvisionalAnswers: true))
        // Every model serves without speeds, and the policy was checked when the server began.
        driver = try? GateDriver(
            policy: settings.policy, places: settings.places, origin: Timestamp(nanoseconds: origin))
        return origin
    }

    /// Takes the recogniser's reports; returns the new lines of the stream of changes.
    private mutating func takeReports() -> ArraySlice<ActivityReport> {
        recognizer?.takeReports(into: &taken)
        var news: [ActivityReport] = []
        for report in taken {
            if !report.isProvisional {
                reports.append(report)
                events.append(.report(report))
            }
            guard let change = filter.change(report) else { continue }
            changes.append(change)
            events.append(.change(change))
            news.append(change)
        }
        taken.removeAll(keepingCapacity: true)
        Self.shorten(&reports, to: Self.mostReports)
        Self.shorten(&changes, to: Self.mostChanges)
        return news[...]
    }

    /// Removes the oldest reports in runs, once there are an eighth more than `count`.
    private static func shorten(_ reports: inout [ActivityReport], to count: Int) {
        if reports.count >= count + count / 8 { reports.removeFirst(reports.count - count) }
    }

    /// Passes reports and fixes to the gate, in the order of their delivery.
    private mutating func passFixes(_ origin: Int64, isSettled: Bool, between reports: ArraySlice<ActivityReport>) {
        var reports = reports
        defer {
            for report in reports { tell(report) }
            if let elapsed { driver?.complete(until: elapsed) }
            takeDecisions(origin)
        }
        while let fix = fixes.first, isSettled || fix.elapsed.wholeNanoseconds <= order.horizon {
            fixes.removeFirst()
            lastFix = fix.elapsed.wholeNanoseconds
            passedFixes.append(lastFix)
            if passedFixes.count > Self.mostPassedFixes { passedFixes.removeFirst() }
            if settings.keepsLog {
                SessionTable.append(fix, origin: origin, to: &rows.tables[.location, default: []])
            }
            var counted = fix
            counted.elapsed = .nanoseconds(lastFix - origin)
            while let report = reports.first, report.delivered <= counted.elapsed {
                reports.removeFirst()
                tell(report)
            }
            driver?.take(counted)
            path.append(counted)
            if path.count >= 2 * Self.mostReports { path.removeFirst(Self.mostReports) }
            events.append(.fix(counted))
        }
    }

    private mutating func tell(_ report: ActivityReport) {
        driver?.take(report)
        look(at: report.delivered)
    }

    private mutating func look(at elapsed: Duration) {
        guard let now = driver?.outlook(at: elapsed) else { return }
        if outlook.map({ $0.holds.first != now.holds.first }) ?? true {
            outlook = now
            events.append(.outlook(now, elapsed: elapsed))
        }
        if let origin { takeDecisions(origin) }
    }

    private mutating func takeDecisions(_ origin: Int64) {
        for decision in driver?.takeDecisions() ?? [] {
            let elapsed = decision.time - Timestamp(nanoseconds: origin)
            decisions.append((decision, elapsed))
            if decisions.count >= 2 * Self.mostDecisions { decisions.removeFirst(Self.mostDecisions) }
            events.append(.decision(decision, elapsed: elapsed))
        }
    }

    // MARK: Output

    /// Returns the events since the last call, and forgets them.
    package mutating func takeEvents() -> [LiveEvent] {
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return events
    }

    /// Appends the log's new rows to `destination`, and forgets them.
    package mutating func takeRows(into destination: inout SessionRows) {
        for (table, bytes) in rows.tables where !bytes.isEmpty { destination.tables[table, default: []] += bytes }
        // A long message leaves much; a hundred sessions do not keep its memory.
        rows = SessionRows()
    }

    /// The strength of the motion in the last minutes.
    package var motion: [Envelope.Piece] { envelope.history }

    package var total: Faults {
        var all = faults
        all.late += order.losses.late
        all.repeated += order.losses.repeated
        all.withoutGravity += order.losses.withoutGravity
        all.unreadable += order.losses.overflowing
        all.clocks += clock.resets
        return all
    }

    /// The wall-clock time of elapsed 0; nil if the phone's clock is wrong.
    var wallOrigin: Timestamp? { origin.flatMap { Self.wallClock.contains($0) ? Timestamp(nanoseconds: $0) : nil } }

    private var elapsedNanoseconds: Int64? {
        guard let origin, order.horizon != .min else { return nil }
        return order.horizon - origin
    }

    /// The time of the last released sample; nil before elapsed 0 is known.
    package var elapsed: Duration? { elapsedNanoseconds.map { .nanoseconds($0) } }

    /// Samples of acceleration per second of the phone's clock.
    package var rate: Double? { order.rate }

    /// The time from the last released to the newest sample.
    package var delay: Duration {
        guard let newest = order.newest, order.horizon != .min else { return .zero }
        return .nanoseconds(max(0, newest - order.horizon))
    }

    /// The time of the newest sample by the phone's clock.
    package var newest: Timestamp? { order.newest.map { Timestamp(nanoseconds: $0) } }
}
