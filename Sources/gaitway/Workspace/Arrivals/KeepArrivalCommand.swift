// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayRecognition
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace
import Glibc

/// `gaitway keep-arrival`: what a server starts to derive the days from one file of arrivals apart from itself.
struct KeepArrivalCommand: ParsableCommand {
    static let name = "keep-arrival"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Puts a file into a workspace's store, for the server.", shouldDisplay: false)

    @Argument(help: ArgumentHelp("The workspace.", valueName: "dir")) var folder: String
    @Argument(help: ArgumentHelp("The arrivals.", valueName: "file")) var file: String

    func run() throws {
        let folder = WorkspaceFolder(path: folder)
        let store = DayStore(path: folder.life, isReadOnly: false)
        do {
            try StandardOutput.print(ArrivalFile(path: file).keep(in: store, of: folder))
        } catch let fault as ArrivalFault {
            try StandardOutput.print(fault.text)
            throw ExitCode(fault.isStrange ? ArrivalProcess.strange : ArrivalProcess.refused)
        } catch {
            try StandardOutput.print(folder.message("\(error)"))
            throw ExitCode(ArrivalProcess.failed)
        }
    }
}

/// A file for the store: a track, or requests of phones.
struct ArrivalFile {
    let path: String

    /// The beginning of the names of files with requests that were put aside.
    static let phones = "phones-"

    /// The name of a file of requests is that of the journal, or that of one that was put aside.
    private var hasRequests: Bool {
        path.hasSuffix(".ndjson") && (path.contains("/.arrivals/") || path.contains("/" + Self.phones))
    }

    /// Puts its content into the store.
    ///
    /// - Returns: what was new; empty for requests.
    /// - Throws: ``ArrivalFault`` if the file is at fault; other errors of the store or the disk.
    func keep(in store: DayStore, of folder: WorkspaceFolder) throws -> String {
        do {
            if hasRequests {
                try Self.keep(ArrivalJournal.requests(of: path), in: store)
                return ""
            }
            var lines: [String] = []
            try store.write { database in
                let timeline = StoredTimeline(
                    database: database, options: LogOptions(), origin: nil,
                    tell: { lines.append($0.replacing(path + ": ", with: "")) })
                _ = try timeline.add([path], activities: nil)
            }
            return lines.joined(separator: "; ")
        } catch let error as InputError {
            throw ArrivalFault(error, store: store, folder: folder) ?? error
        }
    }

    /// Adds requests to the store in one transaction.
    static func keep(_ requests: [TrackerRequest], in store: DayStore) throws {
        var inputs: [String: TimelineInput] = [:]
        var finished: [TimelineInput] = []
        for request in requests {
            // It was read before it was kept.
            guard let (pushed, device) = try? request.content(), let track = try? pushed.track() else { continue }
            let source = request.source(of: device)
            let parts = StoredTimeline.inputs(of: track, source: source)
            for part in parts where part.timeline != nil { finished.append(part) }
            guard let part = parts.first else { continue }
            inputs[source, default: TimelineInput(source: source)].fixes += part.fixes
            inputs[source]?.reports += part.reports
            inputs[source]?.derivedFixes += part.derivedFixes
            inputs[source]?.claims += part.claims
        }
        guard !inputs.isEmpty else { return }
        let all = inputs.keys.sorted().compactMap { inputs[$0] } + finished
        _ = try store.write { try $0.add(together: all) }
    }
}
