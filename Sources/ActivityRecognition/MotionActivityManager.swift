public import MotionTypes

/// What Core Motion's manager of the same name gives, without a phone: live updates and a history of motion activities.
///
/// A source feeds it: a recorded stream (``replay(_:speed:clock:)``), a recogniser over samples
/// (``recognize(_:with:origin:speed:clock:)``), or any program (``deliver(_:origin:)``). All times are the recording's, so that a ride of last year
/// replays as it was; ``now`` follows the source's clock.
///
/// A replay has the stream's clock, which ends with it. A live source's time goes on by the manager's clock from the newest delivery on, also
/// when nothing comes any more: so a source that died becomes stale, and a question about the last minute has an answer. As it counts from the
/// delivery, a wall clock that is set, or that differs between the phone and this machine, changes nothing. The logic is in `MotionActivityHistory`, which has no clock; this actor only
/// passes on what it says.
///
/// Availability and authorisation are two questions, and both differ from a source that has not reported or fell silent; ``sourceState(staleAfter:)``
/// tells them apart.
public actor MotionActivityManager {
    /// Whether there is anything that could report: on a phone, the motion hardware.
    public nonisolated let isActivityAvailable: Bool

    /// Whether the person allowed the use of motion activity.
    public private(set) var authorization: Authorization

    var history = MotionActivityHistory()
    /// The time that a running replay has come to; nil between sources.
    var replayedTime: (@Sendable () -> Timestamp)?
    var isSourceRunning = false
    private var hasSourceEnded = false
    private var consumer: Consumer?
    private var consumers = 0
    /// The time that the manager's clock shows, since the manager was made.
    private let uptime: @Sendable () -> Duration
    /// The newest delivery of a live source, and the uptime at which it came; nil for a replay.
    private var anchor: (time: Timestamp, uptime: Duration)?

    private struct Consumer {
        var number: Int
        var includesRepeats: Bool
        var continuation: AsyncStream<ActivityReport>.Continuation
    }

    /// A manager without reports.
    ///
    /// - Parameters:
    ///   - isActivityAvailable: whether there is a source of activities at all.
    ///   - authorization: whether it may be asked.
    ///   - clock: what time goes by between the deliveries of a live source, and after its last.
    public init(
        isActivityAvailable: Bool = true, authorization: Authorization = .authorized,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.isActivityAvailable = isActivityAvailable
        self.authorization = authorization
        uptime = Self.uptime(of: clock)
    }

    private static func uptime<Ticks: Clock<Duration>>(of clock: Ticks) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// The time by the source's clock: that of the newest delivery, or later while a replay or a live source goes on. Nil before
    /// the first. It never goes back, whatever a clock does.
    public var now: Timestamp? {
        let running = replayedTime?() ?? anchor.map { $0.time + max(.zero, uptime() - $0.uptime) }
        guard let running else { return history.now }
        return max(running, history.now ?? running)
    }

    /// What is told from now on is a replay's: its time is the stream's, and the time that passed in life is forgotten.
    func leaveLife() {
        if let now { history.advance(to: now) }
        anchor = nil
    }

    /// Takes a report of a live source, from whose delivery on time goes by.
    func live(_ report: ActivityReport, origin: Timestamp) {
        let time = max(now ?? origin + report.delivered, origin + report.delivered)
        pass(report, origin: origin)
        anchor = (time, uptime())
    }

    /// The person grants or withdraws the permission. Without it live updates end.
    public func setAuthorization(_ authorization: Authorization) {
        self.authorization = authorization
        if authorization != .authorized { stopUpdates() }
    }

    /// Live updates: the current activity first if there is one, then a report per change of flags or confidence.
    ///
    /// One consumer at a time: asking again ends the updates given before, as it does on the phone. They end too with the
    /// source, with ``stopUpdates()``, with the permission, and when the consumer's task is cancelled. Nothing is lost between two steps of
    /// a slow consumer.
    ///
    /// - Parameter includingRepeats: also pass on that the activity goes on (`isRepeat`), so that silence can be told from a
    ///   dead source.
    /// - Throws: ``Failure/unavailable`` or ``Failure/unauthorized(_:)``.
    public func updates(includingRepeats: Bool = false) throws(Failure) -> Updates {
        try checkAccess()
        stopUpdates()
        consumers += 1
        let number = consumers
        let (stream, continuation) = AsyncStream.makeStream(of: ActivityReport.self)
        continuation.onTermination = { [weak self] _ in
            Task { await self?.endConsumer(number) }
        }
        consumer = Consumer(number: number, includesRepeats: includingRepeats, continuation: continuation)
        if let current = history.current { continuation.yield(current) }
        if hasSourceEnded { stopUpdates() }
        return Updates(stream)
    }

    /// Ends the live updates.
    public func stopUpdates() {
        let ended = consumer
        consumer = nil
        ended?.continuation.finish()
    }

    /// The activities that began within a range of time, both ends included, and before them the one that was current at its beginning.
    ///
    /// Only the last seven days before ``now`` are kept: an earlier beginning counts as theirs. What lies after ``now`` holds nothing yet.
    ///
    /// - Throws: ``Failure/futureRange(_:)`` for a range that begins after ``now``, ``Failure/reversedRange``,
    ///   ``Failure/unavailable``, ``Failure/unauthorized(_:)``.
    public func activities(from: Timestamp, to: Timestamp) throws(Failure) -> [MotionActivity] {
        try checkAccess()
        if let now { history.advance(to: now) }
        return try history.activities(from: from, to: to)
    }

    /// What a source has to say, and whether it can be believed.
    ///
    /// What counts is how long nothing was heard by ``now``.
    public func sourceState(staleAfter: Duration = .seconds(600)) -> SourceState {
        guard isActivityAvailable else { return .unsupported }
        guard authorization == .authorized else { return .unauthorized(authorization) }
        guard let heard = history.lastHeard, let now else { return .noReport }
        return heard + staleAfter <= now ? .stale(since: heard) : .fresh
    }

    /// Takes a report of a live source that was delivered now. A report whose flags and confidence are the current ones is a repeat.
    ///
    /// - Parameters:
    ///   - report: the newest report of the source.
    ///   - origin: the wall-clock time of elapsed 0.
    public func deliver(_ report: ActivityReport, origin: Timestamp) {
        live(report, origin: origin)
    }

    /// Takes a report of any source, and passes it on.
    func pass(_ report: ActivityReport, origin: Timestamp) {
        hasSourceEnded = false
        let taken = history.append(report, origin: origin)
        guard let consumer, !taken.isRepeat || consumer.includesRepeats else { return }
        consumer.continuation.yield(taken)
    }

    /// The source has nothing more to say.
    public func endSource() {
        hasSourceEnded = true
        stopUpdates()
    }

    private func checkAccess() throws(Failure) {
        guard isActivityAvailable else { throw .unavailable }
        guard authorization == .authorized else { throw .unauthorized(authorization) }
    }

    private func endConsumer(_ number: Int) {
        if consumer?.number == number { consumer = nil }
    }
}
