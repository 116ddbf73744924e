// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// Corrections of what was done at some time.
extension CorrectCommand {
    struct VehicleOf: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "vehicle", abstract: "Sets the kind of vehicle of part of a move.",
            discussion: """
                That part becomes automotive.

                EXAMPLES
                  gaitway trips correct vehicle bus --store life.gaitway \\
                    --from 2026-05-04T09:48 --to 2026-05-04T09:54
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "The kind of vehicle.") var kind: Vehicle
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .vehicle(kind, during: span.span(zones))
        }
    }

    struct Stay: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "stay", abstract: "Sets where the person was during a time, overriding the timeline.",
            discussion: """
                The time becomes one visit to the place. --near founds a place that has no visit yet.

                EXAMPLES
                  gaitway trips correct stay "Corner café" --near 46.99,8.02 \\
                    --store life.gaitway --from 2026-05-04T12:00 --to 2026-05-04T12:20
                  gaitway trips correct stay Bakery --near 46.98,8.03 \\
                    --store life.gaitway --from 2026-05-04T13:00 --to 2026-05-04T13:20
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: ArgumentHelp("The place, by identifier or name; with --near, its name.", valueName: "place"))
        var which: String
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("A new place here: latitude,longitude in degrees.", valueName: "position"))
        var near: PlaceReference.Position?
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            let place =
                try near.map { PlaceReference(latitude: $0.latitude, longitude: $0.longitude, identifier: which) }
                ?? PlaceReference(identifier: database.placeIdentifier(of: which))
            return try .stay(at: place, during: span.span(zones))
        }
    }

    struct Trip: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "trip", abstract: "Adds a move that nothing recorded, overriding the timeline.",
            discussion: """
                EXAMPLES
                  gaitway trips correct trip cycling --store life.gaitway \\
                    --along "46.98,8.03 46.985,8.025 46.99,8.02" \\
                    --from 2026-05-04T12:00 --to 2026-05-04T12:20
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "walking, running, cycling or automotive.") var kind: Activity
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The path: latitude,longitude of each point in degrees.", valueName: "points"),
            transform: { try TripPath(text: $0) })
        var along: TripPath
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .trip(kind, along: along, during: span.span(zones))
        }
    }

    struct Unknown: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "gap", abstract: "Marks a time as unknown.",
            discussion: """
                Visits and moves of that time are left out of the timeline. The store keeps its fixes and reports; \
                forget deletes them.

                EXAMPLES
                  gaitway trips correct gap --store life.gaitway \\
                    --from 2026-05-04T11:00 --to 2026-05-04T12:00
                """)

        @ParentCommand var trips: TripsCommand
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .gap(during: span.span(zones))
        }
    }

    struct Boundary: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "boundary", abstract: "Moves the time at which one item ended and the next began.",
            discussion: """
                EXAMPLES
                  gaitway trips correct boundary 2026-05-04T14:16 2026-05-04T14:15 \\
                    --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "The time that the timeline has, within 30 s.") var from: LocalMoment
        @Argument(help: "The time at which it was.") var to: LocalMoment
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .boundary(at: from.time(in: zones), movedTo: to.time(in: zones))
        }
    }
}
