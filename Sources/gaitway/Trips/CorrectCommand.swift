import ArgumentParser
import MotionTypes
import TextFormats
import TextReports
import Timeline
import TimelineStore

/// `gaitway trips correct`: what a person says of a timeline, kept beside it in its store.
struct CorrectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct", abstract: "Corrects a stored timeline: activities, places, merges, splits.",
        discussion: """
            Corrections are kept apart from the timeline that is derived from logs, and survive new logs and other settings. They apply in the \
            order in which they were made, and can be listed and withdrawn. Export and import carry them to another store.

            EXAMPLES
              gaitway trips correct activity cycling --from 2026-05-01T08:10 --to 2026-05-01T08:40 --store life.gaitway
              gaitway trips correct name p52.50000N13.25000E "Home" --store life.gaitway
              gaitway trips correct list --store life.gaitway
            """,
        subcommands: [
            ActivityOf.self, Name.self, SamePlace.self, Split.self, Merge.self, List.self, Withdraw.self, Export.self,
            Import.self,
        ])

    /// What every correction takes.
    struct Arguments: ParsableArguments {
        @OptionGroup var store: StoreArguments
        @OptionGroup var local: ZoneArguments

        /// Opens the store that the subcommand was given.
        func database(_ trips: TripsCommand, _ name: String, takesSpan: Bool = false) throws -> TimelineDatabase {
            try trips.refuseOptions(of: "gaitway trips correct \(name)")
            guard takesSpan || !trips.span.isGiven else {
                throw ValidationError("--from and --to do not go with gaitway trips correct \(name)")
            }
            guard let path = store.store else { throw ValidationError("give the --store to correct") }
            return try TimelineDatabase(path: path, creation: .never)
        }

        /// Keeps a correction and tells its number.
        func keep(_ correction: Correction, in database: TimelineDatabase) throws {
            let kept = try database.correct(correction)
            try Self.print([CorrectionText.row(kept, local.zone)])
        }

        static func print(_ rows: [[String]]) throws {
            var output = StandardOutput()
            guard let first = rows.first else { return }
            var table = TextTable(first, texts: first.count)
            for row in rows.dropFirst() { table.add(row) }
            try output.write(table.text(width: TerminalWidth.columns))
            try output.flush()
        }
    }

    struct ActivityOf: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "activity", abstract: "Sets the activity of a part of a move.",
            discussion: """
                EXAMPLES
                  gaitway trips correct activity cycling --from 2026-05-01T08:10 --to 2026-05-01T08:40 --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "stationary (a pause), walking, running, cycling or automotive.") var kind: Activity
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(trips, "activity", takesSpan: true)
            try arguments.keep(.activity(kind, during: span.span(arguments.local.zone)), in: database)
        }
    }

    struct Name: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "name", abstract: "Names a place.",
            discussion: """
                EXAMPLES
                  gaitway trips correct name p52.50000N13.25000E "Home" --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: ArgumentHelp("The place's identifier or present name.", valueName: "place")) var which: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(trips, "name")
            let place = PlaceReference(identifier: try database.placeIdentifier(of: which))
            try arguments.keep(.name(name, ofPlace: place), in: database)
        }
    }

    struct SamePlace: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "same-place", abstract: "Says that two places are one.",
            discussion: """
                EXAMPLES
                  gaitway trips correct same-place p52.50110N13.25000E Home --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: ArgumentHelp("A place, by identifier or name.", valueName: "place")) var which: String
        @Argument(help: ArgumentHelp("The place that it is the same as; this identifier is kept.", valueName: "other"))
        var other: String
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(trips, "same-place")
            let (first, second) = (try database.placeIdentifier(of: which), try database.placeIdentifier(of: other))
            let correction = Correction.samePlace(
                PlaceReference(identifier: first), as: PlaceReference(identifier: second))
            try arguments.keep(correction, in: database)
        }
    }

    struct Split: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "split", abstract: "Cuts a visit or a move in two.",
            discussion: """
                EXAMPLES
                  gaitway trips correct split 2026-05-01T08:25 --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "Where to cut, as 2026-05-01T08:25 or with an offset.") var time: LocalMoment
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(trips, "split")
            let time = try time.time(in: arguments.local.zone)
            try arguments.keep(.split(at: time), in: database)
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge", abstract: "Merges the items between two times into one visit or one move.",
            discussion: """
                EXAMPLES
                  gaitway trips correct merge visit --from 2026-05-01T12:00 --to 2026-05-01T14:00 --store life.gaitway
                """)

        /// What becomes of the items.
        enum Kind: String, CaseIterable, ExpressibleByArgument { case visit, move }

        @ParentCommand var trips: TripsCommand
        @Argument(help: "visit (at the place of the longest visit) or move (visits become pauses).") var kind: Kind
        @OptionGroup var span: SpanArguments
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(trips, "merge", takesSpan: true)
            let span = try span.span(arguments.local.zone)
            try arguments.keep(kind == .visit ? .visit(during: span) : .move(during: span), in: database)
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

        func run() throws {
            let corrections = try arguments.database(trips, "list").corrections()
            guard !corrections.isEmpty else { return Diagnostics.line("gaitway: no corrections") }
            try Arguments.print(corrections.map { CorrectionText.row($0, arguments.local.zone) })
        }
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

        func run() throws { try arguments.database(trips, "withdraw").withdraw(correction: number) }
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
            let corrections = try arguments.database(trips, "export").corrections().map(\.correction)
            var output = StandardOutput()
            try output.write(CorrectionDocument(corrections: corrections).json)
            try output.flush()
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Adds the corrections of a file, all or none, and lists all corrections.",
            discussion: """
                A correction that does not apply yet, because the days that it speaks of have not come in, is kept until it does. A \
                correction that the store already has changes nothing.

                EXAMPLES
                  gaitway trips correct import corrections.json --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: ArgumentHelp("What export wrote; - is standard input.", valueName: "file")) var file: String
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(trips, "import")
            let bytes = try FileBytes.read(file, remedy: "give a file of corrections here")
            let document = try CorrectionDocument(json: bytes, source: StandardInput.name(of: file))
            let corrections = try database.correct(document)
            guard !corrections.isEmpty else { return Diagnostics.line("gaitway: no corrections") }
            try Arguments.print(corrections.map { CorrectionText.row($0, arguments.local.zone) })
            if let note = CorrectionText.waiting(corrections) { Diagnostics.line("gaitway: " + note) }
        }
    }
}
