// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayEvaluation
package import GaitwayLiveServer
import GaitwayPages
import GaitwayRecognition
import Synchronization

/// Each request of the protocol, as `Sources/GaitwayWorkspace/PROTOCOL.md` describes it.
extension WorkspaceService {
    package func answer(_ route: WorkspaceRoute, _ request: ServedRequest, _ body: JSONElement) throws -> ServedResponse
    {
        switch route {
        case .state: state
        case .changes: .notFound
        case .rides: rides
        case .ride: try ride(request)
        case .labels:
            if let spans = body["spans"] {
                try label(LabelChange.spans(spans), body)
            } else {
                try change(body) { library, rides in
                    guard let change = body["change"] else { throw body.fault("change is missing") }
                    return try library.changing(rides, by: LabelChange(change))
                }
            }
        case .about:
            try change(body) { library, rides in
                let cells = ["user", "placement", "mode", "notes"].compactMap { column in
                    body[column]?.text.map { (column, $0) }
                }
                return try library.setting(cells, of: rides)
            }
        case .accept: try accept(body)
        case .remove: try remove(body)
        case .streets: try showStreets(body)
        case .streetNames: try request.method == "POST" ? allowStreetNames(body) : streetPosition(request)
        case .undo: try undo()
        case .redo: try redo()
        case .upload: try upload(request)
        case .inbox: try uploadToInbox(request)
        case .next: try next()
        case .map: map
        case .models: try models()
        case .train: try train(body)
        case .stop: stop()
        case .use: try use(body)
        case .evaluation: try evaluation(request)
        case .export: try export(request)
        case .land: try WorkspaceGround.land(request)
        case .file: try file(request)
        case .alerts, .try, .scenario: .notFound
        case .policy: try savePolicy(body)
        case .places: try savePlaces(request, body)
        case .samples: try samples(body)
        }
    }

    // MARK: State and rides

    private var state: ServedResponse {
        let (model, file, stamp) = (model.name, modelFile, days.store.stamp)
        let contents = present
        return .object { json in
            json.add("version", 1)
            json.add("program", program)
            json.add("revision", contents.revision)
            json.add("isReadOnly", isReadOnly)
            json.add("name", folder.name)
            json.object("model") { json in
                json.add("name", model)
                json.add("file", file)
            }
            json.object("rides") { json in
                let entries = contents.library.entries.values
                json.add("all", entries.count)
                json.add("read", entries.count { $0.model == model && $0.problem == nil })
                json.add("labelled", contents.library.labelled)
                json.add("activities", contents.library.labelledActivities)
                json.add("faults", entries.count { $0.problem != nil })
            }
            json.add("undo", contents.library.history.undoName)
            json.add("redo", contents.library.history.redoName)
            json.object("manifest") { json in
                json.add("hash", contents.library.manifestHash)
                json.add("problem", contents.manifestProblem)
            }
            json.add(problems: problems, in: folder)
            json.key("job")
            if let job = contents.job { job.write(to: &json) } else { json.appendNull() }
            json.add("days", stamp)
            json.add("hasSamples", hasSamples)
            contents.reach.write(to: &json, isReadOnly: isReadOnly)
            arrivals.write(to: &json)
            inbox.write(to: &json)
        }
    }

    /// What requests see now; it stays as it is while others change it.
    package var present: WorkspaceContents { contents.withLock { $0 } }

    private var rides: ServedResponse {
        let contents = present
        return .object { json in
            json.add("revision", contents.revision)
            json.array("rides", of: contents.library.entries.keys.sorted()) { ride, json in
                contents.write(ride.text, to: &json)
            }
        }
    }

    private func ride(_ request: ServedRequest) throws -> ServedResponse {
        let ride = try existing(request.query["ride"])
        guard request.query["labels"] != nil else {
            return .html(try preview(request)?.html ?? page(of: ride))
        }
        let contents = present
        return .json { contents.write(ride, to: &$0) }
    }

    /// A ride that exists.
    func existing(_ ride: String?) throws -> String {
        guard let ride, contents.withLock({ $0.library.entries[ride] != nil }) else {
            throw WorkspaceRefusal(404, "This ride does not exist.", "It may have been moved or deleted.")
        }
        return ride
    }

    // MARK: Labels

    private func change(
        _ body: JSONElement, by make: (RideLibrary, [String]) throws -> ChangeHistory.Change?
    ) throws -> ServedResponse {
        guard let rides = try body.texts("rides"), !rides.isEmpty else { throw body.fault("rides is empty") }
        return try change(rides, body) { try make($0, rides) }
    }

    private func label(
        _ spans: [ExactName: [(from: Double, to: Double, label: RideLabel?)]], _ body: JSONElement
    ) throws -> ServedResponse {
        try change(spans.keys.sorted().map(\.text), body) { try $0.labelling(spans) }
    }

    private func change(
        _ rides: [String], _ body: JSONElement, by make: (RideLibrary) throws -> ChangeHistory.Change?
    ) throws -> ServedResponse {
        try change { contents in
            try contents.refuseConflict(body["manifest"]?.text, rides: rides)
            return try make(contents.library)
        }
        return present.labels(of: rides)
    }

    private func undo() throws -> ServedResponse { try takeBack(\.undo, .undone) }

    private func redo() throws -> ServedResponse { try takeBack(\.redo, .redone) }

    private func takeBack(
        _ which: KeyPath<ChangeHistory, ChangeHistory.Change?>, _ step: ChangeHistory.Step
    ) throws -> ServedResponse {
        let change: ChangeHistory.Change?
        do {
            change = try self.change(as: { _, _ in step }, by: { $0.library.history[keyPath: which] })
        } catch let error as InputError where error.code == .unsupported {
            throw WorkspaceRefusal(409, "\(error.source ?? "The file"): \(error.problem).", error.remedy.description)
        }
        guard let change else {
            throw WorkspaceRefusal(409, "This change does not exist.", "Load the page again.")
        }
        if !change.logs.isEmpty { reader.wake() }
        if change.files.contains(where: { $0.path == "privacy.geojson" }) { days.store.publish() }
        return present.labels(of: change.rows.compactMap { WorkspaceFolder.ride(of: $0.recording) })
    }

    /// Replaces the private zones, which can be taken back.
    func saveZones(_ body: JSONElement) throws -> ServedResponse {
        let change = try days.zonesChange(body)
        if change.files.contains(where: { $0.before != $0.after }) { try self.change { _ in change } }
        days.store.publish()
        return try days.zones()
    }

    private func showStreets(_ body: JSONElement) throws -> ServedResponse {
        guard let isWanted = body["show"]?.boolean else { throw body.fault("show must be true or false") }
        try show(streets: isWanted)
        return .object { $0.add("streets", isWanted) }
    }

    // MARK: Files

    /// Takes a piece of a file that a request names.
    private func received(_ request: ServedRequest) throws -> (received: Int, whole: UploadedFile?) {
        guard let offset = request.query["offset"].flatMap({ Int($0, in: 0...RideUpload.most) }),
            let total = request.query["total"].flatMap({ Int($0, in: 0...RideUpload.most) }),
            let name = request.query["name"], !name.isEmpty
        else {
            throw WorkspaceRefusal(
                400, "An upload needs name, offset and total.", "Send files of at most \(RideUpload.most >> 30) GiB.")
        }
        guard total > 0 else { throw WorkspaceRefusal(400, "\(name) is empty.", "Export it again.") }
        let upload = try RideUpload(name: name, identity: request.query["upload"], folder: folder)
        return try upload.append(request.body, at: offset, total: total)
    }

    /// Takes a piece of a file for the store. The file gets its name in `inbox/` with the last piece.
    private func uploadToInbox(_ request: ServedRequest) throws -> ServedResponse {
        let (received, whole) = try received(request)
        let name = try whole?.moveToInbox()
        return .object { json in
            json.add("received", received)
            if let name { json.add("file", name) }
        }
    }

    /// Takes a piece of a file. The file gets its name in `rides/` with the last piece.
    private func upload(_ request: ServedRequest) throws -> ServedResponse {
        let (received, whole) = try received(request)
        guard let whole else { return .object { $0.add("received", received) } }
        if let manifest = try whole.manifest() {
            let (labelled, problems) = try take(manifest: manifest, named: whole.fileName)
            return .object { json in
                json.add("received", received)
                json.add("rides", [String]())
                json.add("labelled", labelled)
                json.add("problems", problems)
            }
        }
        let result = try whole.moveToRides()
        if result.isNew {
            var change = ChangeHistory.Change(name: "upload of \(result.path)")
            change.logs = [.init(path: result.path, isAdded: true, aside: AccessToken.random())]
            note(change)
        }
        reader.wake()
        return .object { json in
            json.add("received", received)
            json.add("rides", result.rides)
            json.add("problems", result.problems.map(folder.message))
        }
    }

    private func file(_ request: ServedRequest) throws -> ServedResponse {
        let path = request.query["path"] ?? ""
        let isOpen =
            ["places.geojson", "manifest.csv"].contains(path)
            || ["models/", "policies/", "rides/"].contains { path.hasPrefix($0) }
        guard isOpen else { throw WorkspaceRefusal(404, "This file does not exist.", "See the protocol.") }
        let file = try InputFile(path: WorkspaceFolder.path(of: path, in: folder.path), waits: false)
        guard file.size != nil else {
            throw WorkspaceRefusal(404, "This file does not exist.", "Only regular files can be saved.")
        }
        return ServedResponse(type: "application/octet-stream", file: file, fileName: FileName.last(path))
    }
}
