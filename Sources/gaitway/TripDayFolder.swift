import MotionTypes
import Timeline
import Tracks

/// The days of a folder that holds `e-mission/` (a file a day, with its expected trips as `DAY.ground_truth`), `mobilitynet/`
/// (`PHONE/TIMELINE/KEY/START_END.json`), or both.
struct TripDayFolder {
    private let root: String
    /// The mobile phones of an evaluation, those that log without sleeping first.
    private static let phones = ["ios-1", "android-1", "ios-3", "android-3"]
    /// Timelines and how they are named in a day's name; the carrier is still throughout those that begin with `still`.
    private static let timelines = [
        (name: "unimodal_trip_car_bike_mtv_la", short: "uni"), (name: "train_bus_ebike_mtv_ucb", short: "train"),
        (name: "sfba_hf_calibration_stationary_only", short: "stillhf"),
        (name: "sfba_med_freq_calibration_stationary_only", short: "stillmf"),
    ]
    /// Where both were recorded.
    private static let zone = LocalZone(argument: "America/Los_Angeles") ?? .current

    /// - Throws: `InputError` for a folder with neither.
    init(_ root: String) throws {
        self.root = root
        guard FolderListing.exists(root + "/e-mission") || FolderListing.exists(root + "/mobilitynet") else {
            throw InputError(
                .unsupported, source: root, problem: "neither e-mission/ nor mobilitynet/ in it",
                remedy: "give the folder that holds them, or one day's expected trips as a file")
        }
    }

    /// Reads the days one after the other.
    func forEachDay(_ body: (TripDay) throws -> Void) throws {
        try eMission(body)
        try mobilityNet(body)
    }

    // MARK: e-mission

    private func eMission(_ body: (TripDay) throws -> Void) throws {
        let folder = root + "/e-mission"
        for file in FolderListing.names(folder) where file.hasSuffix(".ground_truth") {
            let name = String(file.dropLast(".ground_truth".count))
            try body(Self.eMissionDay(name, track: folder + "/" + name, truth: folder + "/" + file))
        }
    }

    /// A day of e-mission: 24 h from the local midnight that its name tells.
    private static func eMissionDay(_ name: String, track: String, truth: String) throws -> TripDay {
        guard let date = LocalDate(argument: String(name.suffix(10))), let day = zone.day(date) else {
            throw InputError(
                .unsupported, source: truth, problem: "the name does not end in a date",
                remedy: "name the day's file as phone_2016-02-22")
        }
        let start = day.span.start
        let period = TimeSpan(start: start, end: start.advanced(byNanoseconds: 86_400_000_000_000))
        let bytes = try FileBytes.read(track, remedy: "give a day's entries")
        let isIOS = String(decoding: bytes.prefix(1 << 16), as: UTF8.self).contains("\"ios\"")
        return TripDay(
            group: isIOS ? "emission-ios" : "emission-android",
            truth: try TripTruth(
                eMission: FileBytes.read(truth, remedy: "give a day's expected trips"), name: name, period: period),
            track: try Self.entries(track))
    }

    // MARK: MobilityNet

    private func mobilityNet(_ body: (TripDay) throws -> Void) throws {
        let folder = root + "/mobilitynet"
        for timeline in Self.timelines where FolderListing.exists(folder + "/spec/" + timeline.name) {
            let trips = try scriptedTrips(timeline.name)
            for phone in Self.phones {
                let base = "\(folder)/ucb-sdb-\(phone)/\(timeline.name)"
                for file in FolderListing.names(base + "/background~motion_activity") where file.hasSuffix(".json") {
                    guard let day = try day(base, file, phone, timeline.short, trips) else { continue }
                    try body(day)
                }
            }
        }
    }

    private func scriptedTrips(_ timeline: String) throws -> ScriptedTrips {
        var trips = ScriptedTrips(timeline: timeline)
        let spec = "\(root)/mobilitynet/spec/\(timeline)/config~evaluation_spec"
        // The marks were set on one phone and hold for all.
        let marks = "\(root)/mobilitynet/ucb-sdb-ios-1/\(timeline)/manual~evaluation_transition"
        for file in FolderListing.names(spec) where file.hasSuffix(".json") {
            try Self.reading(spec + "/" + file) { (bytes) throws(InputError) in try trips.add(script: bytes) }
        }
        for file in FolderListing.names(marks) where file.hasSuffix(".json") {
            try Self.reading(marks + "/" + file) { (bytes) throws(InputError) in try trips.add(marks: bytes) }
        }
        return trips
    }

    /// Reads a file and names it in whatever is wrong with it.
    private static func reading<Result>(_ path: String, _ body: ([UInt8]) throws(InputError) -> Result) throws -> Result
    {
        let bytes = try FileBytes.read(path, remedy: "give a file of an evaluation")
        do throws(InputError) {
            return try body(bytes)
        } catch {
            throw error.inSource(path)
        }
    }

    /// One evaluation period of one phone; nil when its fixes are missing, unless the person was still.
    private func day(
        _ base: String, _ file: String, _ phone: String, _ timeline: String, _ trips: ScriptedTrips
    ) throws -> TripDay? {
        let bounds = file.dropLast(".json".count).split(separator: "_").compactMap { Double($0) }
        guard bounds.count == 2, bounds[0] < bounds[1] else {
            throw InputError(
                .unsupported, source: base + "/" + file, problem: "the name is not that of an evaluation period",
                remedy: "name it START_END.json, in seconds since 1970")
        }
        let period = TimeSpan(
            start: Timestamp(nanoseconds: Int64((bounds[0] * 1e9).rounded())),
            end: Timestamp(nanoseconds: Int64((bounds[1] * 1e9).rounded())))
        let isStill = timeline.hasPrefix("still")
        let track = try track(base, file)
        guard track.map({ !$0.fixes.isEmpty }) ?? false || isStill else { return nil }
        let system = phone.prefix { $0 != "-" }
        let isAwake = phone.hasSuffix("-1") || isStill
        let parts = Self.zone.parts(of: period.start)
        let name = "\(phone)_\(timeline)_\(parts.date)T\(parts.clock.prefix(5).filter { $0 != ":" })"
        var truth = trips.truth(name: name, period: period)
        if isStill {
            // By script there is no trip, so that every one is invented.
            truth.coverage = .complete
        } else if !isAwake {
            let times = TripDay(group: "", truth: truth, track: track).fixes.map(\.time)
            truth.tracked = try dutyCycle(base, file).tracked(in: period, fixes: times)
        }
        let kind = isStill ? "still-\(system)" : "\(system)-\(isAwake ? "always" : "duty")"
        return TripDay(group: kind, truth: truth, track: track)
    }

    private func dutyCycle(_ base: String, _ file: String) throws -> DutyCycle {
        let path = base + "/statemachine~transition/" + file
        guard FolderListing.hasFile(path) else { return DutyCycle() }
        return try Self.reading(path) { (bytes) throws(InputError) in try DutyCycle(transitions: bytes) }
    }

    /// The fixes, or those that the phone kept where the others are missing, with the activity reports.
    private func track(_ base: String, _ file: String) throws -> LoadedTrack? {
        var parts: [LoadedTrack] = []
        for key in ["background~location", "background~filtered_location"] where parts.isEmpty {
            let path = base + "/" + key + "/" + file
            guard FolderListing.hasFile(path), let part = try Self.entries(path) else { continue }
            parts.append(part)
        }
        if let reports = try Self.entries(base + "/background~motion_activity/" + file) { parts.append(reports) }
        guard let first = parts.first else { return nil }
        return try parts.dropFirst().reduce(first) { try $0.merged(with: $1) }
    }

    /// The fixes and reports of a file of e-mission's entries; nil when it has neither, as some of a phone's files.
    private static func entries(_ path: String) throws -> LoadedTrack? {
        do {
            return LoadedTrack(
                try reading(path) { (bytes) throws(InputError) in try Track(decoding: bytes, format: .eMission) },
                source: path)
        } catch let error as InputError where error.code == .empty {
            return nil
        }
    }
}
