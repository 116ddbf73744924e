// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// `gaitway trips forget`: deletes part of a store for good.
struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Deletes days, an input or a place from a store, for good.",
        discussion: """
            Gaitway deletes the fixes and reports of that time or place and rewrites the file, so that nothing deleted \
            remains in it. It derives the timeline again from the rest, cuts imported timelines, and deletes \
            corrections of what is gone. Copies and backups of the file keep everything: delete these yourself.

            --near deletes the fixes within a circle and the reports of the time between them. --input deletes \
            everything that only this input contributed.

            EXAMPLES
              gaitway trips forget --store life.gaitway --day 2026-05-04 --dry-run
              gaitway trips forget --store life.gaitway \\
                --from 2026-05-04T09:00 --to 2026-05-04T09:30
              gaitway trips forget --store life.gaitway --near 46.9996,7.9988 --radius 200
              gaitway trips forget --store life.gaitway --input Datasets/day/day.gpx
            """)

    @ParentCommand var trips: TripsCommand
    @OptionGroup var store: StoreArguments
    @OptionGroup var local: ZoneArguments
    @OptionGroup var span: SpanArguments

    @Option(help: ArgumentHelp("Forget this day, as 2026-05-01.", valueName: "date"))
    var day: LocalDate?

    @Option(
        help: ArgumentHelp(
            "Forget everything that only this input contributed: its name when it was added.", valueName: "name"))
    var input: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Forget all near this position: latitude,longitude in degrees.", valueName: "position"))
    var near: PlaceReference.Position?

    @Option(parsing: .unconditional, help: ArgumentHelp("With --near: how near, in metres.", valueName: "metres"))
    var radius: Double?

    @Flag(help: "Only print what would be forgotten.")
    var dryRun = false

    /// The parser gives an option that `trips` has, too, to either.
    private var givenDay: LocalDate? { day ?? trips.query.day }

    private static let defaultRadius = 200.0

    func validate() throws {
        let ways = [givenDay != nil, span.isGiven, input != nil, near != nil].count(where: { $0 })
        try require(ways == 1, "give one of --day, --from and --to, --input, --near: what to forget")
        try require(radius == nil || near != nil, "--radius goes with --near")
        try require(
            radius.map({ $0 > 0 && $0 <= 100_000 }) ?? true, "--radius must be above 0 and at most 100000 metres")
    }

    func run() throws {
        try TripsCommand.refuseOptions(of: Self.self, below: "trips")
        let database = try store.database()
        let zones = try local.zones(of: database.positions())
        let count = try database.forget(try forgotten(zones), isTrial: dryRun)
        try StandardOutput.print(count.text(zones, isTrial: dryRun))
    }

    private func forgotten(_ zones: TravelZones) throws -> Forgotten {
        if let input { return .input(input) }
        if let near {
            return .circle(
                latitude: near.latitude, longitude: near.longitude, radius: radius ?? Self.defaultRadius)
        }
        guard let day = givenDay else { return .span(try span.span(zones)) }
        guard let span = zones.day(day.days)?.span else {
            throw ValidationError("\(day.text) does not exist by the clocks of where the person was")
        }
        return .span(span)
    }
}
