// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayLiveServer
import GaitwayRecognition
import Synchronization

/// The model's labels, rides and models that go away, and manifests that come with their logs.
extension WorkspaceService {
    /// Labels rides as the model answers where it is sure and they have no label.
    func accept(_ body: JSONElement) throws -> ServedResponse {
        guard let rides = try body.texts("rides"), !rides.isEmpty else { throw body.fault("rides is empty") }
        let answers = reader.answers.withLock { $0 }
        var (seconds, doubts, waiting) = (0.0, [SurePredictions.Span](), 0)
        try change { contents in
            try contents.refuseConflict(body["manifest"]?.text, rides: rides)
            var spans: [ExactName: [SurePredictions.Span]] = [:]
            for ride in rides {
                let entry = contents.library.entries[ride]
                guard let known = answers[ride], let duration = entry?.duration else {
                    // A ride with a fault has no answers to wait for.
                    if entry?.problem == nil { waiting += 1 }
                    continue
                }
                let labelled = contents.library.labels(of: ride).spans.map { (from: $0.from, to: $0.to) }
                let (sure, doubtful) = known.spans(outside: labelled, duration: duration)
                doubts += doubtful
                seconds += sure.reduce(0) { $0 + $1.to - $1.from }
                if !sure.isEmpty { spans[ride] = sure }
            }
            return try contents.library.labelling(spans, labeller: ManifestRow.model)
        }
        return present.labels(of: rides) { json in
            json.add("seconds", seconds, places: 1)
            json.add("waiting", waiting)
            json.object("doubtful") { json in
                json.add("count", doubts.count)
                json.add("seconds", doubts.reduce(0) { $0 + $1.to - $1.from }, places: 1)
            }
        }
    }

    /// Puts rides aside with their labels, or deletes a model; both can be taken back.
    func remove(_ body: JSONElement) throws -> ServedResponse {
        if let model = body["model"]?.text { return try remove(model: model) }
        guard let rides = try body.texts("rides"), !rides.isEmpty else { throw body.fault("rides is empty") }
        // A log that has just ended may not be listed yet.
        let known = present.library.entries
        if rides.contains(where: { known[$0] == nil }) { reader.list(self) }
        for ride in rides { _ = try existing(ride) }
        try change { contents in
            try contents.refuseConflict(body["manifest"]?.text, rides: rides)
            return try contents.library.removing(rides, place: place(of:))
        }
        reader.wake()
        return present.labels(of: rides)
    }

    /// The file or folder below `rides/` that holds a ride; nil if it is one of several tables in a folder.
    private func place(of ride: String) -> String? {
        var place = Substring(ride)
        while true {
            if let status = FileStatus(path: folder.rides + "/" + place) {
                return status.kind == .file || place.utf8.count == ride.utf8.count ? String(place) : nil
            }
            guard let slash = place.lastIndex(of: "/") else { return nil }
            place = place[..<slash]
        }
    }

    private func remove(model file: String) throws -> ServedResponse {
        guard file.hasPrefix("models/"), file.hasSuffix(".json"),
            let text = try WorkspaceContents.text(WorkspaceFolder.path(of: file, in: folder.path))
        else { throw WorkspaceRefusal(404, "This model does not exist.", "Load the list again.") }
        try change { _ in
            var change = ChangeHistory.Change(name: "deletion of \(file)")
            change.files = [.init(path: file, before: text, after: nil)]
            return change
        }
        return try models()
    }

    /// Takes the labels of a manifest that a page sent over.
    func take(manifest bytes: [UInt8], named name: String) throws -> (labelled: Int, problems: [String]) {
        let text = try ManifestText(bytes, source: name)
        reader.list(self)
        var (count, missing, labelled): (Int, [String], [String]) = (0, [], [])
        try change { contents in
            let taken = contents.library.taking(text, named: name)
            (count, missing, labelled) = (taken.rides, taken.missing, taken.labelled)
            return count == 0 ? nil : taken.change
        }
        var problems: [String] = []
        func tell(_ names: [String], _ text: String) {
            guard let first = names.first else { return }
            problems.append("\(name): \(text), such as \(first)")
        }
        tell(missing, "no ride belongs to \(missing.count) of its recordings; add their logs, then the manifest again")
        tell(labelled, "\(labelled.count) of its rides have labels already, which stay")
        return (count, problems)
    }
}
