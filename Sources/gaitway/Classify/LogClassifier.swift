import ActivityRecognition
import ArgumentParser
import SensorLogs

/// What `gaitway classify` does: several logs side by side to activity streams.
struct LogClassifier {
    var logs: [String]
    /// A model file; nil for the built-in model.
    var model: String?
    var options = LogOptions()
    var format = ClassifyCommand.Format.table
    var smoothing = Smoothing.causal
    var everyWindow = false
    /// A folder for a file per stream; nil for standard output.
    var output: String?
    /// How many logs are read at the same time; nil for as many as processors.
    var jobs: Int?

    /// How many logs are read at the same time, as far as there are any.
    private var usedJobs: Int { min(jobs ?? Processors.count, logs.count) }

    /// Whether one log is read after the other.
    var runsAlone: Bool { usedJobs == 1 }

    private func classification() throws -> LogClassification {
        LogClassification(
            model: try ModelArgument.load(model), options: options, smoothing: smoothing, everyWindow: everyWindow)
    }

    private var streamOutput: StreamOutput {
        StreamOutput(StreamWriter(format: format, isOneOfSeveral: logs.count > 1))
    }

    /// Reads one log after the other on this thread: for short logs, a second one costs more to start than it saves.
    func runAlone() throws {
        let classification = try classification()
        let files = try filePaths()
        var output = streamOutput
        var failed = false
        for (index, log) in logs.enumerated() {
            let isFaulty = try classification.classifyAlone(log, into: &output, file: files.map { ($0[index], format) })
            failed = failed || isFaulty
        }
        if failed { throw ExitCode(ExitStatus.badInput) }
    }

    /// Reads logs side by side.
    func run() async throws {
        if runsAlone { return try runAlone() }
        let classification = try classification()
        let queue = StreamQueue(streamOutput)
        let files = try filePaths()
        let (logs, format) = (logs, format)
        let jobs = usedJobs
        let failed = try await withThrowingTaskGroup(of: Bool.self) { group in
            var next = 0
            func start() {
                guard next < logs.count else { return }
                let index = next
                next += 1
                group.addTask {
                    let stream = LogStream(index, of: queue)
                    return try await classification.classify(
                        logs[index], into: stream, file: files.map { ($0[index], format) })
                }
            }
            for _ in 0..<jobs { start() }
            var failed = false
            while let isFaulty = try await group.next() {
                failed = failed || isFaulty
                start()
            }
            return failed
        }
        if failed { throw ExitCode(ExitStatus.badInput) }
    }

    /// Where each log's stream is written; nil for standard output.
    private func filePaths() throws -> [String]? {
        guard let output else { return nil }
        try OutputFolder.create(output)
        let ending =
            switch format {
            case .table: "txt"
            case .ndjson: "ndjson"
            case .csv: "csv"
            }
        var names = UniqueNames()
        return logs.map { output + "/" + names.name(for: $0) + "." + ending }
    }
}
