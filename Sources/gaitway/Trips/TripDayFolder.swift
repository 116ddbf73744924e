import MotionTypes
import Timeline
import Tracks

/// The days of a folder that holds `e-mission/` (a file a day, with its expected trips as `DAY.ground_truth`), `mobilitynet/`
/// (`PHONE/TIMELINE/KEY/START_END.json`), or both.
struct TripDayFolder {
    private let root: String
    /// How some timelines are named in a day's name; others by their own name.
    private static let shortNames = [
        "unimodal_trip_car_bike_mtv_la": "uni", "train_bus_ebike_mtv_ucb": "train",
        "sfba_hf_calibration_stationary_only": "stillhf", "sfba_med_freq_calibration_stationary_only": "stillmf",
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
        let phones = FolderListing.names(folder).compactMap(Phone.init).sorted { $0.rank < $1.rank }
        let timelines = FolderListing.names(folder + "/spec")
        for timeline in timelines.filter({ !Self.isStill($0) }) + timelines.filter(Self.isStill) {
            let bases = phones.map { ($0, "\(folder)/\($0.folder)/\(timeline)") }
            let trips = try scriptedTrips(timeline, bases.map(\.1))
            for (phone, base) in bases {
                for file in Self.files(base + "/background~motion_activity") {
                    guard let day = try day(base, file, phone, timeline, trips) else { continue }
                    try body(day)
                }
            }
        }
    }

    /// Whether the phones lie on a table throughout, by its script.
    private static func isStill(_ timeline: String) -> Bool { timeline.hasSuffix("_stationary_only") }

    /// A phone's folder, `ucb-sdb-ios-1`: its system and its number; those of number 1 log without sleeping.
    private struct Phone {
        let folder: String
        let system: String
        let number: Int

        init?(folder: String) {
            let parts = folder.split(separator: "-")
            guard folder.hasPrefix("ucb-sdb-"), parts.count == 4, let number = Int(parts[3]) else { return nil }
            self.folder = folder
            system = String(parts[2])
            self.number = number
        }

        /// Their order: by number, iPhones first.
        var rank: (Int, Int, String) { (number, system == "ios" ? 0 : 1, folder) }
    }

    private static func files(_ folder: String) -> [String] {
        FolderListing.names(folder).filter { $0.hasSuffix(".json") }
    }

    private func scriptedTrips(_ timeline: String, _ bases: [String]) throws -> ScriptedTrips {
        var trips = ScriptedTrips(timeline: timeline)
        let spec = "\(root)/mobilitynet/spec/\(timeline)/config~evaluation_spec"
        for file in Self.files(spec) {
            try Self.reading(spec + "/" + file) { (bytes) throws(InputError) in try trips.add(script: bytes) }
        }
        // The marks were set on one phone and hold for all.
        let marks = bases.map { $0 + "/manual~evaluation_transition" }.first { !Self.files($0).isEmpty } ?? ""
        for file in Self.files(marks) {
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
        _ base: String, _ file: String, _ phone: Phone, _ timeline: String, _ trips: ScriptedTrips
    ) throws -> TripDay? {
        let bounds = file.dropLast(".json".count).split(separator: "_").compactMap { Double($0) }
        guard bounds.count == 2, bounds[0] < bounds[1] else {
            throw InputError(
                .unsupported, source: base + "/" + file, problem: "the name is not that of an evaluation period",
                remedy: "name it START_END.json, in seconds since 1970")
        }
        let period = TimeSpan(
            start: Timestamp(seconds: bounds[0]),
            end: Timestamp(seconds: bounds[1]))
        let isStill = Self.isStill(timeline)
        let track = try track(base, file)
        guard track.map({ !$0.fixes.isEmpty }) ?? false || isStill else { return nil }
        let isAwake = phone.number == 1 || isStill
        let parts = Self.zone.parts(of: period.start)
        let label = Self.shortNames[timeline] ?? timeline
        let phoneName = "\(phone.system)-\(phone.number)"
        let name = "\(phoneName)_\(label)_\(parts.date)T\(parts.clock.prefix(5).filter { $0 != ":" })"
        var truth = trips.truth(name: name, period: period)
        if isStill {
            // By script there is no trip, so that every one is invented.
            truth.coverage = .complete
        } else if !isAwake {
            let times = TripDay(group: "", truth: truth, track: track).fixes.map(\.time)
            truth.tracked = try dutyCycle(base, file).tracked(in: period, fixes: times)
        }
        let kind = isStill ? "still-\(phone.system)" : "\(phone.system)-\(isAwake ? "always" : "duty")"
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
