// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

extension MotionActivityManager {
    /// Replays the reports of a recorded stream, each at its time of delivery; returns at their end.
    ///
    /// - Parameters:
    ///   - reports: reports in the order of their delivery.
    ///   - origin: the wall-clock time of elapsed 0, at which the replay begins.
    ///   - end: where time stops, since the origin; nil: at the last report.
    ///   - speed: 1 for the pace of the recording, 60 for an hour in a minute, up to a million. With infinity, nothing
    ///     waits.
    ///   - clock: what to wait on.
    /// - Throws: ``Failure/speed(_:)``, ``Failure/sourceRunning``, and `CancellationError`; each also ends live
    ///   updates.
    public func replay(
        _ reports: [ActivityReport], origin: Timestamp, end: Duration? = nil, speed: Double = 1,
        clock: some Clock<Duration>
    ) async throws {
        let pace = try begin(origin: origin, speed: speed, clock: clock)
        // From here on the time is the stream's.
        leaveLife()
        defer { endReplay() }
        for report in reports {
            try await pace.wait(until: report.delivered)
            pass(report, origin: origin)
        }
        if let end {
            try await pace.wait(until: end)
            history.advance(to: origin + end)
        }
    }

    /// Recognises the activity in samples as they arrive, and delivers its reports; returns at their end.
    ///
    /// For a live log the samples set the pace, which is the default: between them and after them the manager's clock
    /// goes on. For a recorded one, `speed` does, as in a replay.
    ///
    /// - Parameters:
    ///   - batches: samples in time order, in batches of any size.
    ///   - recognizer: a recogniser at the beginning of the recording.
    ///   - origin: the wall-clock time of elapsed 0.
    ///   - speed: as in a replay; infinity, the default, lets the samples set the pace.
    ///   - clock: what to wait on.
    /// - Throws: what the batches throw, after the reports that were already certain; else as a replay.
    public func recognize<Batches: AsyncSequence & Sendable>(
        _ batches: Batches, with recognizer: Recognizer, origin: Timestamp, speed: Double = .infinity,
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws where Batches.Element == [SensorSample] {
        let pace = try begin(origin: origin, speed: speed, clock: clock)
        defer { endReplay() }
        var recognizer = recognizer
        var reports: [ActivityReport] = []
        for try await samples in batches {
            recognizer.append(samples)
            recognizer.takeReports(into: &reports)
            try await deliver(&reports, origin: origin, at: pace)
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        try await deliver(&reports, origin: origin, at: pace)
    }

    private func deliver(
        _ reports: inout [ActivityReport], origin: Timestamp, at pace: Pace<some Clock<Duration>>
    ) async throws {
        for report in reports {
            try await pace.wait(until: report.delivered)
            // Without a pace of its own the source is live.
            if pace.speed.isFinite { pass(report, origin: origin) } else { live(report, origin: origin) }
        }
        reports.removeAll(keepingCapacity: true)
    }

    private func begin<Ticks: Clock<Duration>>(
        origin: Timestamp, speed: Double, clock: Ticks
    ) throws(Failure) -> Pace<Ticks> {
        // Beyond these, times of the recording or of the clock would leave what a Duration holds.
        guard (0.001...1e6).contains(speed) || speed == .infinity else { throw .speed(speed) }
        guard !isSourceRunning else { throw .sourceRunning }
        isSourceRunning = true
        let pace = Pace(clock: clock, start: clock.now, speed: speed)
        if speed.isFinite { replayedTime = { origin + pace.elapsed } }
        return pace
    }

    private func endReplay() {
        if let now { history.advance(to: now) }
        replayedTime = nil
        isSourceRunning = false
        endSource()
    }
}

/// The relation between the clock that is waited on and the elapsed time of a recording.
private struct Pace<Ticks: Clock<Duration>>: Sendable {
    let clock: Ticks
    let start: Ticks.Instant
    let speed: Double

    /// How much of the recording has gone by.
    var elapsed: Duration { start.duration(to: clock.now) * speed }

    /// Waits until the recording has come to `elapsed`; against a fixed start, so that delays do not add up.
    func wait(until elapsed: Duration) async throws {
        try Task.checkCancellation()
        guard speed.isFinite else { return }
        // A longer time than nanoseconds count would leave the range when it is played slowly.
        let deadline = start.advanced(by: .nanoseconds(elapsed.wholeNanoseconds) / speed)
        if clock.now < deadline { try await clock.sleep(until: deadline, tolerance: nil) }
    }
}
