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
    /// Whether each log may have threads of its own.
    var hasThreads = false

    /// Classifies one log, and tells what became of it.
    ///
    /// - Parameters:
    ///   - stream: where diagnostics go, and the activity stream unless there is a file.
    ///   - file: the file for the stream.
    func classify(_ log: FoundLog, into stream: LogStream, file: StreamPath?) async throws -> LogOutcome {
        var outcome = LogOutcome.notRead
        var pieces: [LogPiece] = []
        do {
            var run = try LogRun(log, self, file: file, hasThreads: hasThreads)
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

    /// The same without another log beside it, on the caller's thread; and with a page, if there is to be one.
    func classifyAlone(
        _ log: FoundLog, into output: inout StreamOutput, file: StreamPath?, report: LogReport? = nil
    ) throws -> LogOutcome {
        var pieces: [LogPiece] = []
        // Whoever reads the stream may go away; whoever asked for a page waits for it.
        var closed: ClosedOutput?
        func put(_ pieces: [LogPiece]) throws {
            do {
                if closed == nil { try output.write(pieces) }
            } catch let error as ClosedOutput where report != nil {
                closed = error
            }
        }
        do {
            var run = try LogRun(log, self, file: file, hasThreads: hasThreads, isRecorded: report != nil)
            while try run.next(into: &pieces) {
                try put(pieces)
                pieces.removeAll(keepingCapacity: true)
            }
            try put(pieces)
            if let record = run.record { try report?.write(record, self) }
            if let closed { throw closed }
            return run.outcome
        } catch let error as InputError {
            try output.write([.error(error)])
            return .notRead
        }
    }
}
