public import ArgumentParser
public import MotionTypes

/// The store of a subcommand.
struct StoreArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A store, one SQLite file: tracks are added to it, and its timeline is shown.", valueName: "file"))
    var store: String?

    @Flag(help: "With --store: read the whole store and say whether it is sound, instead of showing it.")
    var check = false
}

/// What is taken from a store.
struct StoreQueryArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("With --store: show only visits to this place, by identifier or name.", valueName: "place"))
    var place: String?

    @Option(help: ArgumentHelp("With --store: show only moves with this activity.", valueName: "activity"))
    var activity: Activity?

    /// Whether a selection is asked for, which is no timeline any more.
    var isSelection: Bool { place != nil || activity != nil }

    func validate() throws {
        guard place == nil || activity == nil else { throw ValidationError("give --place or --activity, not both") }
    }
}

extension Activity: ExpressibleByArgument {}
