// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

extension TimelineDatabase {
    /// The identifier of the place with `word` as its name, identifier or number: `Home`, `6`, `Place 6` or
    /// `near Littau (6)`. Small and capital letters count as the same where no name is exactly the word.
    ///
    /// - Throws: `InputError` if no place or several have that name.
    package func placeIdentifier(of word: String) throws(InputError) -> String {
        let places = try places()
        if places.contains(where: { $0.place.identifier == word || $0.merged.contains(word) }) { return word }
        var named = places.filter { $0.place.name == word }
        if named.isEmpty { named = places.filter { $0.place.name?.lowercased() == word.lowercased() } }
        if named.isEmpty, let number = Self.number(in: word) {
            named = places.filter { $0.place.number == number }
        }
        // An older identifier, or one of another store, still encodes the position.
        if named.isEmpty, let known = try read({ db in try TimelineReader(db).lookup.identifier(word) }) {
            return known
        }
        guard let first = named.first else {
            let meant = Spelling.nearest(to: word, among: places.compactMap(\.place.name))
            throw InputError(
                .empty, source: path, problem: "there is no place \(quoted: word)",
                remedy: meant.map { "did you mean \(quoted: $0)?" }
                    ?? "give a name, a number or an identifier as the timeline has it")
        }
        guard named.count == 1 else {
            throw .ambiguous(
                "\(named.count) places are called \(quoted: word)",
                remedy: "give one of \(named.map(\.place.identifier).joined(separator: ", "))", source: path)
        }
        return first.place.identifier
    }

    /// The number in a title of a place without a name; nil for other words.
    private static func number(in word: String) -> Int? {
        var digits = word[...]
        if word.hasPrefix("Place ") { digits = word.dropFirst("Place ".count) }
        if word.hasPrefix("near "), word.hasSuffix(")"), let bracket = word.lastIndex(of: "(") {
            digits = word[word.index(after: bracket)...].dropLast()
        }
        return Int(digits, in: .any)
    }

    /// A selection of the timeline, whose items need not touch: the visits to a place, by identifier or name, or the
    /// moves with an activity.
    package func selection(
        place: String?, activity: Activity?, during span: TimeSpan?
    ) throws(InputError) -> TimelineDocument {
        var items: [TimelineItem] = []
        if let place {
            let identifier = try placeIdentifier(of: place)
            items = try visits(at: identifier, during: span).map { .visit($0) }
        } else if let activity {
            items = try moves(with: activity, during: span).map { .move($0) }
        }
        return TimelineDocument(items: items, places: try places().map(\.place))
    }
}
