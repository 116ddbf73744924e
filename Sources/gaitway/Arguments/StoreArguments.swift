public import ArgumentParser
public import MotionTypes
import Timeline
import TimelineStore

/// The store of a subcommand.
struct StoreArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("A store: what --track names is added to it, and its timeline is shown.", valueName: "file"))
    var store: String?
}

/// What is taken from a store.
struct StoreQueryArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("With a store: only the visits to this place, by identifier or name.", valueName: "place"))
    var place: String?

    @Option(help: ArgumentHelp("With a store: only the moves with this activity.", valueName: "activity"))
    var activity: Activity?

    /// Whether a selection is asked for, which is no timeline any more.
    var isSelection: Bool { place != nil || activity != nil }

    func validate() throws {
        guard place == nil || activity == nil else { throw ValidationError("give --place or --activity, not both") }
    }
}

extension Activity: ExpressibleByArgument {}

extension TimelineDatabase {
    /// The identifier of the place that people call `word`, or whose identifier it is.
    ///
    /// - Throws: `InputError` for a name that no place has, or several have.
    func placeIdentifier(of word: String) throws -> String {
        let places = try places()
        if places.contains(where: { $0.place.identifier == word || $0.merged.contains(word) }) { return word }
        let named = places.filter { $0.place.name == word }
        guard let first = named.first else {
            throw InputError(
                .empty, source: path, problem: "there is no place \"\(word)\"",
                remedy: "give a name or an identifier as the timeline has it")
        }
        guard named.count == 1 else {
            throw InputError(
                .ambiguous, source: path, problem: "\(named.count) places are called \"\(word)\"",
                remedy: "give one of " + named.map(\.place.identifier).joined(separator: ", "))
        }
        return first.place.identifier
    }
}
