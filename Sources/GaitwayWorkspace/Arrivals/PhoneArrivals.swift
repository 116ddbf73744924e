// SPDX-License-Identifier: Apache-2.0
import Dispatch
package import GaitwayBase
package import GaitwayLiveServer
import GaitwayStore
import GaitwayTimeline
import Glibc
import Synchronization

/// Takes what location apps push: into a journal, which is on the disk before the answer, and from there into the
/// store.
///
/// Requests that wait together share one write of the journal. The store follows each second, or less often if deriving
/// the day takes longer: it has at most a fifth of the time.
package final class PhoneArrivals: Sendable {
    /// What came from an app since the server started.
    struct Tally: Sendable {
        var requests = 0
        var records = 0
        var faults = 0
        var last: Timestamp?
        var problem: String?
    }

    private struct Waiting {
        var request: TrackerRequest
        var answer: ServedResponse
        var records: Int
        var reply: @Sendable (ServedResponse) -> Void
    }

    private struct Contents {
        var waiting: [Waiting] = []
        var isWriting = false
        var tallies: [Tracker: Tally] = [:]
        /// The bytes of requests that are in the journal and not in the store.
        var behind = 0
        var isDraining = false
        var problem: String?
        /// Tells waiting pages that the counts changed.
        var publish: @Sendable () -> Void = {}
        /// Takes the name of a file that was put aside, and why.
        var tell: @Sendable (String, String) -> Void = { _, _ in }
    }

    private let folder: WorkspaceFolder
    private let store: DayStore
    private let care: ArrivalGuard
    private let contents = Mutex(Contents())
    private let writer = DispatchQueue(label: "workspace.arrivals")
    private let keeper = DispatchQueue(label: "workspace.arrivals.store", qos: .utility)
    /// Used on ``writer`` alone.
    private nonisolated(unsafe) let journal: ArrivalJournal

    /// More than this many bytes wait for the store only if it cannot be written.
    private static let mostBehind = 256 << 20

    init(folder: WorkspaceFolder, store: DayStore) {
        self.folder = folder
        self.store = store
        care = ArrivalGuard("phones", folder: folder)
        journal = ArrivalJournal(folder: Self.journal(of: folder))
    }

    private static func journal(of folder: WorkspaceFolder) -> String { folder.inbox + "/.arrivals" }

    /// Puts what a killed server left into the store. `tell` takes the name of a file that was put aside, and why.
    package func begin(_ publish: @escaping @Sendable () -> Void, tell: @escaping @Sendable (String, String) -> Void) {
        contents.withLock { ($0.publish, $0.tell) = (publish, tell) }
        guard !ArrivalJournal.left(in: Self.journal(of: folder)).isEmpty else { return }
        contents.withLock { $0.isDraining = true }
        keeper.async { self.drain() }
    }

    /// Begins to put the rest into the store. What a server that ends does not put there, the next one does.
    func end(_ group: DispatchGroup) {
        keeper.async(group: group) {
            if self.contents.withLock({ $0.problem == nil }) { self.drain(isLast: true) }
            self.care.end()
        }
    }

    // MARK: Requests

    /// Answers a request of an app once its content is on the disk.
    package func take(
        _ tracker: Tracker, _ request: ServedRequest, at now: Timestamp,
        reply: @escaping @Sendable (ServedResponse) -> Void
    ) {
        do {
            let names = [request.fields["x-limit-u"], request.fields["x-limit-d"]].compactMap(\.self)
            let kept = try TrackerRequest(
                tracker, fields: request.query, device: names.isEmpty ? nil : names.joined(separator: "/"),
                body: request.body, received: now)
            let pushed = try kept.content().pushed
            note(pushed.faults, count: pushed.faultCount, of: tracker)
            if pushed.usable == 0 {
                // Sensor Logger's samples were taken, so that it need not send them again.
                if let fault = pushed.faults.first, tracker != .sensorLogger {
                    return reply(.problem(fault, in: folder))
                }
                return reply(Self.answer(tracker, []))
            }
            let answer = Self.answer(tracker, pushed.faults)
            take(Waiting(request: kept, answer: answer, records: pushed.usable, reply: reply))
        } catch {
            note([error], count: 1, of: tracker)
            reply(.problem(error, in: folder))
        }
    }

    private func take(_ waiting: Waiting) {
        let (isFull, isFirst) = contents.withLock { contents in
            guard contents.behind < Self.mostBehind else { return (true, false) }
            contents.waiting.append(waiting)
            defer { contents.isWriting = true }
            return (false, !contents.isWriting)
        }
        if isFull {
            return waiting.reply(
                .problem(WorkspaceRefusal(503, "The store cannot be written.", "See the server's messages.")))
        }
        if isFirst { writer.async { self.write() } }
    }

    /// What an app expects; the faults of records that were left out stand beside it.
    private static func answer(_ tracker: Tracker, _ faults: [InputError]) -> ServedResponse {
        // OwnTracks takes an array of messages for the phone.
        guard tracker != .ownTracks else { return .json { $0.array { _ in } } }
        guard tracker != .sensorLogger else { return .object { _ in } }
        return .object { json in
            json.add("result", "ok")
            if !faults.isEmpty { json.add("leftOut", faults.map(\.description)) }
        }
    }

    private func note(_ faults: [InputError], count: Int, of tracker: Tracker) {
        guard let first = faults.first else { return }
        contents.withLock { contents in
            contents.tallies[tracker, default: Tally()].faults += count
            contents.tallies[tracker]?.problem = first.description
        }
    }

    // MARK: The journal

    /// Writes all requests that wait, and answers them in order.
    private func write() {
        while true {
            let group = contents.withLock { contents in
                defer { contents.waiting = [] }
                if contents.waiting.isEmpty { contents.isWriting = false }
                return contents.waiting
            }
            guard !group.isEmpty else { return }
            do throws(OutputError) {
                try journal.append(group.map(\.request))
            } catch {
                for waiting in group { waiting.reply(.problem(error, in: folder)) }
                continue
            }
            let isFirst = contents.withLock { contents in
                for waiting in group {
                    contents.tallies[waiting.request.tracker, default: Tally()].requests += 1
                    contents.tallies[waiting.request.tracker]?.records += waiting.records
                    contents.tallies[waiting.request.tracker]?.last = waiting.request.received
                    contents.behind += waiting.request.body.utf8.count + 256
                }
                defer { contents.isDraining = true }
                return !contents.isDraining
            }
            for waiting in group { waiting.reply(waiting.answer) }
            if isFirst { keeper.asyncAfter(deadline: .now() + .milliseconds(200)) { self.drain() } }
        }
    }

    // MARK: The store

    /// Puts the journal's files into the store, and deletes them.
    private func drain(isLast: Bool = false) {
        let start = ContinuousClock.now
        let taken = writer.sync { () -> Int in
            _ = journal.end()
            return contents.withLock { $0.behind }
        }
        do {
            for path in ArrivalJournal.left(in: Self.journal(of: folder)) {
                try keep(ArrivalJournal.requests(of: path), in: path)
                try OutputFile.remove(path)
            }
            contents.withLock { contents in
                contents.behind -= taken
                contents.problem = nil
            }
        } catch {
            let text = folder.message("\(error)")
            if contents.withLock({ exchange(&$0.problem, with: text) }) != text { Diagnostics.error(error) }
        }
        contents.withLock { $0.publish }()
        guard !isLast else { return }
        let goesOn = contents.withLock { contents in
            contents.isDraining = contents.behind > 0 || contents.problem != nil
            return contents.isDraining
        }
        let pause = max(.seconds(1), (.now - start) * 4)
        if goesOn {
            keeper.asyncAfter(deadline: .now() + .nanoseconds(Int(pause.wholeNanoseconds))) { self.drain() }
        }
    }

    /// Adds requests to the store in one transaction. If they cannot be kept together, each source is tried alone, then
    /// each half of its requests. What cannot be kept alone is put aside.
    private func keep(_ requests: [TrackerRequest], in path: String) throws {
        do {
            _ = try care.keep(path) {
                do {
                    try ArrivalFile.keep(requests, in: store)
                } catch let error as InputError {
                    throw ArrivalFault(error, store: store, folder: folder) ?? error
                }
                return ""
            }
        } catch let fault as ArrivalFault {
            let sources = Dictionary(grouping: requests) { $0.source(of: (try? $0.content())?.device) }
            if sources.count < 2, requests.count < 2 || fault.isStrange { return try putAside(requests, fault.text) }
            let half = requests.count / 2
            let parts =
                sources.count > 1
                ? sources.keys.sorted().map { sources[$0] ?? [] }
                : [Array(requests[..<half]), Array(requests[half...])]
            for part in parts {
                // A process of its own reads them from a file.
                let file = Self.journal(of: folder) + "/part.ndjson"
                try OutputFile.save(Self.lines(part), to: file)
                defer { try? OutputFile.remove(file) }
                try keep(part, in: file)
            }
        }
    }

    private static func lines(_ requests: [TrackerRequest]) -> [UInt8] {
        var bytes: [UInt8] = []
        for request in requests { JSONWriter.appendLine(to: &bytes) { request.write(to: &$0) } }
        return bytes
    }

    private func putAside(_ requests: [TrackerRequest], _ fault: String) throws(OutputError) {
        try OutputFolder.create(folder.inbox + "/failed")
        let stamp = requests.first?.received.nanoseconds ?? 0
        var (name, number) = ("\(ArrivalFile.phones)\(stamp).ndjson", 1)
        func path(_ name: String) -> String { folder.inbox + "/failed/" + name }
        while FileStatus(path: path(name)) != nil || FileStatus(path: path(name) + ".txt") != nil {
            number += 1
            name = "\(ArrivalFile.phones)\(stamp)-\(number).ndjson"
        }
        try OutputFile.save(Self.lines(requests), to: path(name), replaces: false)
        try OutputFile.save(Array((fault + "\n").utf8), to: path(name) + ".txt", replaces: false)
        let tracker = requests.first?.tracker
        let tell = contents.withLock { contents in
            if let tracker { contents.tallies[tracker, default: Tally()].problem = fault }
            return contents.tell
        }
        tell(name, fault)
    }

    /// Writes the counts of each app.
    package func write(to json: inout JSONWriter) {
        let (tallies, problem) = contents.withLock { ($0.tallies, $0.problem) }
        json.object("trackers") { json in
            for tracker in Tracker.allCases {
                let tally = tallies[tracker] ?? Tally()
                json.object(tracker.rawValue) { json in
                    json.add("requests", tally.requests)
                    json.add("records", tally.records)
                    json.add("leftOut", tally.faults)
                    json.add("last", tally.last.map { Double($0.nanoseconds) / 1e9 }, places: 3)
                    json.add("problem", tally.problem)
                }
            }
        }
        json.add("storeProblem", problem)
    }
}
