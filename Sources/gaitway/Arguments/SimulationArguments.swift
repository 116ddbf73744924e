import ArgumentParser
import FileWriting
import Geofencing
import MotionTypes
import NotificationGate
import RideReplay
import SensorLogs
import TextReports
import Timeline

/// What a simulation is made from: the options that `simulate` and `gate explain` share.
struct SimulationArguments: ParsableArguments {
    @Option(name: .customLong("places"), help: ArgumentHelp("The places, GeoJSON or CSV.", valueName: "file"))
    var placeFile: String?

    @Option(
        help: ArgumentHelp(
            "The track: GPX, GeoJSON, Overland, OwnTracks, e-mission, Moves, or a logger's log; repeat the option for a track in parts.",
            valueName: "log"))
    var track: [String] = []

    @Option(
        help: ArgumentHelp(
            "The activity stream; - is standard input. If not given, the track's own reports are used.",
            valueName: "stream"))
    var activities: String?

    @Option(help: ArgumentHelp("The gate's rules; gaitway if not given:", valueName: "name"))
    var profile: Profile?

    @Option(help: ArgumentHelp("A policy file instead of a profile.", valueName: "file"))
    var policy: String?

    @Option(help: ArgumentHelp("How regions are chosen; \(Strategy.usual.rawValue) if not given.", valueName: "name"))
    var strategy: Strategy?

    @OptionGroup(title: "The phone") var phone: PhoneArguments
    @OptionGroup var local: ZoneArguments
    @OptionGroup var reading: ReadingArguments

    func validate() throws {
        guard profile == nil || policy == nil else { throw ValidationError("give --profile or --policy, not both") }
        guard (track + [placeFile, activities].compactMap(\.self)).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("only one of --track, --places and --activities can be standard input")
        }
    }

    /// The places that must be given, where a track is played.
    var places: String { placeFile ?? "" }

    /// Throws unless there is something to play.
    func requireTrack() throws {
        guard !track.isEmpty else { throw ValidationError("Missing expected argument '--track <log>'") }
        guard placeFile != nil else { throw ValidationError("Missing expected argument '--places <file>'") }
    }

    /// Refuses a rule of significant changes where no strategy waits for them.
    func checkChanges(comparesStrategies: Bool = false) throws {
        guard phone.changesSignificance, !comparesStrategies, monitoring.trigger != .significantChange else { return }
        throw ValidationError(
            "--change-distance and --change-interval go with --strategy nearest or difference: \(monitoring.name) does not wait "
                + "for significant changes")
    }

    /// The policies by their names in the options.
    enum Profile: String, CaseIterable, ExpressibleByArgument {
        case here, article, gaitway

        /// What each reproduces.
        static let allValueDescriptions: [String: String] = [
            here.rawValue: """
            The rules of the app that was shipped, mistakes included: no alert while driving, for 120 s after, or while the activity \
            is unknown, as it is with no flag set; an entry that is held back is lost; no limit on the number of alerts.
            """,
            article.rawValue: """
            The same rules as the article about that app gives them: only the unknown flag and a missing report are unknown; a report \
            without any flag lets the alert through.
            """,
            gaitway.rawValue: """
            Our own rules: an entry that is held back waits, alerts are limited in number, and a silent source and a declined \
            permission have answers.
            """,
        ]
    }

    /// The strategies by their names in the options.
    enum Strategy: String, CaseIterable, ExpressibleByArgument {
        case nearest, difference, bubble
        case bubbleDifference = "bubble-difference"
        case full, oracle

        /// What serves where none is named.
        static let usual = bubbleDifference
    }
}

extension SimulationArguments {
    /// How the simulated phone chooses its regions.
    var monitoring: MonitoringStrategy {
        let name = (strategy ?? .usual).rawValue
        return MonitoringStrategy.all.first { $0.name == name } ?? .bubbleDifference
    }

    /// The gate's policy.
    func gatePolicy() throws -> GatePolicy {
        guard let policy else {
            return withZone(profile.flatMap { GatePolicy.profile(named: $0.rawValue) } ?? .gaitway)
        }
        return try withZone(
            GatePolicy(
                json: FileBytes.read(policy, limit: 1 << 20, remedy: "give a gate policy here"), source: policy))
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

    /// What those times are.
    func timeTitle(of ride: RecordedRide) -> String { ride.origin == nil ? "elapsed" : "time (\(local.zone.name))" }

    /// The place set's name in messages.
    private var placesName: String { StandardInput.name(of: places) }

    /// All that is read.
    var files: InputFiles {
        var files = InputFiles()
        for path in track + [places] + [activities, policy].compactMap(\.self) { files.add(path) }
        return files
    }

    /// Adds the options to a command that a page quotes.
    func add(to command: inout QuotedCommand) {
        for track in track { command.add("--track", file: track) }
        command.add("--places", file: places)
        command.add("--activities", file: activities)
        command.add("--profile", profile?.rawValue)
        command.add("--policy", file: policy)
        command.add("--strategy", strategy?.rawValue)
        command.add(phone)
        command.add("--time-zone", local.timeZone?.name)
        command.add(reading)
    }

    /// Reads all that is played.
    func scene() throws -> RideScene {
        let simulator = try simulator()
        let ride = try TrackLoader.load(track, activities: activities, options: reading.options)
        return scene(of: ride, simulator)
    }

    /// Reads all that is played but the activity stream, which comes while it is played; `known` is a track that was read.
    func scene(_ simulator: GeofenceSimulator, known: RecordedRide?) throws -> RideScene {
        guard let known else {
            return scene(of: try TrackLoader.load(track, options: reading.options), simulator)
        }
        Diagnostics.notes(known.notes)
        return scene(of: try known.withFixes(), simulator)
    }

    private func scene(of ride: RecordedRide, _ simulator: GeofenceSimulator) -> RideScene {
        var ride = ride
        if activities == nil { Diagnostics.notes(ride.noteUnknownDriving()) }
        return RideScene(ride, simulator: simulator)
    }

    /// The places, and the phone among them.
    func simulator() throws -> GeofenceSimulator {
        let bytes = try FileBytes.places(places)
        let set = try PlaceSet(decoding: bytes, source: placesName)
        if let note = PlaceText.note(set.repairs) { Diagnostics.line("gaitway: \(placesName): \(note)") }
        return phone.simulator(set)
    }
}
