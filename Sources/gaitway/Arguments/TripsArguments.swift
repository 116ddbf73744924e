// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
import GaitwayAlerts
public import GaitwayBase
import GaitwayReplay
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// The time zone of days and of times shown.
struct ZoneArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time zone of days and of times shown, as Europe/Berlin. Default: for days that of where you were, "
                + "otherwise the machine's.", valueName: "zone"),
        transform: { try LocalZone(name: $0) })
    var timeZone: LocalZone?

    /// The zone of what has no position.
    var zone: LocalZone { timeZone ?? .current }

    /// The zones of a path: the given one, or those of where it leads.
    func zones(of positions: @autoclosure () throws -> [TimedPosition]) rethrows -> TravelZones {
        try TravelZones(given: timeZone, of: positions())
    }
}

/// The input of a timeline, and the thresholds to derive it by.
struct TripsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A track (\(TrackFormat.list)), a logger's log, or a timeline that gaitway wrote as JSON. Repeat it for "
                + "more.", valueName: "log"), completion: .file())
    var track: [String] = []

    @Option(
        help: ArgumentHelp(
            "An activity stream; - is standard input. Default: the track's own activity reports.",
            valueName: "stream"), completion: .file())
    var activities: String?

    @OptionGroup var local: ZoneArguments

    @Option(
        help: ArgumentHelp(
            "When a log without a wall clock began, as 2026-05-01T08:00, with or without an offset.",
            valueName: "time"))
    var origin: LocalMoment?

    @Option(
        help: ArgumentHelp("A timeline policy: a JSON file of thresholds.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var policy: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The shortest visit, in seconds. Default: the policy's, 120.", valueName: "seconds"))
    var shortestVisit: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The shortest pause that ends a trip, in seconds. Default: the policy's, 300.", valueName: "seconds"))
    var tripEndingPause: Double?

    @Option(
        help: ArgumentHelp(
            "The activities that you move by: walking, automotive, and running or cycling. walking,cycling,automotive "
                + "means that you never run. Default: the policy's, all four.", valueName: "list"))
    var modes: String?

    @OptionGroup var reading: TrackReadingArguments

    /// The wall-clock time of elapsed 0 for a log without one.
    var originTime: Timestamp? { get throws { try origin?.time(in: TravelZones(local.zone)) } }

    func validate() throws {
        guard (track + [activities].compactMap(\.self)).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("only one of --track and --activities can be standard input")
        }
        for (name, value) in [("--shortest-visit", shortestVisit), ("--trip-ending-pause", tripEndingPause)] {
            try require(
                value.map({ $0 > 0 && $0 <= 86400 }) ?? true, "\(name) must be above 0 and at most 86400 seconds")
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
        if let modes {
            result.modes = try Set(
                modes.split(separator: ",", omittingEmptySubsequences: false).map { word in
                    guard let mode = Activity(rawValue: String(word)), mode != .stationary else {
                        throw ValidationError(
                            "--modes: \(quoted: word) is not known; write walking, running, cycling, automotive")
                    }
                    return mode
                })
        }
        if let fault = result.fault { throw ValidationError(fault) }
        return result
    }
}

/// How a timeline is written.
struct TripsResultArguments: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "How the timeline is written. Figures of --evaluate: table or json. stats: table, json or csv. Default: "
                + "as the name of --output ends, or else table."))
    var givenFormat: TripsFormat?

    /// How the timeline is written.
    var format: TripsFormat { Self.names.format(givenFormat, of: output) ?? .table }

    private static let names = OutputName<TripsFormat>(endings: [
        ("json", .json), ("json", .geojson), ("json", .moves), ("geojson", .geojson), ("gpx", .gpx), ("csv", .csv),
        ("kml", .kml), ("txt", .table),
    ])

    @Option(help: .output(), completion: .file())
    var output: String?

    func validate() throws { try Self.names.check(givenFormat, of: output) }

    @OptionGroup var replacing: ForceArgument

    @Flag(help: "Show the identifiers of places in the table, not only names and numbers.")
    var identifiers = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Leave out a point of a path if the line through its neighbours passes it within this distance, in metres.",
            valueName: "metres"))
    var simplify: Double?
}

extension TripsFormat: ExpressibleByArgument {}

/// A page of the timeline, and the tiles of its map.
struct TimelineReportArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write the timeline as an HTML page: storyline, map, calendar. "
                + "- writes the page alone to standard output.", valueName: "file"), completion: .file())
    var report: String?

    @OptionGroup var map: TilesArguments
    @OptionGroup var drawing: PictureArguments

    /// The option that asks for a page or a picture, which show paths; nil without both.
    var option: String? { report != nil ? "--report" : drawing.picture != nil ? "--picture" : nil }
    var isAskedFor: Bool { option != nil }

    func validate() throws { try map.validate(report: report) }
}

/// The truth that a timeline is scored against.
struct TripEvaluationArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Score the timeline against the day's expected trips, a CSV file.", valueName: "truth"),
        completion: .file(extensions: ["csv"]))
    var evaluate: String?
}

/// The store of a subcommand.
struct StoreArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A timeline store, one SQLite file. New tracks are added to it, and its timeline is shown.",
            valueName: "file"), completion: .file())
    var store: String?

    /// Opens the store, which a subcommand needs; `purpose` follows it in the message without one.
    func database(_ purpose: String = "") throws -> TimelineDatabase {
        guard let store else { throw ValidationError("give the store\(purpose) with --store") }
        return try TimelineDatabase(path: store, creation: .never)
    }
}

/// What is asked of a store or of a timeline besides its items.
struct TimelineCheckArguments: ParsableArguments {
    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Print each rule that a timeline breaks. With --store and without a file: read the whole store, report "
                + "whether it is sound, and check its timeline.", valueName: "timeline"), completion: .file())
    var check: String?
}

/// The items to show.
struct StoreQueryArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Show only this day, as 2026-05-01.", valueName: "date"))
    var day: LocalDate?

    @Flag(help: "Show each day. Default: the days of up to a week; of more, a table by month.")
    var days = false

    @Option(
        help: ArgumentHelp("With --store: show only visits to this place, an identifier or a name.", valueName: "place")
    )
    var place: String?

    @Option(help: ArgumentHelp("With --store: show only moves with this activity.", valueName: "activity"))
    var activity: Activity?

    /// Whether only some items are asked for. They are not a whole timeline.
    var isSelection: Bool { place != nil || activity != nil }

    func validate() throws {
        try require(place == nil || activity == nil, "give --place or --activity, not both")
        try require(!days || day == nil, "give --day or --days, not both")
    }
}

extension Activity: ExpressibleByArgument {}
extension Vehicle: ExpressibleByArgument {}

/// Where names of places come from, and which places stay private.
struct DisclosureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Your own places with names, GeoJSON or CSV. A visited place takes the name of one within its radius, or "
                + "within 100 m.", valueName: "places"), completion: .file(extensions: ["geojson", "json", "csv"]))
    var places: String?

    @Option(
        help: ArgumentHelp(
            "A shell command that names places. It reads one JSON object per line, with latitude and longitude, and "
                + "answers each with a line, {\"name\":\"Home\"} or {\"name\":null}.", valueName: "command"))
    var namePlaces: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest time that --name-places may take, in seconds. Default: 60.", valueName: "seconds"))
    var namingTime: Double?

    @Option(
        help: ArgumentHelp(
            "Circles to keep private, GeoJSON points or CSV with a radius in metres. Time within them becomes a gap.",
            valueName: "zones"), completion: .file(extensions: ["geojson", "json", "csv"]))
    var privacyZones: String?

    private static let usualNamingTime = 60.0

    func validate() throws {
        try require(namingTime == nil || namePlaces != nil, "--naming-time needs --name-places")
        guard namingTime.map({ $0 > 0 && $0 <= 86400 }) ?? true else {
            throw ValidationError("--naming-time must be above 0 and at most 86400 seconds")
        }
    }

    /// The files that are read.
    var files: [String] { [places, privacyZones].compactMap(\.self) }

    /// The zones of the file, or an empty list.
    func zones() throws -> [PrivacyZone] {
        guard let privacyZones else { return [] }
        return try PlaceReader.privacyZones(
            FileBytes.read(privacyZones, remedy: "give privacy zones here"), source: privacyZones)
    }

    /// The user's places of the file, or an empty list.
    func circles() throws -> [NamedCircle] {
        guard let places else { return [] }
        return try PlaceReader.namedCircles(
            FileBytes.read(places, remedy: "give places with names here"), source: places)
    }

    /// The program that names places; nil for none.
    var program: NamingProgram? {
        namePlaces.map {
            NamingProgram(command: $0, longest: Duration(inSeconds: namingTime ?? Self.usualNamingTime))
        }
    }
}
