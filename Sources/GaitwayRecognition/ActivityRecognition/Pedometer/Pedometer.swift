// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Live updates and a history of steps, as Core Motion's `CMPedometer` gives them on a phone.
///
/// The sources of a ``MotionActivityManager`` feed it: a recogniser over samples, or a stream whose reports have steps.
/// Steps count while the activity is walking or running and cycling is unlikely. Motion alone does not tell distance
/// and pace.
///
/// ```swift
/// let manager = MotionActivityManager()
/// for await data in try await manager.pedometer.updates(from: morning) { print(data.steps) }
/// ```
public struct Pedometer: Sendable {
    private let manager: MotionActivityManager

    init(_ manager: MotionActivityManager) { self.manager = manager }

    /// The steps in a range of time. Of a range that reaches over seven days back or into the future, only the part
    /// between counts.
    ///
    /// - Throws: as ``MotionActivityManager/activities(from:to:)``.
    public func data(from: Timestamp, to: Timestamp) async throws(MotionActivityManager.Failure) -> PedometerData {
        try await manager.steps(from: from, to: to)
    }

    /// Live updates: the steps since a time, first those so far, then at each report with new ones.
    ///
    /// There is one consumer at a time: a new call ends earlier updates. Updates end as those of activities do, and
    /// when the consumer's task is cancelled.
    ///
    /// - Throws: as ``MotionActivityManager/updates(includingRepeats:)``.
    public func updates(from: Timestamp) async throws(MotionActivityManager.Failure) -> AsyncStream<PedometerData> {
        try await manager.stepUpdates(from: from)
    }
}

/// The steps in a range of time.
public struct PedometerData: Sendable, Hashable {
    /// The range.
    public var span: TimeSpan
    /// Whole steps of either foot.
    public var steps: Int
    /// Floors climbed and descended; nil if the source has no barometer.
    public var floors: FloorCount?
    /// Steps a second at the end of live updates' range; nil at rest and for ranges of the past.
    public var cadence: Double?
}
