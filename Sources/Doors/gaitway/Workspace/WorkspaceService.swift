import ActivityRecognition
import DefaultModel
import Dispatch
import Evaluation
import Files
import Formats
import LiveServer
import MotionTypes
import Synchronization
import Workspace

/// The workspace of a server: reads and writes its files, and answers the requests of the page.
///
/// Every call may come from any thread. What the requests see and change is one value behind one lock; long work runs
/// outside it.
final class WorkspaceService: ServedApplication {
    let folder: WorkspaceFolder
    let isReadOnly: Bool
    /// The page's build; a page that was served by another one asks to be loaded again.
    let program: String
    /// What lies below the paths on maps.
    let ground: WorkspaceGround
    let contents: Mutex<WorkspaceContents>
    let alerts = AlertRoom()
    let days: DayService
    private let chosen: Mutex<(model: ActivityModel, file: String?)>
    private let lock: WorkspaceLock?
    private let work = DispatchQueue(label: "workspace", attributes: .concurrent)
    let reader: RideReading
    /// Fixes that phones push, and files for the store.
    let arrivals: PhoneArrivals
    let inbox: InboxFolder

    /// The workspace of a folder, which is made if it does not exist.
    ///
    /// - Throws: `OutputError` if the folder cannot be used, `InputError` for a model that cannot be read.
    init(folder: WorkspaceFolder, isReadOnly: Bool, program: String, ground: WorkspaceGround) throws {
        self.folder = folder
        self.isReadOnly = isReadOnly
        self.program = program
        self.ground = ground
        if !isReadOnly { try folder.create() }
        lock = isReadOnly ? nil : try folder.lock()
        let notes = WorkspaceNotes(folder: folder)
        chosen = Mutex(try Self.model(notes.modelFile, in: folder))
        contents = Mutex(WorkspaceContents(library: notes.library))
        reader = RideReading(folder: folder)
        days = DayService(folder: folder, isReadOnly: isReadOnly)
        arrivals = PhoneArrivals(folder: folder, store: days.store)
        inbox = InboxFolder(folder: folder, store: days.store)
        contents.withLock { $0.readManifest(of: folder) }
        days.store.onChange { [weak self] in self?.contents.withLock { $0.publish() } }
    }

    private static func model(_ file: String?, in folder: WorkspaceFolder) throws -> (ActivityModel, String?) {
        guard let file, let path = try? WorkspaceFolder.path(of: file, in: folder.path),
            FileStatus(path: path) != nil
        else { return (try DefaultModel.load(), nil) }
        return (try ActivityModel(json: FileBytes.read(path), source: file), file)
    }

    /// Begins to read the rides, and continues a job that a server left.
    func begin(_ reach: ServerReach) {
        contents.withLock { $0.reach = reach }
        reader.begin(self)
        guard !isReadOnly else { return }
        resumeJob()
        let publish: @Sendable () -> Void = { [weak self] in self?.contents.withLock { $0.publish() } }
        arrivals.begin(publish) { [inbox] in inbox.refuse($0, $1) }
        inbox.begin(publish)
    }

    // MARK: The model in use

    var model: ActivityModel { chosen.withLock { $0.model } }
    var modelFile: String? { chosen.withLock { $0.file } }

    /// Uses another model for phones and rides.
    func use(_ file: String?) throws {
        let new = try Self.model(file, in: folder)
        if file != nil, new.1 == nil {
            throw InputError(
                .unreadable, source: file, problem: "the model does not exist", remedy: "load the list again")
        }
        chosen.withLock { $0 = new }
        try WorkspaceNotes(folder: folder).save(modelFile: new.1)
        contents.withLock { $0.publish() }
        reader.wake()
    }

    // MARK: Requests

    func methods(at path: String) -> [String] {
        if ground.tile(at: path) != nil { return ["GET", "HEAD"] }
        return Self.tracker(path)?.methods ?? WorkspaceRoute(path: path)?.methods ?? DayRoute(path: path)?.methods ?? []
    }

    private static func tracker(_ path: String) -> Tracker? {
        path.hasPrefix("/track/") ? Tracker(rawValue: String(path.dropFirst(7))) : nil
    }

    func answer(_ request: ServedRequest, reply: @escaping @Sendable (ServedAnswer) -> Void) {
        if let tracker = Self.tracker(request.path) { return take(tracker, request, reply) }
        if let tile = ground.tile(at: request.path) {
            work.async { reply(self.answer(request) { _ in try self.ground.answer(tile) }) }
            return
        }
        if let route = DayRoute(path: request.path) {
            work.async { reply(self.answer(request) { try self.days.answer(route, request, $0) }) }
            return
        }
        guard let route = WorkspaceRoute(path: request.path) else { return reply(.notFound) }
        if route == .changes { return hold(until: request.query["after"].flatMap { Int($0) } ?? -1, reply) }
        if [.alerts, .try, .scenario].contains(route) {
            Task { reply(await self.answerAlerts(route, request)) }
            return
        }
        work.async {
            reply(
                self.answer(request, isFile: [.upload, .inbox].contains(route)) { try self.answer(route, request, $0) })
        }
    }

    /// What `make` answers to the request's JSON.
    private func answer(
        _ request: ServedRequest, isFile: Bool = false, _ make: (JSONElement) throws -> ServedAnswer
    ) -> ServedAnswer {
        do {
            if request.method == "POST", isReadOnly { throw WorkspaceRefusal.readOnly }
            let isEmpty = request.body.isEmpty || isFile
            var json = JSONReader(isEmpty ? Array("{}".utf8) : request.body)
            return try make(json.element())
        } catch {
            return .problem(error)
        }
    }

    private func take(
        _ tracker: Tracker, _ request: ServedRequest, _ reply: @escaping @Sendable (ServedAnswer) -> Void
    ) {
        guard isReadOnly else {
            return work.async { self.arrivals.take(tracker, request, at: ServerClock.system.wall(), reply: reply) }
        }
        // A phone that sends samples goes on; its fixes go into no store.
        reply(tracker == .sensorLogger ? .json { $0.object { _ in } } : .problem(WorkspaceRefusal.readOnly))
    }

    /// Answers with the revision as soon as it is another one than `after`, at the latest after 25 s.
    private func hold(until after: Int, _ reply: @escaping @Sendable (ServedAnswer) -> Void) {
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

    func keep(_ labels: [PressedLabel], of ride: String, until end: Double) {
        guard !isReadOnly else { return }
        work.async {
            let spans = labels.compactMap { label in
                RideLabel(name: label.activity).map { (label.from, label.to ?? end, $0) }
            }
            do {
                try self.contents.withLock { contents in
                    try contents.readIfChanged(self.folder)
                    guard let change = contents.library.replacing(spans, of: ride) else { return }
                    try contents.apply(change, in: self.folder) { $0.append(change, continues: true) }
                }
            } catch {
                Diagnostics.error(error)
            }
            self.reader.wake()
        }
    }

    func end() {
        reader.end()
        inbox.end()
        if !isReadOnly { arrivals.end() }
        stopJob()
        contents.withLock { $0.wakeAll() }
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
}

extension ServedAnswer {
    static let notFound = problem(WorkspaceRefusal(404, "There is nothing at this address.", "See the protocol."))

    static func revision(_ number: Int) -> ServedAnswer { json { $0.object { $0.add("revision", number) } } }

    static func json(_ body: (inout JSONWriter) -> Void) -> ServedAnswer {
        ServedAnswer(body: Array(JSONWriter.line(body).utf8))
    }

    static func html(_ page: String) -> ServedAnswer {
        ServedAnswer(type: "text/html; charset=utf-8", body: Array(page.utf8))
    }

    /// An error in the protocol's form.
    static func problem(_ error: any Error) -> ServedAnswer {
        var (status, place, problem, remedy): (Int, String?, String, String) = (500, nil, "\(error)", "")
        switch error {
        case let error as WorkspaceRefusal: (status, problem, remedy) = (error.status, error.problem, error.remedy)
        case let error as InputError:
            status = error.code == .unreadable ? 404 : 400
            place = [error.source, error.line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
            (problem, remedy) = (error.problem, error.remedy.description)
        case let error as OutputError:
            (status, place, problem, remedy) = (503, error.path, error.problem, error.remedy.description)
        default: break
        }
        var answer = json { json in
            json.object { json in
                json.add("problem", problem)
                json.add("place", place)
                json.add("remedy", remedy)
            }
        }
        answer.status = status
        return answer
    }
}
