// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation
package import GaitwayLiveServer
import GaitwayPages
import GaitwayRecognition
import GaitwayReports
import Glibc
import Synchronization

/// Training and judging in the background, one job at a time.
extension WorkspaceService {
    // MARK: Requests

    package func train(_ body: JSONElement) throws -> ServedResponse {
        guard let kind = WorkspaceJob.Kind(rawValue: try body.required("kind")) else {
            throw body.fault("kind is train, adapt, compare or map")
        }
        let name = kind == .map ? "map" : WorkspaceFolder.fileName(try body.required("name"))
        return try start(kind, name: name, conditions: body.texts("where") ?? [])
    }

    /// Stops a job that runs, and forgets one that waits.
    package func stop() -> ServedResponse {
        if contents.withLock({ $0.job?.state == .waiting }) { try? OutputFile.remove(jobNote) }
        stopJob()
        return contents.withLock { $0.job.map(Self.answer) ?? .notFound }
    }

    func stopJob() {
        contents.withLock { contents in
            guard let state = contents.job?.state, state == .running || state == .waiting else { return }
            contents.job?.state = .stopped
            contents.publish()
        }
    }

    private static func answer(_ job: WorkspaceJob) -> ServedResponse {
        .object { json in
            json.key("job")
            job.write(to: &json)
        }
    }

    // MARK: Running

    private func start(_ kind: WorkspaceJob.Kind, name: String, conditions: [String]) throws -> ServedResponse {
        try check(conditions)
        let job = try contents.withLock { contents in
            guard contents.job?.state != .running else {
                throw WorkspaceRefusal(503, "A job is running.", "Wait for its end, or stop it.")
            }
            let job = newJob(kind, name: name, conditions: conditions, after: contents.job)
            contents.job = job
            contents.publish()
            return job
        }
        save(job)
        Task.detached { await self.run(job) }
        return Self.answer(job)
    }

    private func check(_ conditions: [String]) throws(WorkspaceRefusal) {
        for condition in conditions where ManifestFilter(parsing: condition) == nil {
            throw WorkspaceRefusal(400, "\(condition) is not COLUMN=VALUE.", "Choose the rides by a column's value.")
        }
    }

    private func newJob(
        _ kind: WorkspaceJob.Kind, name: String, conditions: [String], after last: WorkspaceJob?
    ) -> WorkspaceJob {
        WorkspaceJob(
            id: (last?.id ?? 0) + 1, kind: kind, name: name, conditions: conditions,
            command: command(kind, name: name, conditions: conditions), started: Self.now)
    }

    /// Begins the job that a server left unfinished. One that another workspace's server left waits for a person: a
    /// folder that somebody else made must not start work by itself.
    func resumeJob() {
        guard FileStatus(path: jobNote) != nil else { return }
        do {
            var reader = JSONReader(try FileBytes.read(jobNote))
            let json = try reader.element()
            let (name, conditions) = (json["name"]?.text ?? "", try json.texts("where") ?? [])
            guard let kind = json["kind"]?.text.flatMap({ WorkspaceJob.Kind(rawValue: $0) }),
                name == WorkspaceFolder.fileName(name)
            else { throw json.fault("it names no job of this workspace") }
            try check(conditions)
            guard json["maker"]?.text != folder.maker else {
                _ = try start(kind, name: name, conditions: conditions)
                return
            }
            contents.withLock { contents in
                contents.job = newJob(kind, name: name, conditions: conditions, after: contents.job)
                contents.job?.state = .waiting
            }
        } catch {
            let fault = InputError(
                .malformed, source: ".gaitway/job.json", line: 1, problem: "the job that a server left cannot be read",
                remedy: "delete the file, and start the job again")
            Diagnostics.error(fault)
            contents.withLock { $0.note(fault) }
        }
    }

    private var jobNote: String { folder.notes + "/job.json" }

    private func save(_ job: WorkspaceJob) {
        let text = JSONWriter.line { job.write(to: &$0, maker: folder.maker) }
        try? OutputFile.save(Array(text.utf8), to: jobNote)
    }

    private func run(_ job: WorkspaceJob) async {
        var ended = job
        do {
            try await work(on: job, result: &ended)
            ended.state = .done
        } catch is CancellationError {
            ended.state = .stopped
        } catch {
            ended.state = .failed
            ended.problem = folder.message("\(error)")
        }
        let isEnding = reader.isOver
        contents.withLock { contents in
            guard var present = contents.job, present.id == job.id else { return }
            present.state = ended.state
            present.problem = ended.problem
            present.model = ended.model
            present.evaluation = ended.evaluation
            contents.job = present
            contents.publish()
        }
        // A server that ends leaves the note, so that the next one begins the job anew.
        if !isEnding { try? OutputFile.remove(jobNote) }
    }

    /// Notes progress; throws when the job was stopped.
    package func note(_ progress: WorkProgress, of job: WorkspaceJob) throws {
        let step: WorkStep
        switch progress {
        case .step(let stage, let done, let total): step = .step(stage: stage, done: done, total: total)
        case .unreadable(let error): step = .note(folder.message(error.description))
        case .folds(let text), .note(let text): step = .note(folder.message(text))
        case .detail: return
        }
        try contents.withLock { contents in
            guard contents.job?.id == job.id, contents.job?.state == .running else { throw CancellationError() }
            if contents.job?.take(step, at: Self.now) == true { contents.publish() }
        }
    }

    private static var now: Double { Double(time(nil)) }

    // MARK: The work

    /// The command that makes the same file.
    private func command(_ kind: WorkspaceJob.Kind, name: String, conditions: [String]) -> String? {
        guard kind == .train || kind == .adapt else { return nil }
        var words = ["gaitway", "train", "manifest.csv"]
        for condition in conditions { words += ["--where", condition] }
        if kind == .adapt { words += ["--adapt", "default"] }
        words += ["--name=" + name, "--output", "models/\(name).json", "--force"]
        return words.map(ShellWord.quoted).joined(separator: " ")
    }

    package func labelledRides(_ conditions: [String]) throws -> LabelledRides {
        let bytes = try FileBytes.read(folder.manifest)
        let rides = try LabelledRides(
            manifest: bytes, source: "manifest.csv", root: folder.path,
            where: conditions.compactMap(ManifestFilter.init(parsing:)).map { ($0.column, $0.value) },
            skipsUnreadable: true)
        // The folders of this machine are not the workspace's, whatever a manifest says.
        for row in rides.rows where row.recording.hasPrefix("/") {
            throw InputError(
                .unsupported, source: "manifest.csv",
                problem: "the recording \(QuotedText.text(row.recording)) lies outside the workspace",
                remedy: "choose rides without it, or train by the command in a terminal")
        }
        return rides
    }

    private func work(on job: WorkspaceJob, result: inout WorkspaceJob) async throws {
        let progress: @Sendable (WorkProgress) throws -> Void = { try self.note($0, of: job) }
        switch job.kind {
        case .train, .adapt:
            let file = "models/\(job.name).json"
            let path = folder.path + "/" + file
            let before = try WorkspaceContents.text(path)
            try OutputFolder.create(folder.models)
            _ = try labelledRides(job.conditions)
            let order = TrainingOrder(
                manifest: folder.manifest, root: folder.path, conditions: job.conditions,
                adaptsBuiltIn: job.kind == .adapt, name: job.name, output: path)
            try await train(order, progress)
            let after = try WorkspaceContents.text(path)
            var change = ChangeHistory.Change(name: "model \(job.name)")
            change.files = [.init(path: file, before: before, after: after)]
            note(change)
            result.model = file
            contents.withLock { $0.job?.beginComparison() }
            do {
                result.evaluation = try await compare(job, progress: progress)
            } catch let error as InputError {
                // The model stays, even if there are too few rides to judge it.
                try note(.note("The models are not compared: \(error)"), of: job)
            }
        case .compare: result.evaluation = try await compare(job, progress: progress)
        case .map: try await makeMap(progress: progress)
        }
    }

    /// Judges the built-in model, that model adapted, and a new one on the same left-out rides; returns the name of the
    /// page.
    private func compare(
        _ job: WorkspaceJob, progress: @Sendable (WorkProgress) throws -> Void
    ) async throws -> String {
        let comparison = try await ModelComparison(
            of: DefaultModel.load(), training: ModelTraining(),
            on: labelledRides(job.conditions).withOneUnnamedPerson, progress: progress)
        let folder = folder.notes + "/evaluations"
        try OutputFolder.create(folder)
        // The page names rides by their paths below `rides/`; a text that begins so is a recording.
        let made = made(by: job)
        let json = JSONWriter.object { json in
            json.add("made", made?.rawValue)
            comparison.writeFields(to: &json)
        }.replacing("\"rides/", with: "\"")
        try OutputFile.save(Array(json.utf8), to: "\(folder)/\(job.name).json")
        if let evaluation = comparison.evaluation {
            var page = EvaluationPage(
                of: evaluation, manifest: "manifest.csv", command: job.command ?? "gaitway serve", date: Today.date,
                isOfGivenModel: false)
            page.comparison = comparison
            try OutputFile.save(Array(page.html.utf8), to: "\(folder)/\(job.name).html")
        }
        return job.name
    }

    /// Which row of a job's comparison is the model of the job's name.
    private func made(by job: WorkspaceJob) -> ModelComparison.Model? {
        switch job.kind {
        case .train: .new
        case .adapt: .adapted
        case .compare, .map:
            earlierComparison(of: job.name)?["made"]?.text.flatMap(ModelComparison.Model.init(rawValue:))
        }
    }

    private func earlierComparison(of model: String) -> JSONElement? {
        guard let bytes = try? FileBytes.read("\(folder.notes)/evaluations/\(model).json") else { return nil }
        var reader = JSONReader(bytes)
        return try? reader.element()
    }

    // MARK: Models

    package func models() throws -> ServedResponse {
        let used = modelFile
        let builtIn = try DefaultModel.load()
        let names = (try? FolderListing(path: folder.models).names.filter { $0.hasSuffix(".json") }.sorted()) ?? []
        var problems: [InputError] = []
        return .object { json in
            json.array("models") { json in
                json.object { json in
                    json.add("name", builtIn.name)
                    json.add("file", json: nil)
                    json.add("isInUse", used == nil)
                    json.add("comparison", json: nil)
                }
                for name in names { write(model: "models/" + name, used: used, noting: &problems, to: &json) }
            }
            json.add(problems: problems, in: folder)
        }
    }

    private func write(
        model file: String, used: String?, noting problems: inout [InputError], to json: inout JSONWriter
    ) {
        json.object { json in
            json.add("file", file)
            json.add("isInUse", file == used)
            let path = folder.path + "/" + file
            json.add("made", FileStatus(path: path).map { Double($0.modified) * 1e-9 }, places: 0)
            let stem = String(FileName.last(file).dropLast(5))
            do {
                let model = try ActivityModel(json: FileBytes.read(path), source: file)
                json.add("name", model.name)
                json.add("command", model.provenance.command)
            } catch {
                json.add("name", stem)
                json.add("problem", folder.message("\(error)"))
            }
            json.add("comparison", json: comparison(of: stem, noting: &problems))
        }
    }

    /// The figures that a comparison left; nil without them, or if they cannot be read.
    private func comparison(of model: String, noting problems: inout [InputError]) -> String? {
        let path = folder.notes + "/evaluations/" + model + ".json"
        do throws(InputError) {
            return try WorkspaceContents.json(path, named: ".gaitway/evaluations/\(model).json") { json in
                json["rows"]?.elements != nil
            }
        } catch {
            problems.append(error)
            return nil
        }
    }

    package func use(_ body: JSONElement) throws -> ServedResponse {
        try use(body["model"]?.text)
        return try models()
    }
}
