// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayTimeline
import GaitwayWorkspace

/// The time zone of days and of times shown.
struct ZoneArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time zone of days and of times shown, as Europe/Berlin. Default: for days that of where you were, "
                + "otherwise the machine's.",
            valueName: "zone"),
        transform: { try LocalZone(name: $0) })
    var timeZone: LocalZone?

    /// The zone of what has no position.
    var zone: LocalZone { timeZone ?? .current }

    /// The zones of a way: the given one, or those of where it leads.
    func zones(of positions: @autoclosure () throws -> [TimedPosition]) rethrows -> TravelZones {
        if let timeZone { return TravelZones(timeZone) }
        let zones = TravelZones(try positions(), otherwise: .current)
        if !zones.unknown.isEmpty {
            Diagnostics.note(
                "this machine does not know the time zones \(zones.unknown.joined(separator: ", ")); "
                    + "update tzdata, or give --time-zone")
        }
        return zones
    }
}

/// The input of a timeline, and the thresholds to derive it by.
struct TripsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A track (\(TrackFormat.list)), a logger's log, "
                + "or a timeline that gaitway wrote as JSON. Repeat it for more.",
            valueName: "log"), completion: .file())
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
            "The shortest pause that ends a trip, in seconds. Default: the policy's, 300.",
            valueName: "seconds"))
    var tripEndingPause: Double?

    @Option(
        help: ArgumentHelp(
            "The activities that you move by: walking, automotive, and running or cycling. "
                + "walking,cycling,automotive means that you never run. Default: the policy's, all four.",
            valueName: "list"))
    var modes: String?

    @OptionGroup var reading: TrackReadingArguments

    /// The wall-clock time of elapsed 0 for a log without one.
    var originTime: Timestamp? { get throws { try origin?.time(in: TravelZones(local.zone)) } }

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

    @Option(
        help: NamedResults.help(),
        completion: .file())
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
