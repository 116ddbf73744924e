import ArgumentParser
import Geofencing
import MotionTypes
import RideReplay
import Timeline

/// Where names of places come from, and what must not be told.
struct DisclosureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The user's own places with their names (GeoJSON or CSV). A place within the radius of one, or within 100 m, takes its name.",
            valueName: "places"))
    var places: String?

    @Option(
        help: ArgumentHelp(
            "A command of the shell that names places: it reads a JSON object a line with latitude and longitude, and answers each with a line as {\"name\":\"Home\"} or {\"name\":null}.",
            valueName: "command"))
    var namePlaces: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest that --name-places may take, in seconds; 60 if not given.", valueName: "seconds"))
    var namingTime: Double?

    @Option(
        help: ArgumentHelp(
            "Circles of which nothing shall be told (GeoJSON points or CSV, with radius in metres): what lies there is left out, and that time is a gap.",
            valueName: "zones"))
    var privacyZones: String?

    private static let usualNamingTime = 60.0

    func validate() throws {
        guard namingTime == nil || namePlaces != nil else {
            throw ValidationError("--naming-time goes with --name-places")
        }
        guard namingTime.map({ $0 > 0 && $0 <= 86400 }) ?? true else {
            throw ValidationError("--naming-time must be above 0 and at most 86400 seconds")
        }
    }

    /// The files that are read.
    var files: [String] { [places, privacyZones].compactMap(\.self) }

    /// The zones; none without a file.
    func zones() throws -> [PrivacyZone] {
        guard let privacyZones else { return [] }
        return try PlaceReader.privacyZones(
            FileBytes.read(privacyZones, remedy: "give privacy zones here"), source: privacyZones)
    }

    /// The user's places; none without a file.
    func circles() throws -> [NamedCircle] {
        guard let places else { return [] }
        return try PlaceReader.namedCircles(
            FileBytes.read(places, remedy: "give places with names here"), source: places)
    }

    /// Names the places that have no name: those of a correction or of an app stand, then comes the file, then the program.
    ///
    /// - Returns: what was wrong with the program; then none of its names is taken.
    func name(_ timeline: inout TimelineDocument, _ circles: [NamedCircle]) -> InputError? {
        timeline.namePlaces(by: circles)
        guard let namePlaces else { return nil }
        let questions = PlaceQuestions(timeline)
        guard questions.count > 0 else { return nil }
        do throws(InputError) {
            let program = NamingProgram(
                command: namePlaces, longest: Duration(inSeconds: namingTime ?? Self.usualNamingTime))
            let answers = try program.answers(to: questions.lines)
            timeline.namePlaces(try questions.names(in: answers, source: program.source))
            return nil
        } catch {
            return error
        }
    }

    /// Adds the options to a command that a page quotes.
    func add(to command: inout QuotedCommand) {
        command.add("--places", file: places)
        // A line of the shell; what looks like a path in it loses its folders.
        command.add(
            "--name-places",
            namePlaces.map { $0.split(separator: " ").map { FileName.last(String($0)) }.joined(separator: " ") })
        command.add("--naming-time", namingTime)
        command.add("--privacy-zones", file: privacyZones)
    }
}
