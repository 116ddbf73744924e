// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import GaitwayReports
import GaitwayTimeline
import GaitwayWorkspace

/// A ride and its places.
struct RideArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A track (\(TrackFormat.list)) or a logger's log. Repeat it for a track in parts.",
            valueName: "log"), completion: .file())
    var track: [String] = []

    @Option(
        name: .customLong("places"), help: ArgumentHelp("The places, GeoJSON or CSV.", valueName: "file"),
        completion: .file(extensions: ["geojson", "json", "csv"]))
    var placeFile: String?

    @Option(
        help: ArgumentHelp(
            "An activity stream, as gaitway classify --live writes it; - is standard input. Default: the track's own "
                + "activity reports, else its motion, which is classified live.",
            valueName: "stream"), completion: .file())
    var activities: String?

    @Option(
        help: ArgumentHelp(
            "Whose reports the gate gets without --activities: phone, the track's own; motion, those of its motion, "
                + "classified live. Default: phone if the track has any.", valueName: "name"))
    var reports: ReportSource?
}

/// The gate, and the app that monitors places.
struct GateArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The gate's rules. Default: gaitway.", valueName: "name"))
    var profile: SimulationArguments.Profile?

    @Option(
        help: ArgumentHelp("A policy file instead of a profile.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var policy: String?

    @Option(
        help: ArgumentHelp(
            "How an app chooses the regions to monitor. Default: \(SimulationArguments.Strategy.usual.rawValue).",
            valueName: "name"))
    var strategy: SimulationArguments.Strategy?
}

/// The input of a simulation: the options that `simulate` and `gate explain` share.
struct SimulationArguments: ParsableArguments {
    @OptionGroup(title: "Input") private var ride: RideArguments
    @OptionGroup(title: "Input") var reading: TrackReadingArguments
    @OptionGroup(title: "Policies") private var gate: GateArguments
    @OptionGroup(title: "The phone") var phone: PhoneArguments
    @OptionGroup(title: "Output") var local: ZoneArguments

    var track: [String] { ride.track }
    var placeFile: String? { ride.placeFile }
    var activities: String? { ride.activities }
    var reports: ReportSource? { ride.reports }
    var profile: Profile? { gate.profile }
    var policy: String? { gate.policy }
    var strategy: Strategy? { gate.strategy }

    func validate() throws {
        try require(reports == nil || activities == nil, "give --activities or --reports, not both")
        try require(reports == nil || !hasPipedTrack, "--reports needs a track that is a file, and not a pipe")
        try require(profile == nil || policy == nil, "give --profile or --policy, not both")
        guard (track + [placeFile, activities].compactMap(\.self)).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("only one of --track, --places and --activities can be standard input")
        }
    }

    /// The file of places, which a track needs.
    var places: String { placeFile ?? "" }

    /// Throws unless there is something to play.
    func requireTrack() throws {
        try require(!track.isEmpty, "Missing expected argument '--track <log>'")
        try require(placeFile != nil, "Missing expected argument '--places <file>'")
    }

    /// Refuses rules of significant changes if no strategy waits for them.
    func checkChanges(comparesStrategies: Bool = false) throws {
        guard phone.changesSignificance, !comparesStrategies, monitoring.trigger != .significantChange else { return }
        throw ValidationError(
            "--change-distance and --change-interval need --strategy nearest or difference, not \(monitoring.name)")
    }

    /// The profiles by their names on the command line.
    enum Profile: String, CaseIterable, ExpressibleByArgument {
        case here, article, gaitway

        /// What each reproduces.
        static let allValueDescriptions: [String: String] = [
            here.rawValue: """
            the rules of the app as it shipped, mistakes included. No alert while driving, for 120 s afterwards, or \
            while the activity is unknown or has no flag. An entry that is held back is lost. Alerts are not limited.
            """,
            article.rawValue: """
            the same rules as the article about that app describes them. Only the unknown flag and a missing report \
            count as unknown: a report without a flag lets the alert through.
            """,
            gaitway.rawValue: """
            our own rules. An entry that is held back waits, the number of alerts is limited, and a silent source and \
            a declined permission are handled.
            """,
        ]
    }

    /// The strategies by their names on the command line.
    enum Strategy: String, CaseIterable, ExpressibleByArgument {
        case nearest, difference, bubble
        case bubbleDifference = "bubble-difference"
        case full, oracle

        /// The strategy without --strategy.
        static let usual = bubbleDifference
    }
}

extension SimulationArguments {
    /// How the simulated phone chooses its regions.
    var monitoring: MonitoringStrategy {
        let name = (strategy ?? .usual).rawValue
        return MonitoringStrategy.all.first { $0.name == name } ?? .bubbleDifference
    }

    func gatePolicy() throws -> GatePolicy {
        guard let policy else {
            return withZone(profile.flatMap { GatePolicy.profile(named: $0.rawValue) } ?? .gaitway)
        }
        return try withZone(GatePolicy(file: policy))
    }

    /// The policy with the zone of `--time-zone` for the hours of places, unless it names one.
    func withZone(_ policy: GatePolicy) -> GatePolicy {
        guard policy.timeZone == nil, policy.quietHours == nil else { return policy }
        var policy = policy
        policy.timeZone = local.timeZone?.name
        return policy
    }

    /// How times are shown to people: by the zone's clock, or counted from its start for a log without one.
    func clock(of ride: RecordedRide, withOffset: Bool = false) -> (Timestamp) -> String {
        guard ride.origin != nil else { return { String($0.iso8601.dropFirst(11).dropLast()) } }
        let zone = local.zone
        return { zone.text(of: $0) + (withOffset ? " " + zone.parts(of: $0).offset : "") }
    }

    /// The heading of those times.
    func timeTitle(of ride: RecordedRide) -> String { ride.origin == nil ? "elapsed" : "time (\(local.zone.name))" }

    /// All files that are read.
    var files: InputFiles { InputFiles(track + [places, activities, policy]) }

    /// Whether the activity stream or the track comes while it is played.
    var isLive: Bool { activities == "-" || hasPipedTrack }

    /// Whether the track is a pipe, which may hold a table whose fixes can be taken as they arrive.
    var hasPipedTrack: Bool { SimulationInput.isPiped(track, reading.options) }

    /// The ride and the phone, whose places are read.
    func input() throws -> SimulationInput {
        try SimulationInput(
            track: track, activities: activities, reports: reports, options: reading.options, simulator: simulator())
    }

    /// What plays while its input comes.
    func live() throws -> LiveSimulation {
        let policy = try gatePolicy()
        return try LiveSimulation(input(), policy: policy, strategy: monitoring)
    }

    /// The places, and the phone among them.
    private func simulator() throws -> GeofenceSimulator {
        let name = StandardInput.name(of: places)
        let set = try PlaceSet(decoding: FileBytes.places(places), source: name)
        if let note = PlaceText.note(set.repairs) { Diagnostics.note(note, of: name) }
        return try phone.simulator(set, policy: gatePolicy())
    }
}

extension GatePolicy {
    /// The policy of a file.
    init(file path: String) throws {
        try self.init(
            json: FileBytes.read(path, limit: 1 << 20, remedy: "give a gate policy here"),
            source: StandardInput.name(of: path))
    }
}

extension ReportSource: ExpressibleByArgument {}
