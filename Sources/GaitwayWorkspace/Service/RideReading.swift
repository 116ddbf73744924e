// SPDX-License-Identifier: Apache-2.0
import Dispatch
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Synchronization

/// Finds the logs of a workspace, and reads each with the model in use, on a thread of its own.
package final class RideReading: Sendable {
    private let folder: WorkspaceFolder
    private let signal = DispatchSemaphore(value: 0)
    private let hasEnded = Mutex(false)
    /// The windows of the rides that were read, from which suggestions are made.
    let windows = Mutex<[ExactName: [UnlabelledStretch.Window]]>([:])
    /// The answers along the rides that were read.
    let answers = Mutex<[ExactName: SurePredictions]>([:])

    /// How often it looks for logs that other programs wrote.
    private static let pause = DispatchTimeInterval.seconds(5)

    init(folder: WorkspaceFolder) { self.folder = folder }

    package func begin(_ service: WorkspaceService) {
        DispatchQueue(label: "workspace.rides", qos: .utility).async { [weak service] in
            while let service, !self.isOver {
                self.pass(service)
                _ = self.signal.wait(timeout: .now() + Self.pause)
            }
        }
    }

    /// Looks for logs now.
    func wake() { signal.signal() }

    package func end() {
        hasEnded.withLock { $0 = true }
        wake()
    }

    var isOver: Bool { hasEnded.withLock { $0 } }

    /// Lists the logs that there are now.
    @discardableResult
    func list(_ service: WorkspaceService) -> LogSearch {
        let search = LogSearch([folder.rides], namesEach: true)
        let entries = entries(of: search)
        service.contents.withLock { contents in
            if contents.library.list(entries) { contents.publish() }
        }
        return search
    }

    private func pass(_ service: WorkspaceService) {
        service.days.store.tellChanges()
        service.readManifest()
        let search = list(service)
        let model = service.model
        let (unread, all) = service.contents.withLock { contents in
            (contents.library.unread(by: model.name), contents.library.entries.values)
        }
        // A server that starts knows the rides from its notes, but not their windows.
        let forgotten = windows.withLock { known in
            all.filter { $0.problem == nil && $0.model == model.name && known[$0.ride] == nil }.map(\.ride)
        }
        let missing = unread + forgotten.sorted()
        guard !missing.isEmpty else { return }
        let logs = Dictionary(search.logs.map { (ExactName(ride($0.name)), $0) }) { first, _ in first }
        var (news, last) = (0, ContinuousClock.now)
        for ride in missing {
            guard !isOver, service.model.name == model.name else { break }
            guard let log = logs[ride], let known = service.contents.withLock({ $0.library.entries[ride] }) else {
                continue
            }
            var seen: [UnlabelledStretch.Window] = []
            var answered = SurePredictions()
            let entry = Self.read(log, known, model: model, windows: &seen, answers: &answered)
            windows.withLock { $0[ride] = seen }
            answers.withLock { $0[ride] = answered }
            service.contents.withLock { contents in
                contents.library.note(entry)
                news += 1
                guard .now - last > .milliseconds(500) else { return }
                contents.publish()
                (news, last) = (0, .now)
            }
        }
        let read = service.contents.withLock { contents in
            if news > 0 { contents.publish() }
            return Array(contents.library.entries.values)
        }
        if !service.isReadOnly { WorkspaceNotes(folder: folder).save(read) }
    }

    /// The log's path below `rides/`.
    private func ride(_ name: String) -> String {
        name.hasPrefix(folder.rides + "/") ? String(name.dropFirst(folder.rides.utf8.count + 1)) : name
    }

    private func entries(of search: LogSearch) -> [RideEntry] {
        var entries = search.logs.map { log in
            guard log.name != folder.rides else {
                var entry = RideEntry(ride: "rides", size: log.size, modified: 0)
                entry.problem = "tables of one ride lie in rides itself; put them into a folder of their own"
                return entry
            }
            let times = log.paths.compactMap { FileStatus(path: $0)?.modified }
            return RideEntry(ride: ride(log.name), size: log.size, modified: times.max() ?? 0)
        }
        for fault in search.faults {
            guard let source = fault.source, source.hasPrefix(folder.rides + "/") else { continue }
            var entry = RideEntry(
                ride: ride(source), size: 0, modified: FileStatus(path: source)?.modified ?? 0)
            entry.problem = folder.message(fault.problem)
            entries.append(entry)
        }
        return entries
    }

    /// The probabilities of a window that is too far from the training for any.
    private static let anything = ActivityProbabilities { _ in 1 / Double(ActivityClass.allCases.count) }

    /// What a model answers along a log.
    private static func read(
        _ log: FoundLog, _ known: RideEntry, model: ActivityModel, windows: inout [UnlabelledStretch.Window],
        answers: inout SurePredictions
    ) -> RideEntry {
        var entry = RideEntry(ride: known.ride, size: known.size, modified: known.modified)
        entry.model = model.name
        do throws(InputError) {
            let reading = try LogReading(model: model, options: LogOptions(readsLocation: true)) {
                options throws(InputError) in try RecordingReader(log, options: options)
            }
            entry.device = reading.header.device ?? ""
            entry.logger = reading.header.logger.rawValue
            entry.origin = reading.header.origin?.seconds
            let reports = try reading.reports(smoothing: .viterbi, everyWindow: true) { batch in
                if !batch.fixes.isEmpty { entry.hasFixes = true }
            }
            var picture = PredictionPicture()
            for report in reports {
                picture.append(report)
                answers.append(report)
                let isFar = report.reason == UnknownReason.farFromTraining.rawValue
                guard let window = report.window, report.probabilities != nil || isFar else { continue }
                windows.append(
                    .init(
                        from: window.lowerBound.inSeconds, to: window.upperBound.inSeconds,
                        probabilities: report.probabilities ?? Self.anything, isRefused: isFar))
            }
            let duration = reading.end.inSeconds
            entry.duration = duration
            (entry.answer, entry.doubt) = picture.texts(duration: duration)
        } catch {
            entry.problem = error.problem
        }
        return entry
    }
}
