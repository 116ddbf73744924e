package import ActivityRecognition
package import ActivityStream
package import Geofencing
package import MotionTypes
package import NotificationGate

/// One phone's samples on their way to reports: a pure state machine.
///
/// Messages go in as they come, late, twice and in any order; reports, what the gate would do and the rows of a log come out. The time of
/// our own clock at which a message came is a parameter, in nanoseconds from any moment on. What it keeps is bounded, however long the session goes
/// on.
package struct LiveSession: Sendable {
    /// What sessions have in common.
    package struct Settings: Sendable {
        /// The model.
        package var model: ActivityModel
        /// How windows are joined.
        package var smoothing: Smoothing
        /// The gate's rules.
        package var policy: GatePolicy
        /// The places that alert; nil for none.
        package var places: PlaceSet?

        /// Whether somebody fetches the rows of the log; else there are none.
        package var keepsLog: Bool

        /// Settings.
        package init(
            model: ActivityModel, smoothing: Smoothing, policy: GatePolicy, places: PlaceSet?, keepsLog: Bool
        ) {
            self.keepsLog = keepsLog
            self.model = model
            self.smoothing = smoothing
            self.policy = policy
            self.places = places
        }
    }

    /// What came and could not be used, in numbers.
    package struct Faults: Sendable, Hashable {
        /// Readings that came after others behind them were passed on.
        package var late = 0
        /// Readings that came more than once.
        package var repeated = 0
        /// Readings of sensors that are not used.
        package var unused = 0
        /// Entries that could not be read, or more than a phone can measure.
        package var unreadable = 0
        /// Linear acceleration without gravity.
        package var withoutGravity = 0
        /// Readings of a wrong clock.
        package var ofWrongClock = 0
        /// How often the phone's clock was set, or stood in 1970 at the start.
        package var clocks = 0
    }

    /// The name in addresses.
    package let identifier: String
    /// The name for people.
    package let name: String
    /// How the samples come: `sensor-logger`, `samples`, `phyphox` or `replay`.
    package let source: String
    /// The phone, as far as it is known.
    package private(set) var device: String?
    /// What was counted.
    package private(set) var faults = Faults()
    /// The last reports, one a window.
    package private(set) var reports: [ActivityReport] = []
    /// The last lines of the stream of changes.
    package private(set) var changes: [ActivityReport] = []
    /// The gate's last decisions about places, with their times.
    package private(set) var decisions: [(GateDecision, elapsed: Duration)] = []
    /// What would happen to an alert.
    package private(set) var outlook: GateWatch.Outlook?
    /// When the last message came, by our own clock.
    package private(set) var lastArrival: Int64
    /// Whether the session is over.
    package private(set) var hasEnded = false

    private let settings: Settings
    private var clock = PhoneClock()
    private var numbers = MessageNumbers()
    private var order = SampleOrder()
    private var ordered = OrderedSamples()
    /// Nil before the first sample of acceleration.
    private var recognizer: Recognizer?
    private var origin: Int64?
    private var filter = ChangeFilter()
    private var watch: GateWatch?
    private var envelope = Envelope()
    private var fixes: [Location] = []
    private var lastFix = Int64.min
    /// Times of fixes that were passed on; one that comes again is known by them.
    private var passedFixes: [Int64] = []
    private var events: [LiveEvent] = []
    private var rows = SessionRows()
    private var taken: [ActivityReport] = []

    /// Half an hour of windows.
    private static let mostReports = 700
    private static let mostChanges = 4096
    private static let mostDecisions = 200
    private static let mostFixes = 4096
    private static let mostPassedFixes = 64
    private static let longestLead = 1 << 16
    /// Silence after which nothing is waited for any longer.
    private static let longestWait = SampleOrder.patience
    /// A phone that sent nothing for so long is not there.
    private static let longestPause = 10 * Nanoseconds.perSecond
    /// What a reader of logs takes for a wall clock: 1990 to 2100.
    private static let wallClock = 631_152_000 * Nanoseconds.perSecond...4_102_444_800 * Nanoseconds.perSecond

    /// A session whose first message came at a time of our own clock.
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

    // MARK: What comes

    /// Takes a message that came at a time of our own clock.
    package mutating func take(_ message: LiveMessage, at arrival: Int64) {
        guard !hasEnded else { return }
        clock.begin(at: arrival)
        lastArrival = max(lastArrival, arrival)
        device = message.device.map(QuotedText.text) ?? device
        faults.unused += message.unused
        faults.unreadable += message.unreadable
        if let number = message.number { numbers.note(number) }
        for reading in message.readings { take(reading) }
        for fix in message.fixes { take(fix) }
        pass(isSettled: false)
    }

    /// Lets our own clock pass: what was waited for is given up after a silence, and the gate looks again.
    package mutating func pass(to now: Int64) {
        guard !hasEnded else { return }
        let silence = max(0, now - lastArrival)
        if silence >= Self.longestWait {
            numbers.waitNoLonger()
            pass(isSettled: true)
        }
        // While samples come, their times alone tell what the gate learns, as in a simulation.
        guard silence >= Self.longestWait, let horizon = elapsedNanoseconds else { return }
        let elapsed = Duration.nanoseconds(horizon + silence)
        watch?.advance(to: elapsed)
        look(at: elapsed)
    }

    /// Ends the session: what waits is taken, and the last windows are told.
    package mutating func finish() {
        guard !hasEnded else { return }
        pass(isSettled: true)
        recognizer?.finish()
        let news = takeReports()
        if let origin { passFixes(origin, isSettled: true, between: news) }
        hasEnded = true
        events.append(.end)
    }

    private mutating func take(_ reading: LiveMessage.Reading) {
        switch clock.place(reading.time) {
        case .wrong: faults.ofWrongClock += 1
        case .first(let time):
            if origin == nil { order = SampleOrder() }
            take(reading, at: time)
        case .time(let time): take(reading, at: time)
        }
    }

    private mutating func take(_ reading: LiveMessage.Reading, at time: Int64) {
        switch order.take(reading, at: time) {
        case .taken: clock.took(time)
        case .late: clock.wasLate(time)
        case .repeated: break
        }
    }

    private mutating func take(_ fix: Location) {
        guard case .time(let time) = clock.place(fix.elapsed.wholeNanoseconds), fixes.count < Self.mostFixes else {
            faults.ofWrongClock += 1
            return
        }
        var fix = fix
        fix.elapsed = .nanoseconds(time)
        if fixes.contains(where: { $0.elapsed == fix.elapsed }) || passedFixes.contains(time) {
            faults.repeated += 1
        } else if time < lastFix {
            faults.late += 1
        } else {
            let place = fixes.lastIndex { $0.elapsed < fix.elapsed }.map { $0 + 1 } ?? 0
            fixes.insert(fix, at: place)
        }
    }

    // MARK: What goes on

    private mutating func pass(isSettled: Bool) {
        order.pass(isComplete: numbers.isComplete, isSettled: isSettled, to: &ordered)
        guard let origin = origin ?? begin() else {
            // What comes before the first sample of acceleration counts, if not without end.
            if ordered.samples.count > Self.longestLead { ordered = OrderedSamples() }
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

    /// Makes the first sample of acceleration elapsed 0; nil while there is none.
    private mutating func begin() -> Int64? {
        let first = ordered.samples.first { $0.sensor == .acceleration || $0.sensor == .linearAcceleration }
        guard let origin = first?.nanoseconds else { return nil }
        self.origin = origin
        if !Self.wallClock.contains(origin) { faults.clocks += 1 }
        recognizer = Recognizer(
            model: settings.model,
            options: .init(smoothing: settings.smoothing, reportsEveryWindow: true, origin: wallOrigin))
        // The policy was checked when the server began.
        watch = try? GateWatch(policy: settings.policy, places: settings.places, origin: Timestamp(nanoseconds: origin))
        return origin
    }

    /// Takes what the recogniser says; returns the lines of the stream of changes.
    private mutating func takeReports() -> ArraySlice<ActivityReport> {
        recognizer?.takeReports(into: &taken)
        var news: [ActivityReport] = []
        for report in taken {
            reports.append(report)
            events.append(.report(report))
            guard let change = filter.change(report) else { continue }
            changes.append(change)
            events.append(.change(change))
            news.append(change)
        }
        taken.removeAll(keepingCapacity: true)
        if reports.count >= 2 * Self.mostReports { reports.removeFirst(reports.count - Self.mostReports) }
        if changes.count >= 2 * Self.mostChanges { changes.removeFirst(changes.count - Self.mostChanges) }
        return news[...]
    }

    /// Tells the gate of reports and fixes, each when it is delivered.
    private mutating func passFixes(
        _ origin: Int64, isSettled: Bool, between reports: ArraySlice<ActivityReport>
    ) {
        var reports = reports
        defer {
            for report in reports { tell(report) }
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
            watch?.take(counted)
        }
    }

    private mutating func tell(_ report: ActivityReport) {
        watch?.take(report)
        look(at: report.delivered)
    }

    private mutating func look(at elapsed: Duration) {
        guard let now = watch?.outlook(at: elapsed) else { return }
        if now != outlook {
            outlook = now
            events.append(.outlook(now, elapsed: elapsed))
        }
        if let origin { takeDecisions(origin) }
    }

    private mutating func takeDecisions(_ origin: Int64) {
        for decision in watch?.takeDecisions() ?? [] {
            let elapsed = decision.time - Timestamp(nanoseconds: origin)
            decisions.append((decision, elapsed))
            if decisions.count >= 2 * Self.mostDecisions { decisions.removeFirst(Self.mostDecisions) }
            events.append(.decision(decision, elapsed: elapsed))
        }
    }

    // MARK: What comes out

    /// Moves the events since the last call out.
    package mutating func takeEvents() -> [LiveEvent] {
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Moves the rows of the log since the last call out.
    package mutating func takeRows(into destination: inout SessionRows) {
        for (table, bytes) in rows.tables where !bytes.isEmpty { destination.tables[table, default: []] += bytes }
        rows.removeAll()
    }

    /// The first line of the activity stream; nil before elapsed 0 is known.
    package var header: StreamHeader? {
        origin.map { _ in
            StreamHeader(
                source: name, model: StreamHeader.model(named: settings.model.name), origin: wallOrigin)
        }
    }

    /// The line that closes the activity stream.
    package var footer: StreamFooter {
        let all = total
        let repaired = [
            ("duplicate", all.repeated), ("too-late", all.late), ("bad-row", all.unreadable + all.ofWrongClock),
            ("clock-reset", all.clocks),
        ]
        return StreamFooter(
            end: elapsed ?? .zero, windows: recognizer?.windows ?? 0,
            repaired: repaired.filter { $0.1 > 0 }.map { StreamFooter.Repair(kind: $0.0, count: $0.1) })
    }

    /// How strong the motion of the last minutes was.
    package var motion: [Envelope.Piece] { envelope.history }

    /// All that was counted.
    package var total: Faults {
        var all = faults
        all.late += order.losses.late
        all.repeated += order.losses.repeated
        all.withoutGravity += order.losses.withoutGravity
        all.unreadable += order.losses.overflowing
        all.clocks += clock.resets
        return all
    }

    /// The wall-clock time of elapsed 0; nil where the phone's clock cannot be right.
    private var wallOrigin: Timestamp? {
        origin.flatMap { Self.wallClock.contains($0) ? Timestamp(nanoseconds: $0) : nil }
    }

    private var elapsedNanoseconds: Int64? {
        guard let origin, order.horizon != .min else { return nil }
        return order.horizon - origin
    }

    /// Up to when samples were passed on; nil before elapsed 0 is known.
    package var elapsed: Duration? { elapsedNanoseconds.map { .nanoseconds($0) } }

    /// Samples of acceleration a second, by the phone's clock.
    package var rate: Double? { order.rate }

    /// How long the newest sample waits already for what may be missing before it.
    package var delay: Duration {
        guard let newest = order.newest, order.horizon != .min else { return .zero }
        return .nanoseconds(max(0, newest - order.horizon))
    }

    /// The time of the newest sample by the phone's clock.
    package var newest: Timestamp? { order.newest.map { Timestamp(nanoseconds: $0) } }

    /// Whether the phone sent something a short while ago.
    package func isLive(at now: Int64) -> Bool { !hasEnded && now - lastArrival < Self.longestPause }
}
