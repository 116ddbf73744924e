// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// `gaitway trips correct`: a person's corrections of a timeline, which its store keeps apart.
struct CorrectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct", abstract: "Corrects a stored timeline: activities, stays, places, merges, splits.",
        discussion: """
            A store keeps corrections apart from the timeline that it derives from logs, so that they survive new logs \
            and other settings. They apply in the order in which they were made. list shows them, withdraw takes one \
            back, and export and import copy them to another store.

            EXAMPLES
              gaitway trips correct activity running --store life.gaitway \\
                --from 2026-05-04T19:33 --to 2026-05-04T19:46
              gaitway trips correct list --store life.gaitway
            """,
        subcommands: [
            ActivityOf.self, VehicleOf.self, Split.self, Boundary.self, Merge.self, Stay.self, Trip.self, Unknown.self,
            Name.self, Radius.self, SamePlace.self, List.self, Withdraw.self, Export.self, Import.self,
        ])

    /// The options of every correction.
    struct Arguments: ParsableArguments {
        @OptionGroup var store: StoreArguments
        @OptionGroup var local: ZoneArguments

        /// Opens the store that a subcommand was given.
        func database(of command: any ParsableCommand.Type) throws -> TimelineDatabase {
            try TripsCommand.refuseOptions(of: command, below: "trips correct")
            return try store.database(" to correct")
        }

        /// What is said about corrections of a store.
        func report(of database: TimelineDatabase) throws -> CorrectionReport {
            try CorrectionReport(of: database, zones: local.zones(of: database.positions()))
        }
    }

    struct ActivityOf: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "activity", abstract: "Sets the activity of part of a move.",
            discussion: """
                EXAMPLES
                  gaitway trips correct activity cycling --store life.gaitway \\
                    --from 2026-05-04T19:33 --to 2026-05-04T19:46
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "stationary (a pause), walking, running, cycling or automotive.") var kind: Activity
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .activity(kind, during: span.span(zones))
        }
    }

    struct Name: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "name", abstract: "Names a place.",
            discussion: """
                EXAMPLES
                  gaitway trips correct name "Corner café" Café --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: ArgumentHelp("The place, by identifier or present name.", valueName: "place")) var which: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .name(name, ofPlace: database.place(which))
        }
    }

    struct Radius: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "radius", abstract: "Sets the radius of a place.",
            discussion: """
                Nameless places with their centre within the radius become part of the place.

                EXAMPLES
                  gaitway trips correct radius Café 250 --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: ArgumentHelp("The place, by identifier or name.", valueName: "place")) var which: String
        @Argument(help: "The radius in metres.") var metres: Double
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .radius(metres, ofPlace: database.place(which))
        }
    }

    struct SamePlace: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "same-place", abstract: "Joins two places into one.",
            discussion: """
                EXAMPLES
                  gaitway trips correct same-place Bakery Café --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: ArgumentHelp("A place, by identifier or name.", valueName: "place")) var which: String
        @Argument(help: ArgumentHelp("The place that stays, by identifier or name.", valueName: "other"))
        var other: String
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .samePlace(database.place(which), as: database.place(other))
        }
    }

    struct Split: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "split", abstract: "Cuts a visit or a move in two.",
            discussion: """
                EXAMPLES
                  gaitway trips correct split 2026-05-04T17:00 --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "The time to cut at, as 2026-05-01T08:25, with or without an offset.") var time: LocalMoment
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            try .split(at: time.time(in: zones))
        }
    }

    struct Merge: CorrectionCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge", abstract: "Merges the items between two times into one visit or one move.",
            discussion: """
                EXAMPLES
                  gaitway trips correct merge visit --store life.gaitway \\
                    --from 2026-05-04T14:10 --to 2026-05-04T15:10
                """)

        /// The item that the others become.
        enum Kind: String, CaseIterable, ExpressibleByArgument { case visit, move }

        @ParentCommand var trips: TripsCommand
        @Argument(help: "visit: at the place of the longest visit; move: visits become pauses.") var kind: Kind
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction {
            let span = try span.span(zones)
            return kind == .visit ? .visit(during: span) : .move(during: span)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the corrections, and marks those that no longer apply.",
            discussion: """
                EXAMPLES
                  gaitway trips correct list --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @OptionGroup var arguments: Arguments

        func run() throws { try arguments.report(of: arguments.database(of: Self.self)).printAll() }
    }

    struct Withdraw: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw", abstract: "Takes a correction back.",
            discussion: """
                EXAMPLES
                  gaitway trips correct withdraw 3 --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "The number of the correction, as list shows it.") var number: Int64
        @OptionGroup var arguments: Arguments

        func run() throws { try arguments.database(of: Self.self).withdraw(correction: number) }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Writes the corrections as a JSON file.",
            discussion: """
                EXAMPLES
                  gaitway trips correct export --store life.gaitway > corrections.json
                """)

        @ParentCommand var trips: TripsCommand
        @OptionGroup var arguments: Arguments

        func run() throws {
            let corrections = try arguments.database(of: Self.self).corrections().map(\.correction)
            try StandardOutput.print(CorrectionDocument(corrections: corrections).json)
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Adds the corrections of a file, all or none, and lists all corrections.",
            discussion: """
                A correction of days that the store does not have yet waits for them. \
                A correction that the store already has changes nothing.

                EXAMPLES
                  gaitway trips correct import corrections.json --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(
            help: ArgumentHelp("A file that export wrote; - is standard input.", valueName: "file"), completion: .file()
        ) var file: String
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(of: Self.self)
            let bytes = try FileBytes.read(file, remedy: "give a file of corrections here")
            try arguments.report(of: database).add(
                CorrectionDocument(json: bytes, source: StandardInput.name(of: file)))
        }
    }
}

/// A subcommand that adds one correction.
protocol CorrectionCommand: ParsableCommand {
    var arguments: CorrectCommand.Arguments { get }

    /// The correction that the arguments describe, with times by the clock of the zones.
    func correction(in database: TimelineDatabase, _ zones: TravelZones) throws -> Correction
}

extension CorrectionCommand {
    func run() throws {
        let database = try arguments.database(of: Self.self)
        let zones = try arguments.local.zones(of: database.positions())
        try CorrectionReport(of: database, zones: zones).keep(correction(in: database, zones))
    }
}

extension TimelineDatabase {
    /// The place with this identifier or name.
    fileprivate func place(_ name: String) throws -> PlaceReference {
        PlaceReference(identifier: try placeIdentifier(of: name))
    }
}
