// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import RideSynthesis

/// What a newcomer tries a workspace with: synthetic rides, a day, places and a policy, all marked as samples.
struct WorkspaceSamples {
    /// The folder of the rides below `rides/`; its name marks each of them.
    static let folder = "samples"
    /// The beginning of the identifiers of sample places.
    private static let mark = "sample-"
    /// The policy's file, below the workspace.
    static let policyFile = "policies/sample-patient.json"

    /// The logs, by their paths below ``folder``.
    private let logs: [ExportFile]
    /// The labels of the rides by recording. The run has none, so that there is a ride to label.
    let rows: [String: [LabelRow]]
    let places: String
    /// A day as GPX.
    let track: [UInt8]

    /// The samples; each call makes the same bytes.
    init() throws {
        let rides = SampleRides.all() + [SampleRides.bakery()]
        let clips = LabelledClips.files(seed: SampleRides.defaultSeed).map { file in
            ExportFile(path: FileName.last(file.path), bytes: file.bytes)
        }
        let isManifest = { (file: ExportFile) in file.path == "manifest.csv" }
        logs = rides.flatMap(\.files) + clips.filter { !isManifest($0) }
        let labelled = rides.filter { $0.name != "run" }
        var rows: [String: [LabelRow]] = [:]
        for file in [RideManifest(samples: labelled).file] + clips.filter(isManifest) {
            for (name, labels) in try ManifestText(file.bytes, source: file.path).rows {
                let recording = WorkspaceFolder.recording(of: Self.folder + "/" + name.text)
                rows[recording] = labels.map { row in
                    var row = row
                    row["recording"] = recording
                    row["dataset"] = "samples"
                    row["notes"] = "a synthetic sample"
                    if row["user"].hasPrefix("synthetic") { row["user"] = "ann" }
                    return row
                }
            }
        }
        self.rows = rows
        places = try Self.places(along: rides)
        track = SampleDay(seed: SampleRides.defaultSeed).files.first { $0.path.hasSuffix(".gpx") }?.bytes ?? []
    }

    /// Writes the logs to a folder, which is made.
    func saveLogs(to folder: String) throws(OutputError) {
        for log in logs {
            let path = folder + "/" + log.path
            if let slash = path.lastIndex(of: "/") { try OutputFolder.create(String(path[..<slash])) }
            try OutputFile.save(log.bytes, to: path)
        }
    }

    /// Places along the sample rides: some are passed in a car, and others are reached on foot or by bicycle.
    private static func places(along rides: [SampleRides.Sample]) throws -> String {
        let named: [(ride: String, second: Int, identifier: String, title: String)] = [
            ("bakery", 130, "bakery", "Sample: the bakery"), ("commute", 110, "mill", "Sample: the old mill"),
            ("commute", 190, "station", "Sample: the station"),
            ("commute", 290, "square", "Sample: the market square"), ("bike", 190, "bridge", "Sample: the bridge"),
            ("bike", 330, "cafe", "Sample: the café in the park"),
        ]
        let places = named.compactMap { name -> Place? in
            guard let fixes = rides.first(where: { $0.name == name.ride })?.ride.locations,
                let fix = fixes.first(where: { $0.elapsed.inSeconds >= Double(name.second) }) ?? fixes.last
            else { return nil }
            return Place(
                identifier: mark + name.identifier, title: name.title, latitude: fix.latitude,
                longitude: fix.longitude, radius: 60)
        }
        return try PlaceSet(places).geoJSON
    }

    /// A policy that waits longer after a drive than the default.
    static var policy: String {
        var policy = GatePolicy.gaitway
        policy.name = "sample-patient"
        policy.afterDriving = .seconds(300)
        return String(decoding: policy.json(), as: UTF8.self)
    }

    /// A file of places without the samples; nil if it has none beside them.
    static func withoutSamples(_ places: String) throws(InputError) -> String? {
        let kept = try PlaceSet(decoding: Array(places.utf8), source: "places.geojson").places
        let own = kept.filter { !$0.identifier.hasPrefix(mark) }
        if own.count == kept.count { return places }
        return own.isEmpty ? nil : try PlaceSet(own).geoJSON
    }
}
