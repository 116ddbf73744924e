import ActivityRecognition
import MotionTypes
import SensorLogs
import TextReports
import Timeline

/// How logs are classified: what is the same for each of them.
struct LogClassification: Sendable {
    let model: ActivityModel
    let options: LogOptions
    let form: StreamForm
    /// The zone whose clock tables show; nil for UTC.
    let zone: LocalZone?
    /// How often each activity is done; nil when nobody said.
    let prior: ActivityPrior?

    /// Classifies one log, and tells what became of it.
    ///
    /// - Parameters:
    ///   - stream: where diagnostics go, and the activity stream unless there is a file.
    ///   - file: the file for the stream.
    func classify(_ log: FoundLog, into stream: LogStream, file: StreamPath?) async throws -> LogOutcome {
        var outcome = LogOutcome.notRead
        var pieces: [LogPiece] = []
        do {
            var run = try LogRun(log, self, file: file)
            while try run.next(into: &pieces) {
                stream.add(pieces)
                pieces.removeAll(keepingCapacity: true)
                try await stream.flush()
            }
            stream.add(pieces)
            outcome = run.outcome
        } catch let error as InputError {
            stream.add([.error(error)])
        } catch {
            await stream.abandon(error)
            throw error
        }
        try await stream.close()
        return outcome
    }

    /// The same without another log beside it, which needs no thread but the caller's.
    func classifyAlone(_ log: FoundLog, into output: inout StreamOutput, file: StreamPath?) throws -> LogOutcome {
        var pieces: [LogPiece] = []
        do {
            var run = try LogRun(log, self, file: file)
            while try run.next(into: &pieces) {
                try output.write(pieces)
                pieces.removeAll(keepingCapacity: true)
            }
            try output.write(pieces)
            return run.outcome
        } catch let error as InputError {
            try output.write([.error(error)])
            return .notRead
        }
    }
}
