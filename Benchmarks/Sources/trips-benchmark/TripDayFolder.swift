// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// The days of a folder that holds `e-mission/` (a file a day, with its expected trips as `DAY.ground_truth`),
/// `mobilitynet/` (`PHONE/TIMELINE/KEY/START_END.json`), or both.
struct TripDayFolder {
    private let root: String
    /// Short names of timelines for the names of days; other timelines keep their own.
    private static let shortNames = [
        "unimodal_trip_car_bike_mtv_la": "uni", "train_bus_ebike_mtv_ucb": "train",
        "sfba_hf_calibration_stationary_only": "stillhf", "sfba_med_freq_calibration_stationary_only": "stillmf",
    ]

    /// - Throws: `InputError` for a folder with neither.
    init(_ root: String) throws {
        self.root = root
        guard Files.exists(root + "/e-mission") || Files.exists(root + "/mobilitynet") else {
            throw InputError(
                .unsupported, source: root, problem: "neither e-mission/ nor mobilitynet/ in it",
                remedy: "give the folder that holds them")
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
        for file in Files.names(in: folder) where file.hasSuffix(".ground_truth") {
            let name = String(file.dropLast(".ground_truth".count))
            try body(Self.eMissionDay(name, track: folder + "/" + name, truth: folder + "/" + file))
        }
    }

    /// A day of e-mission: 24 h from local midnight of the date in its name.
    private static func eMissionDay(_ name: String, track: String, truth: String) throws -> TripDay {
        guard let start = HomeZone.midnight(of: name.suffix(10)) else {
            throw InputError(
                .unsupported, source: truth, problem: "the name does not end in a date",
                remedy: "name the day's file as phone_2016-02-22")
        }
        let period = TimeSpan(start: start, end: start.advanced(byNanoseconds: 86_400_000_000_000))
        let isIOS = String(decoding: try Files.bytes(track).prefix(1 << 16), as: UTF8.self).contains("\"ios\"")
        return TripDay(
            group: isIOS ? "emission-ios" : "emission-android",
            truth: try TripTruth(eMission: Files.bytes(truth), name: name, period: period), track: try entries(track))
    }

    // MARK: MobilityNet

    private func mobilityNet(_ body: (TripDay) throws -> Void) throws {
        let folder = root + "/mobilitynet"
        let phones = Files.names(in: folder).compactMap(Phone.init).sorted { $0.rank < $1.rank }
        let timelines = Files.names(in: folder + "/spec")
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

    /// Whether its script leaves the phones on a table throughout.
    private static func isStill(_ timeline: String) -> Bool { timeline.hasSuffix("_stationary_only") }

    /// A phone's folder such as `ucb-sdb-ios-1`: its system and its number. Phones with number 1 log without sleeping.
    private struct Phone {
        let folder: String
        let system: String
        let number: Int

        init?(folder: String) {
            let parts = folder.split(separator: "-")
            guard folder.hasPrefix("ucb-sdb-"), parts.count == 4, let number = Int(parts[3], in: .countable) else {
                return nil
            }
            self.folder = folder
            system = String(parts[2])
            self.number = number
        }

        /// Their order: by number, iPhones first.
        var rank: (Int, Int, String) { (number, system == "ios" ? 0 : 1, folder) }
    }

    private static func files(_ folder: String) -> [String] {
        Files.names(in: folder).filter { $0.hasSuffix(".json") }
    }

    private func scriptedTrips(_ timeline: String, _ bases: [String]) throws -> ScriptedTrips {
        var trips = ScriptedTrips(timeline: timeline)
        let spec = "\(root)/mobilitynet/spec/\(timeline)/config~evaluation_spec"
        for file in Self.files(spec) {
            try Files.reading(spec + "/" + file) { (bytes) throws(InputError) in try trips.add(script: bytes) }
        }
        // The marks were set on one phone and hold for all.
        let marks = bases.map { $0 + "/manual~evaluation_transition" }.first { !Self.files($0).isEmpty } ?? ""
        for file in Self.files(marks) {
            try Files.reading(marks + "/" + file) { (bytes) throws(InputError) in try trips.add(marks: bytes) }
        }
        return trips
    }

    /// One evaluation period of one phone; nil if its fixes are missing and the person was not still.
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
        let label = Self.shortNames[timeline] ?? timeline
        let phoneName = "\(phone.system)-\(phone.number)"
        let name = "\(phoneName)_\(label)_\(HomeZone.minute(of: period.start))"
        var truth = trips.truth(name: name, period: period)
        if isStill {
            // The script has no trip, so every one is invented.
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
        guard Files.exists(path) else { return DutyCycle() }
        return try Files.reading(path) { (bytes) throws(InputError) in try DutyCycle(transitions: bytes) }
    }

    /// The fixes, or the phone's own if they are missing, with the activity reports.
    private func track(_ base: String, _ file: String) throws(InputError) -> Track? {
        var whole: Track?
        for key in ["background~location", "background~filtered_location"] where whole == nil {
            let path = base + "/" + key + "/" + file
            if Files.exists(path) { whole = try Self.entries(path) }
        }
        guard let reports = try Self.entries(base + "/background~motion_activity/" + file) else { return whole }
        return try whole?.merged(with: reports) ?? reports
    }

    /// The fixes and reports of a file of e-mission's entries; nil if it has neither.
    private static func entries(_ path: String) throws(InputError) -> Track? {
        do throws(InputError) {
            return try Files.reading(path) { (bytes) throws(InputError) in
                try Track(decoding: bytes, format: .eMission)
            }
        } catch  where error.code == .empty {
            return nil
        }
    }
}
