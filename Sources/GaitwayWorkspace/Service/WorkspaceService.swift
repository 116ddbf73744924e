// SPDX-License-Identifier: Apache-2.0
import Dispatch
package import GaitwayBase
import GaitwayEvaluation
package import GaitwayLiveServer
package import GaitwayPages
package import GaitwayRecognition
import Synchronization

/// The workspace of a server: reads and writes its files, and answers the requests of the page.
///
/// Every call may come from any thread. What the requests see is one value behind one lock, which no work holds. Files
/// change behind another lock, one change at a time. Each kind of work has a queue, so that none waits for another.
package final class WorkspaceService: ServedApplication {
    package let folder: WorkspaceFolder
    package let isReadOnly: Bool
    /// The page's build; a page that was served by another one asks to be loaded again.
    package let program: String
    /// What lies below the paths on maps.
    package let ground: WorkspaceGround
    let contents: Mutex<WorkspaceContents>
    package let alerts = AlertRoom()
    package let days: DayService
    let changing: Mutex<ChangeState>
    private let chosen: Mutex<Chosen>
    private let streets: Mutex<Bool>
    let names: StreetNaming
    let train: TrainingOrder.Run
    private let lock: WorkspaceLock?
    private let work = DispatchQueue(label: "workspace", attributes: .concurrent)
    // A queue of one thread at a time gets a thread of its own, whatever the others do.
    private let phones = DispatchQueue(label: "workspace.phones")
    private let changes = DispatchQueue(label: "workspace.changes")
    private let pages = DispatchQueue(label: "workspace.pages", qos: .utility)
    package let reader: RideReading
    let look = FirstLook()
    /// Fixes that phones push, and files for the store.
    package let arrivals: PhoneArrivals
    let inbox: InboxFolder

    private struct Chosen {
        var model: ActivityModel
        var file: String?
        /// Why the chosen model is not in use; nil if it is.
        var problem: InputError?
    }

    /// The workspace of a folder, which is made if it does not exist. A file that cannot be read is told on the page.
    ///
    /// - Throws: `OutputError` if the folder cannot be used.
    package init(
        folder: WorkspaceFolder, isReadOnly: Bool, program: String, ground: WorkspaceGround,
        streetNames: StreetNames = .openStreetMap, train: @escaping TrainingOrder.Run
    ) throws {
        self.folder = folder
        self.train = train
        self.isReadOnly = isReadOnly
        self.program = program
        self.ground = ground
        lock = isReadOnly ? nil : try folder.lock()
        let notes = WorkspaceNotes(folder: folder)
        var problems: [InputError] = []
        let settings = notes.settings(noting: &problems)
        let file = settings.modelFile
        streets = Mutex(settings.hasStreets)
        names = StreetNaming(streetNames, agreed: settings.streetNames)
        do throws(InputError) {
            chosen = Mutex(try Self.model(file, in: folder))
        } catch {
            chosen = Mutex(Chosen(model: try DefaultModel.load(), file: nil, problem: error.inSource(file ?? "")))
        }
        let library = notes.library(noting: &problems)
        contents = Mutex(WorkspaceContents(library: library, problems: problems))
        changing = Mutex(ChangeState(journal: HistoryJournal(path: notes.history)))
        reader = RideReading(folder: folder)
        days = DayService(folder: folder, isReadOnly: isReadOnly)
        arrivals = PhoneArrivals(folder: folder, store: days.store)
        inbox = InboxFolder(folder: folder, store: days.store)
        readManifest()
        days.store.onChange { [weak self] in self?.contents.withLock { $0.publish() } }
    }

    private static func model(_ file: String?, in folder: WorkspaceFolder) throws(InputError) -> Chosen {
        guard let file, file.hasPrefix("models/"), let path = try? WorkspaceFolder.path(of: file, in: folder.path),
            FileStatus(path: path) != nil
        else { return Chosen(model: try DefaultModel.load()) }
        return Chosen(model: try ActivityModel(json: FileBytes.read(path), source: file), file: file)
    }

    /// Begins to read the rides, and continues a job that a server left.
    package func begin(_ reach: ServerReach) {
        contents.withLock { $0.reach = reach }
        reader.begin(self)
        guard !isReadOnly else { return }
        RideUpload.removeOld(in: folder, now: ServerClock.system.wall())
        resumeJob()
        let publish: @Sendable () -> Void = { [weak self] in self?.contents.withLock { $0.publish() } }
        arrivals.begin(publish) { [inbox] in inbox.refuse($0, $1) }
        inbox.begin(publish)
    }

    // MARK: The model in use

    package var model: ActivityModel { chosen.withLock { $0.model } }
    var modelFile: String? { chosen.withLock { $0.file } }

    /// What cannot be read: notes of a former server, and the model that was chosen.
    var problems: [InputError] {
        let known = contents.withLock { $0.problems }
        return known + chosen.withLock { [$0.problem].compactMap(\.self) }
    }

    /// Uses another model for phones and rides, which can be taken back.
    package func use(_ file: String?) throws {
        let choice = ChangeHistory.Choice(before: modelFile, after: file)
        // Who chooses the built-in model gives up one that cannot be read.
        guard choice.before != choice.after else { return try take(choice) }
        var change = ChangeHistory.Change(name: "use of \(file.map(FileName.last) ?? "the built-in model")")
        change.model = choice
        try self.change { _ in change }
    }

    /// Takes the model of a change into use.
    func take(_ choice: ChangeHistory.Choice) throws {
        guard modelFile == choice.before else {
            throw WorkspaceRefusal(409, "Another model is in use meanwhile.", "Choose the model in Models.")
        }
        let new = try Self.model(choice.after, in: folder)
        if choice.after != nil, new.file == nil {
            throw InputError(
                .unreadable, source: choice.after, problem: "the model does not exist", remedy: "load the list again")
        }
        chosen.withLock { $0 = new }
        try saveSettings()
        contents.withLock { $0.publish() }
        reader.wake()
    }

    func saveSettings() throws {
        let chosen = WorkspaceNotes.Settings(
            modelFile: modelFile, hasStreets: streets.withLock { $0 }, streetNames: names.agreed)
        try WorkspaceNotes(folder: folder).save(chosen)
    }

    // MARK: Streets

    /// Whether a person said yes to streets on the maps; nil if the maps have tiles already, or nothing may change.
    package var hasStreets: Bool? { ground.tiles == nil && !isReadOnly ? streets.withLock { $0 } : nil }

    /// The server of the maps' tiles; nil for maps without them.
    package var tiles: TileServer? { ground.tiles ?? (hasStreets == true ? .openStreetMap : nil) }

    func show(streets isWanted: Bool) throws {
        streets.withLock { $0 = isWanted }
        try saveSettings()
    }

    // MARK: Requests

    package func methods(at path: String) -> [String] {
        if ground.tile(at: path) != nil { return ["GET", "HEAD"] }
        return Self.tracker(path)?.methods ?? WorkspaceRoute(path: path)?.methods ?? DayRoute(path: path)?.methods ?? []
    }

    private static func tracker(_ path: String) -> Tracker? {
        path.hasPrefix("/track/") ? Tracker(rawValue: String(path.dropFirst(7))) : nil
    }

    package func answer(_ request: ServedRequest, reply: @escaping @Sendable (ServedResponse) -> Void) {
        if let tracker = Self.tracker(request.path) { return take(tracker, request, reply) }
        if let tile = ground.tile(at: request.path) {
            work.async { reply(self.answer(request) { _ in try self.ground.answer(tile) }) }
            return
        }
        if let route = DayRoute(path: request.path) {
            if route == .zones, request.method == "POST" {
                changes.async { reply(self.answer(request, self.saveZones)) }
                return
            }
            work.async { reply(self.answer(request) { try self.days.answer(route, request, $0) }) }
            return
        }
        guard let route = WorkspaceRoute(path: request.path) else { return reply(.notFound) }
        if route == .changes { return hold(until: request.query["after"].flatMap { Int($0, in: .any) } ?? -1, reply) }
        if [.alerts, .try, .scenario].contains(route) {
            Task { reply(await self.answerAlerts(route, request)) }
            return
        }
        let queue =
            switch route {
            case .labels, .about, .undo, .redo, .policy, .places, .accept, .remove, .use: changes
            case .export, .samples: pages
            case .ride where request.query["labels"] == nil && preview(request) == nil: pages
            default: work
            }
        queue.async {
            reply(
                self.answer(request, isFile: [.upload, .inbox].contains(route)) { try self.answer(route, request, $0) })
        }
    }

    /// What `make` answers to the request's JSON.
    private func answer(
        _ request: ServedRequest, isFile: Bool = false, _ make: (JSONElement) throws -> ServedResponse
    ) -> ServedResponse {
        do {
            if request.method == "POST", isReadOnly { throw WorkspaceRefusal.readOnly }
            let isEmpty = request.body.isEmpty || isFile
            var json = JSONReader(isEmpty ? Array("{}".utf8) : request.body)
            return try make(json.element())
        } catch {
            return .problem(error, in: folder)
        }
    }

    private func take(
        _ tracker: Tracker, _ request: ServedRequest, _ reply: @escaping @Sendable (ServedResponse) -> Void
    ) {
        guard isReadOnly else {
            return phones.async { self.arrivals.take(tracker, request, at: ServerClock.system.wall(), reply: reply) }
        }
        // A phone that sends samples goes on; its fixes go into no store.
        reply(tracker == .sensorLogger ? .object { _ in } : .problem(WorkspaceRefusal.readOnly))
    }

    /// Answers with the revision as soon as it is another one than `after`, at the latest after 25 s.
    private func hold(until after: Int, _ reply: @escaping @Sendable (ServedResponse) -> Void) {
        let number = contents.withLock { contents -> Int? in
            guard contents.revision == after else {
                reply(.revision(contents.revision))
                return nil
            }
            return contents.wait(reply)
        }
        guard let number else { return }
        work.asyncAfter(deadline: .now() + .seconds(25)) {
            self.contents.withLock { $0.wakeWaiter(number) }
        }
    }

    package func keep(_ labels: [PressedLabel], of ride: String, until end: Double) {
        guard !isReadOnly else { return }
        changes.async {
            let spans = labels.compactMap { label in
                RideLabel(name: label.activity).map { (label.from, label.to ?? end, $0) }
            }
            do {
                try self.change(as: { $1.continued(by: $0) }, by: { $0.library.replacing(spans, of: ride) })
            } catch {
                Diagnostics.error(error)
            }
            self.reader.wake()
        }
    }

    package func end() {
        reader.end()
        look.end()
        inbox.end()
        stopJob()
        contents.withLock { $0.wakeAll() }
        guard !isReadOnly else { return }
        // What is not done by then is on the disk, or has not been answered.
        let rest = DispatchGroup()
        changes.async(group: rest) {}
        arrivals.end(rest)
        _ = rest.wait(timeout: .now() + 1)
    }
}

/// Why the workspace refuses a request.
struct WorkspaceRefusal: Error {
    var status: Int
    var problem: String
    var remedy: String

    init(_ status: Int, _ problem: String, _ remedy: String) {
        (self.status, self.problem, self.remedy) = (status, problem, remedy)
    }

    static let readOnly = WorkspaceRefusal(
        403, "The workspace is only shown.", "Start the server without --read-only.")
    static let noDays = WorkspaceRefusal(404, "The workspace has no days yet.", "Add a track first.")
    static let noPlace = WorkspaceRefusal(404, "The workspace has no such place.", "Load the list of places again.")
}

extension ServedResponse {
    static let notFound = problem(WorkspaceRefusal(404, "There is nothing at this address.", "See the protocol."))

    static func revision(_ number: Int) -> ServedResponse { object { $0.add("revision", number) } }

    /// The object whose members `body` writes.
    static func object(_ body: (inout JSONWriter) -> Void) -> ServedResponse { json { $0.object(nil, body) } }

    package static func json(_ body: (inout JSONWriter) -> Void) -> ServedResponse {
        ServedResponse(body: Array(JSONWriter.line(body).utf8))
    }

    package static func html(_ page: String) -> ServedResponse {
        ServedResponse(type: "text/html; charset=utf-8", body: Array(page.utf8))
    }

    /// An error in the protocol's form, without the folders of this machine above the workspace's.
    package static func problem(_ error: any Error, in folder: WorkspaceFolder? = nil) -> ServedResponse {
        let status =
            switch error {
            case let error as WorkspaceRefusal: error.status
            case let error as InputError: error.isPassing ? 503 : error.code == .unreadable ? 404 : 400
            case is OutputError: 503
            default: 500
            }
        var answer = json { $0.append(problem: error, in: folder) }
        answer.status = status
        answer.fault = JSONWriter.words(of: error, in: folder)
        return answer
    }
}

extension JSONWriter {
    /// What is wrong, where, and what to do, in words.
    fileprivate static func words(of error: any Error, in folder: WorkspaceFolder?) -> ServedResponse.Fault {
        let (place, problem, remedy): (String?, String, String) =
            switch error {
            case let error as WorkspaceRefusal: (nil, error.problem, error.remedy)
            case let error as InputError:
                (
                    [error.source, error.line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", "),
                    error.problem, error.remedy.description
                )
            case let error as OutputError: (error.path, error.problem, error.remedy.description)
            default: (nil, "\(error)", "")
            }
        func text(_ text: String) -> String { folder?.message(text) ?? text }
        return ServedResponse.Fault(problem: text(problem), place: place.map(text), remedy: text(remedy))
    }

    /// Writes what is wrong, where, and what to do.
    package mutating func append(problem error: any Error, in folder: WorkspaceFolder?) {
        let fault = Self.words(of: error, in: folder)
        object { json in
            json.add("problem", fault.problem)
            json.add("place", fault.place)
            json.add("remedy", fault.remedy)
        }
    }

    /// Writes what cannot be read as a member.
    package mutating func add(problems: [any Error], in folder: WorkspaceFolder) {
        array("problems") { json in for problem in problems { json.append(problem: problem, in: folder) } }
    }
}
