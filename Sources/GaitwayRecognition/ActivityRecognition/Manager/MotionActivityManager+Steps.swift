// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension MotionActivityManager {
    /// The pedometer, which counts the steps of the same source.
    public nonisolated var pedometer: Pedometer { Pedometer(self) }

    struct StepConsumer {
        var number: Int
        var start: Timestamp
        var continuation: AsyncStream<PedometerData>.Continuation
    }

    func steps(from: Timestamp, to: Timestamp) throws(Failure) -> PedometerData {
        try checkAccess()
        guard from <= to else { throw .reversedRange }
        if let now {
            guard from <= now else { throw .futureRange(now) }
            stepHistory.advance(to: now)
        }
        return PedometerData(
            span: TimeSpan(start: from, end: to), steps: stepHistory.steps(from: from, to: to),
            floors: stepHistory.floors(from: from, to: to))
    }

    func stepUpdates(from: Timestamp) throws(Failure) -> AsyncStream<PedometerData> {
        try checkAccess()
        stopStepUpdates()
        consumers += 1
        let number = consumers
        let (stream, continuation) = AsyncStream.makeStream(of: PedometerData.self)
        continuation.onTermination = { [weak self] _ in
            Task { await self?.endStepConsumer(number) }
        }
        stepConsumer = StepConsumer(number: number, start: from, continuation: continuation)
        if !stepHistory.isEmpty { reportSteps() }
        if hasSourceEnded { stopStepUpdates() }
        return stream
    }

    func stopStepUpdates() {
        let ended = stepConsumer
        stepConsumer = nil
        ended?.continuation.finish()
    }

    /// Takes the steps of a report, and delivers new ones.
    func passSteps(_ report: ActivityReport, origin: Timestamp) {
        if stepHistory.append(report, origin: origin) { reportSteps() }
    }

    private func reportSteps() {
        guard let consumer = stepConsumer, let end = history.now else { return }
        consumer.continuation.yield(
            PedometerData(
                span: TimeSpan(start: consumer.start, end: max(consumer.start, end)),
                steps: stepHistory.steps(from: consumer.start, to: end),
                floors: stepHistory.floors(from: consumer.start, to: end), cadence: stepHistory.cadence))
    }

    private func endStepConsumer(_ number: Int) {
        if stepConsumer?.number == number { stepConsumer = nil }
    }
}
