// SPDX-License-Identifier: Apache-2.0
package import GaitwayTimeline

/// The titles of places for people: the name, or `Place 1` for the first place without a name that was visited.
package struct PlaceTitles: Sendable {
    private var titles: [String: String] = [:]

    /// Titles for the places of some visits.
    ///
    /// - Parameters:
    ///   - items: the items that are shown, in their order.
    ///   - places: the places of the timeline.
    ///   - towns: the towns near places without a name, by identifier.
    ///   - showsIdentifiers: whether places have their identifiers, behind a name.
    package init(
        of items: some Sequence<TimelineItem>, places: [VisitedPlace], towns: [String: String] = [:],
        showsIdentifiers: Bool = false
    ) {
        let names = Dictionary(places.map { ($0.identifier, $0.name) }) { first, _ in first }
        var unnamed = 0
        for case .visit(let visit) in items {
            guard let identifier = visit.placeIdentifier, titles[identifier] == nil else { continue }
            if let name = names[identifier] ?? nil {
                titles[identifier] = showsIdentifiers ? name + ", " + identifier : name
            } else {
                unnamed += 1
                titles[identifier] = Self.title(
                    showsIdentifiers ? identifier : "Place \(unnamed)", near: towns[identifier])
            }
        }
    }

    /// A title with the town near the place, if one is known.
    package static func title(_ title: String, near town: String?) -> String {
        town.map { title + ", near " + $0 } ?? title
    }

    /// The title of a place.
    package subscript(identifier: String) -> String { titles[identifier] ?? identifier }
}
