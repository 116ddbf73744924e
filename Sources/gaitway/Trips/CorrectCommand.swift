// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayReports
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

        /// Opens the store that the subcommand was given.
        func database(
            for name: String, takesSpan: Bool = false, and options: Set<String> = []
        ) throws -> TimelineDatabase {
            try TripsCommand.refuseOptions(
                of: "gaitway trips correct \(name)",
                except: options.union(["--store", "--time-zone"]).union(takesSpan ? ["--from", "--to"] : []))
            guard let path = store.store else { throw ValidationError("give the store to correct with --store") }
            return try TimelineDatabase(path: path, creation: .never)
        }

        /// The zones of the store's days.
        func zones(of database: TimelineDatabase) throws -> TravelZones {
            try local.zones(of: database.positions())
        }

        /// Keeps a correction and prints its number. One that fits nothing is refused with the nearest items.
        func keep(_ correction: Correction, in database: TimelineDatabase) throws {
            let kept: StoredCorrection
            do throws(InputError) {
                kept = try database.correct(correction)
            } catch {
                guard error.code == .empty, let span = correction.span else { throw error }
                let nearest = try self.nearest(to: span, for: correction, in: database)
                var refusal = error
                refusal.remedy = "\(error.remedy): \(nearest)"
                throw refusal
            }
            try print([kept], of: database)
        }

        private func nearest(
            to span: TimeSpan, for correction: Correction, in database: TimelineDatabase
        ) throws -> String {
            let day = Duration.seconds(86_400)
            let near = try database.timeline(
                during: TimeSpan(start: span.start - day, end: span.end + day), withPaths: false)
            guard near.items.isEmpty else {
                var named = near
                named.findTowns()
                return CorrectionText.nearest(to: span, for: correction, in: named, try zones(of: database))
            }
            guard let whole = try database.span() else { return "the store has no timeline yet" }
            return CorrectionText.extent(whole, try zones(of: database))
        }

        /// Prints corrections, with the names that their places have now.
        func print(_ corrections: [StoredCorrection], of database: TimelineDatabase) throws {
            let places = try database.places(of: corrections.map(\.correction)).mapValues { place in
                var place = place
                place.findTown()
                return place
            }
            let zones = try zones(of: database)
            let rows = corrections.map { CorrectionText.row($0, places, zones) }
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

        func run() throws {
            let database = try arguments.database(for: "activity", takesSpan: true)
            try arguments.keep(.activity(kind, during: span.span(arguments.zones(of: database))), in: database)
        }
    }

    struct Name: ParsableCommand {
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

        func run() throws {
            let database = try arguments.database(for: "name")
            let place = PlaceReference(identifier: try database.placeIdentifier(of: which))
            try arguments.keep(.name(name, ofPlace: place), in: database)
        }
    }

    struct Radius: ParsableCommand {
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

        func run() throws {
            let database = try arguments.database(for: "radius")
            let place = PlaceReference(identifier: try database.placeIdentifier(of: which))
            try arguments.keep(.radius(metres, ofPlace: place), in: database)
        }
    }

    struct SamePlace: ParsableCommand {
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

        func run() throws {
            let database = try arguments.database(for: "same-place")
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
                  gaitway trips correct split 2026-05-04T17:00 --store life.gaitway
                """)

        @ParentCommand var trips: TripsCommand
        @Argument(help: "The time to cut at, as 2026-05-01T08:25, with or without an offset.") var time: LocalMoment
        @OptionGroup var arguments: Arguments

        func run() throws {
            let database = try arguments.database(for: "split")
            let time = try time.time(in: arguments.zones(of: database))
            try arguments.keep(.split(at: time), in: database)
        }
    }

    struct Merge: ParsableCommand {
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

        func run() throws {
            let database = try arguments.database(for: "merge", takesSpan: true)
            let span = try span.span(arguments.zones(of: database))
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
            let database = try arguments.database(for: "list")
            let corrections = try database.corrections()
            guard !corrections.isEmpty else { return Diagnostics.note("no corrections") }
            try arguments.print(corrections, of: database)
            let modes = try database.statedModes().filter { $0.key != .stationary && $0.key != .walking }
            guard !modes.isEmpty else { return }
            let counts = Activity.allCases.compactMap { mode in modes[mode].map { "\(mode.rawValue) \($0)" } }
            Diagnostics.line(
                "gaitway: rides by speed alone: your corrections make these likelier from the next log on, "
                    + "until you withdraw them: " + counts.joined(separator: ", "))
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

        func run() throws { try arguments.database(for: "withdraw").withdraw(correction: number) }
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
            let corrections = try arguments.database(for: "export").corrections().map(\.correction)
            var output = StandardOutput()
            try output.write(CorrectionDocument(corrections: corrections).json)
            try output.flush()
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
            let database = try arguments.database(for: "import")
            let bytes = try FileBytes.read(file, remedy: "give a file of corrections here")
            let document = try CorrectionDocument(json: bytes, source: StandardInput.name(of: file))
            let corrections = try database.correct(document)
            guard !corrections.isEmpty else { return Diagnostics.note("no corrections") }
            try arguments.print(corrections, of: database)
            if let note = CorrectionText.waiting(corrections) { Diagnostics.note(note) }
        }
    }
}
