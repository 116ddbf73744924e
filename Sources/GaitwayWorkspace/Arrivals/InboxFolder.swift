// SPDX-License-Identifier: Apache-2.0
import Dispatch
import GaitwayBase
import GaitwayLiveServer
import Glibc
import Synchronization

/// Watches the folder `inbox/`: a file that has stopped growing goes into the store, and then to `inbox/done/`, or with
/// the reason to `inbox/failed/`.
final class InboxFolder: Sendable {
    /// What became of a file.
    private struct Outcome: Sendable {
        var name: String
        var text: String
        var isDone: Bool
    }

    private struct Contents: Sendable {
        var waiting = 0
        var reading: String?
        var outcomes: [Outcome] = []
        var problem: String?
        var hasEnded = false
        var publish: @Sendable () -> Void = {}
    }

    private let folder: WorkspaceFolder
    private let store: DayStore
    private let care: ArrivalGuard
    private let contents = Mutex(Contents())
    private let signal = DispatchSemaphore(value: 0)

    /// The number of outcomes that the page shows.
    private static let mostOutcomes = 50

    init(folder: WorkspaceFolder, store: DayStore) {
        self.folder = folder
        self.store = store
        care = ArrivalGuard("inbox", folder: folder)
    }

    func begin(_ publish: @escaping @Sendable () -> Void) {
        contents.withLock { $0.publish = publish }
        DispatchQueue(label: "workspace.inbox", qos: .utility).async { [self] in
            var watch = InboxWatch()
            while !contents.withLock({ $0.hasEnded }) {
                pass(&watch)
                _ = signal.wait(timeout: .now() + 1)
            }
        }
    }

    func end() {
        contents.withLock { $0.hasEnded = true }
        signal.signal()
        if care.isCareful { care.end() }
    }

    private func publish() { contents.withLock { $0.publish }() }

    private func pass(_ watch: inout InboxWatch) {
        let listing = try? FolderListing(path: folder.inbox)
        var files: [String: InboxWatch.Look] = [:]
        for name in listing?.names ?? [] where !name.hasPrefix(".") {
            // A link might lead out of the workspace, and a folder is never known to be whole.
            let status = FileStatus(path: folder.inbox + "/" + name, followsLinks: false)
            guard let status, status.kind == .file else { continue }
            files[name] = InboxWatch.Look(size: status.size, modified: status.modified)
        }
        let whole = watch.take(files, at: ServerClock.system.now())
        let isNews = contents.withLock { contents in
            defer { contents.waiting = files.count }
            return contents.waiting != files.count
        }
        if isNews { publish() }
        for name in whole where !contents.withLock({ $0.hasEnded }) {
            if let name = renamed(name) { add(name) }
        }
    }

    /// The name of a file; one that is not UTF-8 gets another, for pages and the folders of what was kept. Nil if
    /// it cannot.
    private func renamed(_ name: String) -> String? {
        guard ForeignName.isForeign(name) else { return name }
        do throws(OutputError) {
            let wanted = WorkspaceFolder.fileName(ForeignName.shown(name))
            var (free, number) = (wanted, 1)
            while try !OutputFile.move(folder.inbox + "/" + name, to: folder.inbox + "/" + free) {
                number += 1
                free = "\(number)-\(wanted)"
            }
            Diagnostics.line("gaitway: inbox: the name \(QuotedText.text(name)) is not UTF-8; the file is \(free) now")
            return free
        } catch {
            Diagnostics.error(error)
            return nil
        }
    }

    private func add(_ name: String) {
        contents.withLock { $0.reading = name }
        publish()
        defer {
            contents.withLock { $0.reading = nil }
            publish()
        }
        let path = folder.inbox + "/" + name
        do {
            do {
                let text = try care.keep(path) { try ArrivalFile(path: path).keep(in: store, of: folder) }
                try move(name, to: "done")
                note(Outcome(name: name, text: text, isDone: true))
            } catch let fault as ArrivalFault {
                try save(fault.text, reason: move(name, to: "failed"))
                refuse(name, fault.text)
            }
        } catch {
            // The store or the disk fails: the file stays, and is tried again.
            let text = folder.message("\(error)")
            if contents.withLock({ exchange(&$0.problem, with: text) }) != text { Diagnostics.error(error) }
        }
    }

    /// Notes a file that was put aside.
    func refuse(_ name: String, _ text: String) { note(Outcome(name: name, text: text, isDone: false)) }

    private func note(_ outcome: Outcome) {
        Diagnostics.line("gaitway: \(outcome.name): \(outcome.text)")
        contents.withLock { contents in
            contents.problem = nil
            contents.outcomes.append(outcome)
            if contents.outcomes.count > Self.mostOutcomes { contents.outcomes.removeFirst() }
        }
    }

    /// Moves a file, and returns its name there; one of the same name that is there already stays, and the new one gets
    /// a number.
    @discardableResult
    private func move(_ name: String, to place: String) throws(OutputError) -> String {
        let target = folder.inbox + "/" + place
        try OutputFolder.create(target)
        // A number and the ending of its reason fit behind it, and the name of the reason is free, too.
        let wanted = name.utf8.count > 240 ? WorkspaceFolder.fileName(name) : name
        var (free, number) = (wanted, 1)
        while true {
            if FileStatus(path: "\(target)/\(free).txt", followsLinks: false) == nil,
                try OutputFile.move(folder.inbox + "/" + name, to: target + "/" + free)
            {
                return free
            }
            number += 1
            free = "\(number)-\(wanted)"
        }
    }

    /// Writes why a file failed beside it.
    private func save(_ text: String, reason name: String) throws(OutputError) {
        let path = "\(folder.inbox)/failed/\(name).txt"
        try OutputFile.save(Array((text + "\n").utf8), to: path, replaces: false)
    }

    /// Writes what waits, what is read now, and what became of the last files, the newest first.
    func write(to json: inout JSONWriter) {
        let now = contents.withLock { $0 }
        json.object("inbox") { json in
            json.add("waiting", now.waiting)
            json.add("reading", now.reading)
            json.add("problem", now.problem)
            json.objects("files", now.outcomes.reversed()) { outcome, json in
                json.add("name", outcome.name)
                json.add("isDone", outcome.isDone)
                json.add("text", outcome.text)
            }
        }
    }
}
