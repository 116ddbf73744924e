import ActivityRecognition
import MotionTypes
import SensorLogs

/// How logs are classified: what is the same for each of them.
struct LogClassification: Sendable {
    let model: ActivityModel
    let options: LogOptions
    let form: StreamForm

    /// Classifies one log; true if something was wrong with it.
    ///
    /// - Parameters:
    ///   - stream: where diagnostics go, and the activity stream unless there is a file.
    ///   - file: the path of a file for the stream, and its format.
    func classify(_ log: String, into stream: LogStream, file: (path: String, format: ClassifyCommand.Format)?)
        async throws -> Bool
    {
        var isFaulty = false
        var pieces: [LogPiece] = []
        do {
            var run = try LogRun(log, self, file: file)
            while try run.next(into: &pieces) {
                stream.add(pieces)
                pieces.removeAll(keepingCapacity: true)
                try await stream.flush()
            }
            stream.add(pieces)
            isFaulty = run.isFaulty
        } catch let error as InputError {
            stream.add([.error(error)])
            isFaulty = true
        } catch {
            await stream.abandon(error)
            throw error
        }
        try await stream.close()
        return isFaulty
    }

    /// The same without another log beside it, which needs no thread but the caller's.
    func classifyAlone(
        _ log: String, into output: inout StreamOutput, file: (path: String, format: ClassifyCommand.Format)?
    ) throws -> Bool {
        var pieces: [LogPiece] = []
        do {
            var run = try LogRun(log, self, file: file)
            while try run.next(into: &pieces) {
                try output.write(pieces)
                pieces.removeAll(keepingCapacity: true)
            }
            try output.write(pieces)
            return run.isFaulty
        } catch let error as InputError {
            try output.write([.error(error)])
            return true
        }
    }
}
