// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition
import GaitwayReports

/// The work of `gaitway classify`: turns logs into activity streams, side by side.
package struct LogClassifier {
    /// The logs that were found at the paths of the user.
    let search: LogSearch
    let classification: LogClassification
    /// A file for all streams; nil for standard output.
    let file: String?
    /// A folder for a file per stream; nil for one output.
    let folder: String?
    /// The page of the one log; nil for none.
    let report: LogReport?
    /// Whether existing files are replaced.
    let replaces: Bool
    /// How many logs are read at the same time, and by how many threads; nil for one per processor.
    let jobs: Int?
    /// Whether notes on standard error are printed for each log instead of grouped.
    let showsAllNotes: Bool

    private var logs: [FoundLog] { search.logs }
    /// Whether there are several logs or faults.
    private var isOneOfSeveral: Bool { logs.count + search.faults.count > 1 }

    package init(
        search: LogSearch, classification: LogClassification, file: String?, folder: String?, report: LogReport?,
        replaces: Bool, jobs: Int?, showsAllNotes: Bool
    ) {
        self.search = search
        self.classification = classification
        self.file = file
        self.folder = folder
        self.report = report
        self.replaces = replaces
        self.jobs = jobs
        self.showsAllNotes = showsAllNotes
    }

    /// Reads the logs, and writes their streams; throws `failure` if a log could not be read.
    package func run(orThrow failure: any Error) async throws {
        let files = try filePaths()
        try await ResultFile.taking(file, replaces: replaces) {
            if try await !classify(into: files) { throw failure }
        }
    }

    /// Whether each log could be read.
    private func classify(into files: [StreamPath]?) async throws -> Bool {
        precondition(report == nil || logs.count <= 1, "a page shows one log")
        let only = isOneOfSeveral ? nil : logs.first.map { FileName.last(StandardInput.name(of: $0.name)) }
        let progress = LogProgress(sizes: logs.map(\.size), only: only)
        let output = StreamOutput(
            StreamWriter(
                form: classification.form, isOneOfSeveral: logs.count > 1, width: TerminalWidth.columns,
                isColoured: Terminal.showsColours, zone: classification.zone),
            isMuted: report?.takesStandardOutput == true && !OutputPlan.isFile(file),
            groups: isOneOfSeveral || logs.first?.comesOnce != true
                ? Diagnostics.groups(isGrouping: isOneOfSeveral && !showsAllNotes) : nil,
            keepsFaults: isOneOfSeveral, progress: progress)
        var tally = LogTally(notRead: search.faults.count)
        let threads = jobs ?? Processors.count
        let jobs = min(threads, logs.count)
        var classification = classification
        // If processors are left over, each log uses more than one.
        classification.hasThreads = threads >= 2 * jobs
        if jobs <= 1 {
            try runAlone(classification, output, files, progress, &tally)
        } else {
            try await run(jobs, classification, output, files, progress, &tally)
        }
        if isOneOfSeveral { Diagnostics.note(tally.text) }
        return !tally.isFaulty
    }

    /// Reads one log after the other on this thread. For short logs, another thread costs more than it saves.
    private func runAlone(
        _ classification: LogClassification, _ output: StreamOutput, _ files: [StreamPath]?, _ progress: LogProgress,
        _ tally: inout LogTally
    ) throws {
        var output = output
        do {
            try output.write(search.faults.map { .error($0) })
            for (index, log) in logs.enumerated() {
                tally.add(try classification.classifyAlone(log, into: &output, file: files?[index], report: report))
                progress.add(size: log.size)
            }
        } catch {
            try output.finish(after: error)
            throw error
        }
        try output.finish()
    }

    /// Reads logs side by side.
    private func run(
        _ jobs: Int, _ classification: LogClassification, _ output: StreamOutput, _ files: [StreamPath]?,
        _ progress: LogProgress, _ tally: inout LogTally
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
                    progress.add(size: size)
                    start()
                }
                return tally
            }
        } catch {
            try await queue.end(after: error)
            throw error
        }
        try await queue.end()
    }

    /// The checked path of each log's stream; nil for standard output. The path of the page is checked, too.
    private func filePaths() throws -> [StreamPath]? {
        guard file != nil || folder != nil || report != nil else { return nil }
        var inputs = LogFiles.inputs(of: logs)
        for path in report?.otherInputs ?? [] { inputs.add(path, withContents: false) }
        var plan = OutputPlan(inputs: inputs)
        for path in report?.paths ?? [] { try plan.add(path, replaces: replaces) }
        if let file { try plan.add(file, replaces: replaces) }
        guard let folder else { return nil }
        let ending =
            switch classification.form.format {
            case .table: "txt"
            case .ndjson: "ndjson"
            case .csv: "csv"
            }
        let paths = try LogFiles.paths(
            of: logs, in: folder, ending: ending, inputs: inputs, replaces: replaces, plan: &plan)
        return paths.map { StreamPath(path: $0, replaces: replaces) }
    }
}
