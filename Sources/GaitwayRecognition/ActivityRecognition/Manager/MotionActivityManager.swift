// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Live updates and a history of motion activities, as Core Motion's `CMMotionActivityManager` gives them on a phone.
///
/// A source feeds it: a recorded stream (``replay(_:origin:end:speed:clock:)``), a recogniser over samples
/// (``recognize(_:with:origin:speed:clock:)``), or any program (``deliver(_:origin:)``). All times are those of the
/// recording, so that an old ride replays as it was. ``now`` follows the source's clock.
///
/// In a replay, time is that of the stream and stops at its end. With a live source, the manager's clock counts on from
/// the newest delivery. So a dead source becomes stale, and the last minute can be asked for. The wall clocks of the
/// phone and of this machine may differ or be set. The logic is in `MotionActivityHistory`, which has no clock.
///
/// ``sourceState(staleAfter:)`` tells four cases apart: no source, no authorisation, no report yet, and silence.
public actor MotionActivityManager {
    /// Whether there is a source; on a phone, the motion hardware.
    public nonisolated let isActivityAvailable: Bool

    /// Whether the user allowed access to motion activity.
    public private(set) var authorization: Authorization

    var history = MotionActivityHistory()
    /// The time that a running replay has come to; nil between sources.
    var replayedTime: (@Sendable () -> Timestamp)?
    var isSourceRunning = false
    var hasSourceEnded = false
    var stepHistory = StepHistory()
    var stepConsumer: StepConsumer?
    private var consumer: Consumer?
    var consumers = 0
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
    ///   - clock: the clock that counts on after a delivery of a live source.
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

    /// The time by the source's clock: the newest delivery, or later while a replay or a live source runs. Nil before
    /// the first delivery. It never goes back.
    public var now: Timestamp? {
        let running = replayedTime?() ?? anchor.map { $0.time + max(.zero, uptime() - $0.uptime) }
        guard let running else { return history.now }
        return max(running, history.now ?? running)
    }

    /// Begins a replay: from here on, time is the stream's, and that of an earlier live source is forgotten.
    func leaveLife() {
        if let now { history.advance(to: now) }
        anchor = nil
    }

    /// Takes a report of a live source; time counts on from its delivery.
    func live(_ report: ActivityReport, origin: Timestamp) {
        let time = max(now ?? origin + report.delivered, origin + report.delivered)
        pass(report, origin: origin)
        anchor = (time, uptime())
    }

    /// Grants or withdraws the permission. Without it, live updates end.
    public func setAuthorization(_ authorization: Authorization) {
        self.authorization = authorization
        guard authorization != .authorized else { return }
        stopUpdates()
        stopStepUpdates()
    }

    /// Live updates: first the current activity, if any, then a report for each change of flags or confidence.
    ///
    /// There is one consumer at a time, as on the phone: a new call ends earlier updates. Updates also end with the
    /// source, with ``stopUpdates()``, with the permission, and when the consumer's task is cancelled. A slow consumer
    /// loses nothing.
    ///
    /// - Parameter includingRepeats: also deliver repeats (`isRepeat`), so that a long activity can be told from a dead
    ///   source.
    /// - Throws: ``Failure/unavailable`` or ``Failure/unauthorized(_:)``.
    public func updates(includingRepeats: Bool = false) throws(Failure) -> AsyncStream<ActivityReport> {
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
        return stream
    }

    /// Ends the live updates.
    public func stopUpdates() {
        let ended = consumer
        consumer = nil
        ended?.continuation.finish()
    }

    /// The activities that began within a range of time, both ends included, preceded by the activity current at its
    /// beginning.
    ///
    /// Only the seven days before ``now`` are kept; an earlier `from` counts as their beginning. The time after ``now``
    /// is empty.
    ///
    /// - Throws: ``Failure/futureRange(_:)`` for a range that begins after ``now``, ``Failure/reversedRange``,
    ///   ``Failure/unavailable``, ``Failure/unauthorized(_:)``.
    public func activities(from: Timestamp, to: Timestamp) throws(Failure) -> [MotionActivity] {
        try checkAccess()
        if let now { history.advance(to: now) }
        return try history.activities(from: from, to: to)
    }

    /// Whether there is a source, may be asked, and has reported within `staleAfter`.
    ///
    /// Silence is the time from the last report to ``now``.
    public func sourceState(staleAfter: Duration = .seconds(600)) -> SourceState {
        guard isActivityAvailable else { return .unsupported }
        guard authorization == .authorized else { return .unauthorized(authorization) }
        guard let heard = history.lastHeard, let now else { return .noReport }
        return heard + staleAfter <= now ? .stale(since: heard) : .fresh
    }

    /// Takes a report of a live source that was delivered now. A report whose flags and confidence are the current ones
    /// is a repeat.
    ///
    /// - Parameters:
    ///   - report: the newest report of the source.
    ///   - origin: the wall-clock time of elapsed 0.
    public func deliver(_ report: ActivityReport, origin: Timestamp) { live(report, origin: origin) }

    /// Takes a report of any source, and delivers it to the consumer.
    func pass(_ report: ActivityReport, origin: Timestamp) {
        hasSourceEnded = false
        let taken = history.append(report, origin: origin)
        passSteps(report, origin: origin)
        guard let consumer, !taken.isRepeat || consumer.includesRepeats else { return }
        consumer.continuation.yield(taken)
    }

    /// Ends the source, and with it live updates.
    public func endSource() {
        hasSourceEnded = true
        stopUpdates()
        stopStepUpdates()
    }

    func checkAccess() throws(Failure) {
        guard isActivityAvailable else { throw .unavailable }
        guard authorization == .authorized else { throw .unauthorized(authorization) }
    }

    private func endConsumer(_ number: Int) {
        if consumer?.number == number { consumer = nil }
    }
}
