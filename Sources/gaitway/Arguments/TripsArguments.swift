import ArgumentParser
import MotionTypes
import Timeline

/// Where days begin.
struct ZoneArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where days begin and times are shown, as Europe/Berlin; the machine's zone if not given.",
            valueName: "zone"),
        transform: LocalZone.init(name:))
    var timeZone: LocalZone?

    /// The zone that days are taken by.
    var zone: LocalZone { timeZone ?? .current }
}

/// What a timeline is made from.
struct TripsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A track (GPX, GeoJSON, Overland, OwnTracks, e-mission, a logger's log) or a timeline (Moves, gaitway's JSON); may be repeated.",
            valueName: "log"))
    var track: [String] = []

    @Option(
        help: ArgumentHelp(
            "The activity stream; - is standard input. If not given, the track's own reports are used.",
            valueName: "stream"))
    var activities: String?

    @Option(help: ArgumentHelp("Show only this day, as 2026-05-01.", valueName: "date"))
    var day: LocalDate?

    @OptionGroup var local: ZoneArguments

    @Option(
        help: ArgumentHelp(
            "The time at which a log without a wall clock began, as 2026-05-01T08:00 or with an offset.",
            valueName: "time"))
    var origin: LocalMoment?

    @Option(help: ArgumentHelp("A timeline policy: the thresholds, as a JSON file.", valueName: "file"))
    var policy: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The shortest visit, in seconds; 120 unless the policy has another.", valueName: "seconds"))
    var shortestVisit: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The pause that ends a trip, in seconds; 300 unless the policy has another.",
            valueName: "seconds"))
    var tripEndingPause: Double?

    @OptionGroup var reading: ReadingArguments

    /// The zone that days are taken by.
    var zone: LocalZone { local.zone }

    /// The wall-clock time of elapsed 0 for a log without one.
    var originTime: Timestamp? { get throws { try origin?.time(in: zone) } }

    func validate() throws {
        guard (track + [activities].compactMap(\.self)).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("only one of --track and --activities can be standard input")
        }
        for (name, value) in [("--shortest-visit", shortestVisit), ("--trip-ending-pause", tripEndingPause)] {
            guard value.map({ $0 > 0 && $0 <= 86400 }) ?? true else {
                throw ValidationError("\(name) must be above 0 and at most 86400 seconds")
            }
        }
    }

    /// The thresholds: the file's, then those of the options.
    func timelinePolicy() throws -> TimelinePolicy {
        var result = TimelinePolicy()
        if let policy {
            let bytes = try FileBytes.read(policy, limit: 1 << 20, remedy: "give a timeline policy here")
            result = try TimelinePolicy(json: bytes, source: policy)
        }
        if let shortestVisit { result.shortestVisit = Duration(inSeconds: shortestVisit) }
        if let tripEndingPause { result.tripEndingPause = Duration(inSeconds: tripEndingPause) }
        if let fault = result.fault { throw ValidationError(fault) }
        return result
    }
}
