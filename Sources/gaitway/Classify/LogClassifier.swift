import ArgumentParser
import FileWriting
import SensorLogs
import TextReports

/// What `gaitway classify` does: logs side by side to activity streams.
struct LogClassifier {
    /// What the user named, searched.
    let search: LogSearch
    let classification: LogClassification
    /// A folder for a file per stream; nil for standard output.
    let output: String?
    /// The page of the one log; nil for none.
    let report: LogReport?
    /// Whether files that are there give way.
    let replaces: Bool
    /// How many logs are read at the same time, and how many threads read them; nil for as many as processors.
    let jobs: Int?
    /// Whether each log has lines of its own on standard error.
    let isVerbose: Bool

    private var logs: [FoundLog] { search.logs }
    /// Whether there is more than one thing to tell about.
    private var isOneOfSeveral: Bool { logs.count + search.faults.count > 1 }

    /// Reads the logs.
    func run() async throws {
        let files = try filePaths()
        precondition(report == nil || logs.count <= 1, "a page shows one log")
        let progress = isOneOfSeveral ? LogProgress(sizes: logs.map(\.size)) : nil
        let output = StreamOutput(
            StreamWriter(
                form: classification.form, isOneOfSeveral: logs.count > 1, width: TerminalWidth.columns,
                isColoured: Terminal.showsColours, zone: classification.zone),
            isMuted: report?.takesStandardOutput == true,
            groups: isOneOfSeveral ? DiagnosticGroups(isGrouping: !isVerbose) : nil, progress: progress)
        var tally = LogTally(notRead: search.faults.count)
        let threads = jobs ?? Processors.count
        let jobs = min(threads, logs.count)
        var classification = classification
        // Where processors are left over, each log takes more than one.
        classification.hasThreads = threads >= 2 * jobs
        if jobs <= 1 {
            try runAlone(classification, output, files, progress, &tally)
        } else {
            try await run(jobs, classification, output, files, progress, &tally)
        }
        if isOneOfSeveral { Diagnostics.error(tally.text) }
        if tally.isFaulty { throw ExitCode(ExitStatus.badInput) }
    }

    /// Reads one log after the other on this thread: for short logs, a second one costs more to start than it saves.
    private func runAlone(
        _ classification: LogClassification, _ output: StreamOutput, _ files: [StreamPath]?, _ progress: LogProgress?,
        _ tally: inout LogTally
    ) throws {
        var output = output
        do {
            try output.write(search.faults.map { .error($0) })
            for (index, log) in logs.enumerated() {
                tally.add(try classification.classifyAlone(log, into: &output, file: files?[index], report: report))
                progress?.add(size: log.size)
            }
        } catch {
            output.finish(after: error)
            throw error
        }
        output.finish()
    }

    /// Reads logs side by side.
    private func run(
        _ jobs: Int, _ classification: LogClassification, _ output: StreamOutput, _ files: [StreamPath]?,
        _ progress: LogProgress?, _ tally: inout LogTally
    ) async throws {
        var output = output
        try output.write(search.faults.map { .error($0) })
        let queue = StreamQueue(output)
        let logs = logs
        do {
            tally = try await withThrowingTaskGroup(of: (LogOutcome, size: Int).self) { [tally] group in
                var next = 0
                func start() {
                    guard next < logs.count else { return }
                    let index = next
                    next += 1
                    group.addTask {
                        let stream = LogStream(index, of: queue)
                        let outcome = try await classification.classify(logs[index], into: stream, file: files?[index])
                        return (outcome, logs[index].size)
                    }
                }
                for _ in 0..<jobs { start() }
                var tally = tally
                while let (outcome, size) = try await group.next() {
                    tally.add(outcome)
                    progress?.add(size: size)
                    start()
                }
                return tally
            }
        } catch {
            await queue.end(after: error)
            throw error
        }
        await queue.end()
    }

    /// Where each log's stream is written, checked, as the page is; nil for standard output.
    private func filePaths() throws -> [StreamPath]? {
        guard output != nil || report != nil else { return nil }
        if let output { try OutputFolder.check(output) }
        var inputs = InputFiles()
        for path in Set(logs.flatMap(\.paths)) + (report?.otherInputs ?? []) { inputs.add(path, withContents: false) }
        var plan = OutputPlan(inputs: inputs)
        if let report { try plan.add(report.path, replaces: replaces) }
        guard let output else { return nil }
        guard !inputs.contains(output) else {
            throw OutputError(
                path: output, problem: "is the folder of a ride that is read", remedy: "write to another folder")
        }
        let ending =
            switch classification.form.format {
            case .table: "txt"
            case .ndjson: "ndjson"
            case .csv: "csv"
            }
        let folder = output.hasSuffix("/") ? output : output + "/"
        let paths = LogNames(logs.map(\.name)).names.map { folder + $0 + "." + ending }
        if FileIdentity(path: output) != nil { for path in paths { try plan.add(path, replaces: replaces) } }
        return paths.map { StreamPath(path: $0, replaces: replaces) }
    }
}
