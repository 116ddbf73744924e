// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReplay
import GaitwayStore
import GaitwayTimeline
import Glibc

/// A case is a reader's name, a line end, and what it reads; its line has the processor's `seconds`, and the `fault` of
/// an input that was refused.
///
/// Only reading happens in ``measured(_:_:)``, so a counter of instructions can leave out all else.
struct GrowthWriter: CaseWriter {
    func write(_ bytes: [UInt8], to line: inout [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { fail("a case has no name") }
        let name = String(decoding: bytes[..<end], as: UTF8.self)
        let input = Array(bytes[(end + 1)...])
        let start = processorTime()
        let fault = measured(input, name)
        let seconds = processorTime() - start
        JSONWriter.appendLine(to: &line) { json in
            json.object { json in
                json.add("reader", name)
                json.add("seconds", seconds, places: 4)
                json.add("fault", fault.map { "\($0)" })
            }
        }
    }
}

/// Callgrind counts the instructions in here. Its name must stay in the program, and no copy of it may be made.
@inline(never) @_optimize(none)
private func measured(_ input: [UInt8], _ name: String) -> (any Error)? {
    do { try GrowthReader.read(input, with: name) } catch { return error }
    return nil
}

/// The seconds of processor time so far.
private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// What reads a case's bytes.
enum GrowthReader {
    /// Reads bytes with the reader of a name; `track-` is followed by a format of tracks.
    static func read(_ bytes: [UInt8], with name: String) throws {
        if name.hasPrefix("track-"), let format = TrackFormat(rawValue: String(name.dropFirst(6))) {
            _ = try Track(decoding: bytes, format: format)
            return
        }
        switch name {
        case "log.csv", "log.json", "log.zip": try readLog(bytes, name)
        case "tracks.zip": _ = try TrackCollection.track(packed: bytes, source: name)
        case "day": _ = try RecordedRide(decoding: bytes, source: name).timeline()
        case "timeline": use(try TimelineDocument(json: bytes))
        case "moves": _ = try MovesStoryline(decoding: bytes).timeline
        case "timeline-policy": _ = try TimelinePolicy(json: bytes)
        case "truth": _ = try TripTruth(csv: bytes, name: name)
        case "stream": _ = try DecodedStream.all(in: bytes)
        case "manifest":
            let manifest = try Manifest(csv: bytes, source: "manifest.csv")
            if let filter = ManifestFilter(parsing: "activity=walking") { _ = try manifest.filtered(by: [filter]) }
        case "labelled-windows":
            var windows = LabelledWindows()
            for row in try Manifest(csv: bytes, source: name).rows { try windows.append(RideWindows(row: row)) }
            _ = windows.dataSetShares
        case "scored-table": _ = try HeldOutTable(csv: bytes, source: name)
        case "model": _ = try ActivityModel(json: bytes, source: name)
        case "exchange-model": _ = try ActivityModel(exchange: bytes, source: name)
        case "zone": _ = try ZoneRules(bytes: bytes, source: name)
        case "places", "places-played", "track-played", "ride-stream", "alert-labels": try play(bytes, name)
        case "policy": _ = try GatePolicy(json: bytes)
        case "gate-state": _ = try Gate(policy: .gaitway, savedState: bytes)
        case "scenario": _ = try GateScenario(String(decoding: bytes, as: UTF8.self), source: name).outcomes()
        case "corrections": _ = try CorrectionDocument(json: bytes)
        case "store": try GrowingStore.add(bytes)
        case "store-timeline": try GrowingStore.add(timeline: bytes)
        case "store-corrections": try GrowingStore.correct(bytes)
        default: try readText(bytes, name)
        }
    }

    private static func readLog(_ bytes: [UInt8], _ name: String) throws {
        let reader = try RecordingReader(bytes: bytes, name: name, options: LogOptions(readsLocation: true))
        var batch = SampleBatch()
        while try reader.next(into: &batch) {}
    }

    private static func use(_ timeline: TimelineDocument) {
        _ = TimelineExport.geoJSON(timeline) + TimelineExport.gpx(timeline) + TimelineExport.kml(timeline)
        _ = TimelineExport.moves(timeline) { _ in 3600 }
        _ = TimelineExport.csv(timeline) { _ in 3600 }
        _ = timeline.joined(with: timeline)
        _ = timeline.hiding([PrivacyZone(latitude: 52.5, longitude: 13.25, radius: 300)])
    }

    /// Plays a ride past places.
    private static func play(_ bytes: [UInt8], _ name: String) throws {
        switch name {
        case "places": _ = try PlaceSet(decoding: bytes)
        case "places-played": _ = try RideScene(Growing.ride, places: PlaceSet(decoding: bytes)).play()
        case "track-played":
            _ = try RideScene(RecordedRide(decoding: bytes, source: name), places: Growing.places).play()
        case "alert-labels":
            let scene = RideScene(Growing.ride, places: Growing.places)
            let labels = try AlertLabels(csv: bytes, source: name, for: scene)
            _ = AlertScore(try scene.play(), labels: labels)
        default:
            var ride = Growing.ride
            try ride.join(stream: bytes)
            _ = try RideScene(ride, places: Growing.places).play()
        }
    }

    /// Reads what other formats are made of.
    private static func readText(_ bytes: [UInt8], _ name: String) throws {
        var buffer = [UInt8](repeating: 0, count: 4096)
        switch name {
        case "json":
            var reader = JSONReader(bytes)
            _ = try reader.element()
        case "xml":
            var reader = XMLPullReader(bytes)
            while try reader.next() != nil {}
        case "csv":
            var reader = CSVReader(bytes, dialect: CSVDialect(separator: ",", quotes: .loose))
            while try reader.next() != nil {}
        case "gzip":
            let source = MemorySource(bytes)
            let reader = try GzipReader(source: name) { (buffer) throws(InputError) in
                try source.read(into: &buffer, at: 0)
            }
            while try reader.read(into: &buffer, at: 0) > 0 {}
        case "zip":
            let archive = try ZipArchive(bytes: bytes)
            for entry in archive.entries {
                let reader = try archive.reader(for: entry)
                while try reader.read(into: &buffer) > 0 {}
            }
        default: fail("\(name) is not a reader")
        }
    }
}

/// What does not grow beside an input that does.
enum Growing {
    /// Noon of 1 May 2026, UTC.
    static let noon = Timestamp(nanoseconds: 1_777_636_800_000_000_000)

    /// Ten minutes northwards at 2 m/s with a fix every 10 s.
    static let ride = RecordedRide(
        source: "ride", origin: noon,
        fixes: (0..<60).map { index in
            Location(
                elapsed: .seconds(10 * index), latitude: 52.5 + 0.00018 * Double(index), longitude: 13.25, speed: 2,
                horizontalAccuracy: 8)
        })

    /// A place on the way.
    static let places: PlaceSet = {
        do { return try PlaceSet(decoding: Array("id,lat,lon,radius\nplace,52.503,13.2501,60\n".utf8)) } catch {
            fail("\(error)")
        }
    }()
}

/// Stores that are made in the folder of temporary files.
enum GrowingStore {
    /// Adds a track's fixes to a new store, and asks for its timeline.
    static func add(_ bytes: [UInt8]) throws {
        let track = try Track(decoding: bytes)
        let origin = track.origin ?? Growing.noon
        try use { store in
            try store.add(
                TimelineInput(
                    source: "track", fixes: track.fixes.map { (origin + $0.elapsed, $0) },
                    reports: track.reports.map { (origin + $0.delivered, $0.activity) }))
            try ask(store)
        }
    }

    /// Adds a finished timeline to a new store, and asks for it.
    static func add(timeline bytes: [UInt8]) throws {
        let timeline = try TimelineDocument(json: bytes)
        try use { store in
            try store.add(TimelineInput(source: "timeline", timeline: timeline))
            try ask(store)
        }
    }

    /// Adds corrections to a store of one day.
    static func correct(_ bytes: [UInt8]) throws {
        let document = try CorrectionDocument(json: bytes)
        try use { store in
            try store.add(TimelineInput(source: "day", fixes: day))
            try store.correct(document)
            try ask(store)
        }
    }

    /// An hour at one spot, a drive, an hour at another, and so on, with a fix every two minutes.
    private static let day = (0..<720).map { number -> (time: Timestamp, fix: Location) in
        let (spot, step) = (number / 30, max(0, number % 30 - 25))
        return (
            Growing.noon + .seconds(120 * number),
            Location(
                elapsed: .zero, latitude: 52.5 + 0.02 * (Double(spot) + Double(step) / 5), longitude: 13.25,
                horizontalAccuracy: 10)
        )
    }

    private static func ask(_ store: TimelineDatabase) throws {
        if let span = try store.span() { _ = try store.timeline(during: span) }
        for place in try store.places().prefix(3) { _ = try store.visits(at: place.place.identifier) }
        _ = try store.corrections()
    }

    private static func use(_ body: (_ store: TimelineDatabase) throws -> Void) throws {
        let folder = temporaryFolder()
        defer { remove(folder: folder) }
        try body(try TimelineDatabase(path: folder + "/day.store"))
    }
}
