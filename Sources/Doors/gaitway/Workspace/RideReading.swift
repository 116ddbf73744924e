import ActivityRecognition
import Dispatch
import Files
import MotionTypes
import SensorLogs
import Synchronization
import Workspace

/// Finds the logs of a workspace, and reads each with the model in use, on a thread of its own.
final class RideReading: Sendable {
    private let folder: WorkspaceFolder
    private let signal = DispatchSemaphore(value: 0)
    private let hasEnded = Mutex(false)

    /// How often it looks for logs that other programs wrote.
    private static let pause = DispatchTimeInterval.seconds(5)

    init(folder: WorkspaceFolder) { self.folder = folder }

    func begin(_ service: WorkspaceService) {
        DispatchQueue(label: "workspace.rides", qos: .utility).async { [weak service] in
            while let service, !self.isOver {
                self.pass(service)
                _ = self.signal.wait(timeout: .now() + Self.pause)
            }
        }
    }

    /// Looks for logs now.
    func wake() { signal.signal() }

    func end() {
        hasEnded.withLock { $0 = true }
        wake()
    }

    var isOver: Bool { hasEnded.withLock { $0 } }

    private func pass(_ service: WorkspaceService) {
        let search = LogSearch([folder.rides])
        service.contents.withLock { contents in
            contents.readManifest(of: folder)
            if contents.library.list(self.entries(of: search)) { contents.publish() }
        }
        let model = service.model
        let unread = service.contents.withLock { $0.library.unread(by: model.name) }
        guard !unread.isEmpty else { return }
        let logs = Dictionary(search.logs.map { (ride($0.name), $0) }) { first, _ in first }
        var (news, last) = (0, ContinuousClock.now)
        for ride in unread {
            guard !isOver, service.model.name == model.name else { break }
            guard let log = logs[ride], let known = service.contents.withLock({ $0.library.entries[ride] }) else {
                continue
            }
            let entry = Self.read(log, known, model: model)
            service.contents.withLock { contents in
                contents.library.note(entry)
                news += 1
                guard .now - last > .milliseconds(500) else { return }
                contents.publish()
                (news, last) = (0, .now)
            }
        }
        let entries = service.contents.withLock { contents in
            if news > 0 { contents.publish() }
            return Array(contents.library.entries.values)
        }
        if !service.isReadOnly { WorkspaceNotes(folder: folder).save(entries) }
    }

    /// The log's path below `rides/`.
    private func ride(_ name: String) -> String {
        name.hasPrefix(folder.rides + "/") ? String(name.dropFirst(folder.rides.utf8.count + 1)) : name
    }

    private func entries(of search: LogSearch) -> [RideEntry] {
        var entries = search.logs.map { log in
            let times = log.paths.compactMap { FileStatus(path: $0)?.modified }
            return RideEntry(ride: ride(log.name), size: log.size, modified: times.max() ?? 0)
        }
        for fault in search.faults {
            guard let source = fault.source, source.hasPrefix(folder.rides + "/") else { continue }
            var entry = RideEntry(
                ride: ride(source), size: 0, modified: FileStatus(path: source)?.modified ?? 0)
            entry.problem = fault.problem
            entries.append(entry)
        }
        return entries
    }

    /// What a model answers along a log.
    private static func read(_ log: FoundLog, _ known: RideEntry, model: ActivityModel) -> RideEntry {
        var entry = RideEntry(ride: known.ride, size: known.size, modified: known.modified)
        entry.model = model.name
        do throws(InputError) {
            var options = LogOptions(readsLocation: true)
            var reader = try RecordingReader(log, options: options)
            if model.needsSpeed(for: reader) {
                options.readsSpeed = true
                reader = try RecordingReader(log, options: options)
            }
            entry.device = reader.header.device ?? ""
            entry.logger = reader.header.logger.rawValue
            entry.origin = reader.header.origin?.seconds
            var recognizer = Recognizer(
                model: model,
                options: .init(smoothing: .viterbi, reportsEveryWindow: true, origin: reader.header.origin,
                    usesSpeed: options.readsSpeed))
            var (batch, reports, picture) = (SampleBatch(), [ActivityReport](), AnswerPicture())
            while try reader.next(into: &batch) {
                recognizer.append(batch.samples)
                if !batch.fixes.isEmpty { entry.hasFixes = true }
                recognizer.takeReports(into: &reports)
            }
            recognizer.finish()
            recognizer.takeReports(into: &reports)
            for report in reports { picture.append(report) }
            let duration = reader.end.inSeconds
            entry.duration = duration
            (entry.answer, entry.doubt) = picture.texts(duration: duration)
        } catch {
            entry.problem = error.problem
        }
        return entry
    }
}
