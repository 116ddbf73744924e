public import MotionTypes

/// What Core Motion's manager of the same name gives, without a phone: live updates and a history of motion activities.
///
/// A source feeds it: a recorded stream (``replay(_:speed:clock:)``), a recogniser over samples
/// (``recognize(_:with:origin:speed:clock:)``), or any program (``deliver(_:origin:)``). All times are the recording's, so that a ride of last year
/// replays as it was; ``now`` follows the source's clock. The logic is in `MotionActivityHistory`, which has no clock; this actor only
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

    private struct Consumer {
        var number: Int
        var includesRepeats: Bool
        var continuation: AsyncStream<ActivityReport>.Continuation
    }

    /// A manager without reports.
    public init(isActivityAvailable: Bool = true, authorization: Authorization = .authorized) {
        self.isActivityAvailable = isActivityAvailable
        self.authorization = authorization
    }

    /// The time by the source's clock: that of the newest delivery, or later while a replay goes on. Nil before the first.
    public var now: Timestamp? {
        guard let replayed = replayedTime?() else { return history.now }
        return max(replayed, history.now ?? replayed)
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
    public func sourceState(staleAfter: Duration = .seconds(600)) -> SourceState {
        guard isActivityAvailable else { return .unsupported }
        guard authorization == .authorized else { return .unauthorized(authorization) }
        guard let heard = history.lastHeard, let now else { return .noReport }
        return heard + staleAfter <= now ? .stale(since: heard) : .fresh
    }

    /// Takes a report that was delivered now. A report whose flags and confidence are the current ones is a repeat.
    ///
    /// - Parameters:
    ///   - report: the newest report of the source.
    ///   - origin: the wall-clock time of elapsed 0.
    public func deliver(_ report: ActivityReport, origin: Timestamp) {
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
