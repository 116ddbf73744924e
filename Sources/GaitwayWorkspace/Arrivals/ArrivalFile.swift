// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayRecognition
internal import GaitwayStore
internal import GaitwayTimeline

/// A file for the store: a track, or requests of phones.
package struct ArrivalFile {
    package let path: String

    package init(path: String) {
        self.path = path
    }

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
    package func keep(in store: DayStore, of folder: WorkspaceFolder) throws -> String {
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
