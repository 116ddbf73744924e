// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import GaitwayReports
import GaitwayWorkspace

/// `gaitway places`: makes and checks place sets.
struct PlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Makes a place set along a track, or checks one.",
        discussion: """
            EXAMPLES
              gaitway places make --track Datasets/day/day.gpx --count 200 \\
                --output places.geojson
              gaitway places check places.geojson
            """,
        subcommands: [Make.self, Check.self])

    /// Places along a track.
    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Writes places along a track as GeoJSON.",
            discussion: """
                EXAMPLES
                  gaitway places make --track Datasets/day/day.gpx --count 200 \\
                    --output along.geojson
                  gaitway places make --track Datasets/day/day.gpx --spread 500 > far.geojson
                """)

        @Option(help: ArgumentHelp("The track: a track file or a logger's log.", valueName: "log"), completion: .file())
        var track: String

        @Option(parsing: .unconditional, help: ArgumentHelp("The number of places.", valueName: "number"))
        var count = 100

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The greatest distance of a place from the track, in metres.", valueName: "metres"))
        var spread = 300.0

        @Option(parsing: .unconditional, help: ArgumentHelp("Each place's radius in metres.", valueName: "metres"))
        var radius = Place.defaultRadius

        @Option(help: ArgumentHelp("The seed; the same seed gives the same places.", valueName: "number"))
        var seed: UInt64 = 1

        @OptionGroup var reading: TrackReadingArguments
        @OptionGroup var messages: QuietArguments
        @OptionGroup var result: ResultArguments

        func validate() throws {
            try result.check(endings: "geojson", "json")
            try require((1...10_000_000).contains(count), "--count must be 1 to 10000000")
            try require((0...1_000_000).contains(spread), "--spread must be 0 to 1000000 metres")
            guard radius > 0, radius <= Place.largestRadius else {
                throw ValidationError("--radius must be above 0 and at most \(Int(proven: Place.largestRadius)) metres")
            }
        }

        func run() async throws {
            try await result.taking(reading: InputFiles([track])) {
                let ride = try TrackLoader.load([track], options: reading.options)
                try StandardOutput.print(
                    PlaceScatter.places(count, along: ride.fixes, spread: spread, radius: radius, seed: seed).geoJSON)
            }
        }
    }

    /// The faults of a place set.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Lists the faults of a place set.",
            discussion: """
                Faults go to standard error, one per line. The first \(Diagnostics.mostListed) are listed, and all are \
                counted. The exit code is 3 if there are any.

                EXAMPLES
                  gaitway places check Datasets/day/places.csv
                """)

        @Argument(
            help: ArgumentHelp("The places, GeoJSON or CSV; - is standard input.", valueName: "file"),
            completion: .file())
        var file: String

        @OptionGroup var result: ResultArguments

        func validate() throws { try result.check(endings: "txt") }

        func run() async throws {
            try await result.taking(reading: InputFiles([file])) { try check() }
        }

        private func check() throws {
            let bytes = try FileBytes.places(file)
            let reader = PlaceReader(bytes, source: StandardInput.name(of: file))
            Diagnostics.errors(reader.faults)
            var output = StandardOutput()
            try output.write("places  \(reader.places.count)\nfaults  \(reader.faults.count)\n")
            if let note = PlaceText.note(reader.repairs) { Diagnostics.note(note) }
            let polygons = reader.places.count { $0.polygon != nil }
            if polygons > 0 { try output.write("polygons \(polygons)\n") }
            let radii = reader.places.filter { $0.polygon == nil }.map(\.radius).sorted()
            if let least = radii.first, let greatest = radii.last {
                try output.write("radius  \(least) to \(greatest) m\n")
            }
            if !reader.places.isEmpty {
                try output.write("stories \(Set(reader.places.compactMap(\.story)).count)\n")
            }
            try output.flush()
            if !reader.faults.isEmpty { throw ExitCode(ExitStatus.badInput) }
        }
    }
}
