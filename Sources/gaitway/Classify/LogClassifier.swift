import ArgumentParser

/// What `gaitway classify` does: several logs side by side to activity streams.
struct LogClassifier {
    let logs: [String]
    let classification: LogClassification
    let format: ClassifyCommand.Format
    /// A folder for a file per stream; nil for standard output.
    let output: String?
    /// How many logs are read at the same time; nil for as many as processors.
    let jobs: Int?

    private var streamOutput: StreamOutput {
        StreamOutput(
            StreamWriter(
                form: classification.form, isOneOfSeveral: logs.count > 1, width: TerminalWidth.columns,
                isColoured: Terminal.showsColours))
    }

    /// Reads one log after the other on this thread: for short logs, a second one costs more to start than it saves.
    private func runAlone() throws {
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
        let jobs = min(jobs ?? Processors.count, logs.count)
        if jobs == 1 { return try runAlone() }
        let queue = StreamQueue(streamOutput)
        let files = try filePaths()
        let (logs, classification, format) = (logs, classification, format)
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
