// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
package import GaitwayLiveServer
import GaitwayPages
import GaitwayRecognition
import GaitwayReports
import Synchronization

/// Pages of rides and evaluations.
extension WorkspaceService {
    /// From this length in seconds on, the page of a ride takes so long that a first picture comes before it.
    private static let long = 12 * 3600.0

    /// From this number of bytes on, the same holds of a log that was not read yet.
    private static let big = 20_000_000

    /// The first picture of a long ride; nil for another ride, and a request for the whole.
    func preview(_ request: ServedRequest) -> RidePreviewPage? {
        guard request.query["whole"] == nil, request.query["labels"] == nil, let ride = request.query["ride"],
            let entry = present.library.entries[ride]
        else { return nil }
        var page = RidePreviewPage(
            name: FileName.last(ride), origin: entry.origin.map { Timestamp(nanoseconds: Int64(clamping: $0 * 1e9)) },
            zone: .current, whole: "/api/ride?whole&ride=" + ride.percentEncoded(keeping: "/"))
        if let duration = entry.duration {
            guard duration >= Self.long, !entry.answer.isEmpty else { return nil }
            page.duration = Duration(inSeconds: duration)
            page.predictions = PredictionPicture.answers(entry.answer)
            return page
        }
        guard entry.problem == nil, entry.size >= Self.big, let log = try? log(of: ride) else { return nil }
        let picture = look.picture(of: entry, log, by: model)
        page.duration = Duration(inSeconds: picture.duration)
        page.predictions = PredictionPicture.answers(picture.answer)
        page.isBeingRead = !picture.isOver
        return page
    }

    private func log(of ride: String) throws -> FoundLog {
        let search = LogSearch([try WorkspaceFolder.path(of: ride, in: folder.rides)])
        if let fault = search.faults.first { throw fault }
        guard let log = search.logs.first, search.logs.count == 1 else {
            throw WorkspaceRefusal(404, "This ride does not exist.", "It may have been moved or deleted.")
        }
        return log
    }

    /// A ride's page. It is made once for each state of the log, and model.
    package func page(of ride: String) throws -> String {
        let log = try log(of: ride)
        let classification = LogClassification(
            model: model, options: LogOptions(),
            form: StreamForm(format: .table, smoothing: nil, rows: .fit, hasHeader: false, showsEach: false),
            zone: nil, prior: nil)
        var run = try LogRun(log, classification, file: nil, hasThreads: true, isRecorded: true)
        var pieces: [LogPiece] = []
        while try run.next(into: &pieces) { pieces.removeAll(keepingCapacity: true) }
        for case .error(let error) in pieces { throw error }
        guard let record = run.record else { throw WorkspaceRefusal(500, "The page cannot be made.", "") }
        var words = ["gaitway", "classify", "rides/" + ride, "--report", "page.html"]
        if let modelFile { words += ["--model", modelFile] }
        let command = words.map(ShellWord.quoted).joined(separator: " ")
        var subject = RideSubject(
            name: FileName.last(ride), header: record.header, repairs: record.repairs, model: model.name,
            smoothing: record.smoothing, zone: .current, command: command, notes: record.notes)
        let labels = present.library.labels(of: ride).spans
        subject.labels = labels.map { ($0.from, min($0.to, 1e9), $0.label.name) }
        subject.annotations = record.annotations
        subject.phoneActivities = record.phoneActivities
        var page = RidePage(subject: subject, ride: record.ride)
        page.tiles = tiles
        page.hasStreets = hasStreets
        page.workspace = JSONWriter.object { json in
            json.add("ride", ride)
            json.add("isReadOnly", isReadOnly)
            json.add("program", program)
        }
        return page.html
    }

    /// The page that a comparison wrote.
    package func evaluation(_ request: ServedRequest) throws -> ServedResponse {
        let name = request.query["name"] ?? ""
        let path = try WorkspaceFolder.path(of: name + ".html", in: folder.notes + "/evaluations")
        guard let page = try WorkspaceContents.text(path) else {
            throw WorkspaceRefusal(404, "This evaluation does not exist.", "Compare the model first.")
        }
        return .html(page)
    }
}
