// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import GaitwayTimeline
import GaitwayWorkspace

/// Where names of places come from, and which places stay private.
struct DisclosureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Your own places with names, GeoJSON or CSV. "
                + "A visited place takes the name of one within its radius, or within 100 m.",
            valueName: "places"), completion: .file(extensions: ["geojson", "json", "csv"]))
    var places: String?

    @Option(
        help: ArgumentHelp(
            "A shell command that names places. It reads one JSON object per line, with latitude and longitude, and "
                + "answers each with a line, {\"name\":\"Home\"} or {\"name\":null}.",
            valueName: "command"))
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
        guard namingTime == nil || namePlaces != nil else {
            throw ValidationError("--naming-time needs --name-places")
        }
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

    /// Names the places without a name: first from the file, then by the program. Names of corrections and of apps
    /// stay.
    ///
    /// - Returns: the fault of the program, whose names are then all dropped.
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
}
