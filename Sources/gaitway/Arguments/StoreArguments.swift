// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// The store of a subcommand.
struct StoreArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A timeline store, one SQLite file. New tracks are added to it, and its timeline is shown.",
            valueName: "file"), completion: .file())
    var store: String?
}

/// What is asked of a store or of a timeline besides its items.
struct TimelineCheckArguments: ParsableArguments {
    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Print each rule that a timeline breaks. With --store and without a file: read the whole store, report "
                + "whether it is sound, and check its timeline.", valueName: "timeline"), completion: .file())
    var check: String?
}

/// The items to show.
struct StoreQueryArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Show only this day, as 2026-05-01.", valueName: "date"))
    var day: LocalDate?

    @Flag(help: "Show each day. Default: the days of up to a week; of more, a table by month.")
    var days = false

    @Option(
        help: ArgumentHelp("With --store: show only visits to this place, an identifier or a name.", valueName: "place")
    )
    var place: String?

    @Option(help: ArgumentHelp("With --store: show only moves with this activity.", valueName: "activity"))
    var activity: Activity?

    /// Whether only some items are asked for. They are not a whole timeline.
    var isSelection: Bool { place != nil || activity != nil }

    func validate() throws {
        guard place == nil || activity == nil else { throw ValidationError("give --place or --activity, not both") }
        guard !days || day == nil else { throw ValidationError("give --day or --days, not both") }
    }
}

extension Activity: ExpressibleByArgument {}
extension Vehicle: ExpressibleByArgument {}
extension TripPath: ExpressibleByArgument {}
