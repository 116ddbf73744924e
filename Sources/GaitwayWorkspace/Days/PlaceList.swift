// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
package import GaitwayStore
package import GaitwayTimeline

/// The visited places of a store, in the order of their first visits.
package struct PlaceList {
    private let places: [StoredPlace]
    private let likely: LikelyPlaces
    private var spent: [String: (first: Timestamp, time: Duration)] = [:]

    package init(of database: TimelineDatabase, zones: TravelZones) throws {
        let timeline = try database.timeline(during: nil, withPaths: false)
        likely = LikelyPlaces(timeline, offset: zones.offset(at:))
        var spent: [String: (first: Timestamp, time: Duration)] = [:]
        for case .visit(let visit) in timeline.items {
            guard let place = visit.placeIdentifier else { continue }
            let known = spent[place] ?? (visit.span.start, .zero)
            spent[place] = (known.first, known.time + visit.span.duration)
        }
        places = try database.places().filter { spent[$0.place.identifier] != nil }.sorted { left, right in
            let (first, second) = (spent[left.place.identifier]?.first, spent[right.place.identifier]?.first)
            return (first ?? .init(nanoseconds: 0), left.place.identifier)
                < (second ?? .init(nanoseconds: 0), right.place.identifier)
        }
        self.spent = spent
    }

    /// Whether no place was visited.
    package var isEmpty: Bool { places.isEmpty }

    /// A row for each place, with its town and its likely role.
    package func table(width: Int) -> String {
        var table = TextTable(["place", "identifier", "radius", "visits", "time", ""], texts: 2)
        for stored in places {
            var place = stored.place
            place.findTown()
            // A place with a name has its town behind it here.
            let town = place.name == nil ? nil : Gazetteer.builtIn.nearest(place.latitude, place.longitude)?.name
            let role =
                place.identifier == likely.home ? "likely home" : place.identifier == likely.work ? "likely work" : ""
            table.add([
                place.title + (town.map { ", near " + $0 } ?? ""), place.identifier,
                DecimalText.text(place.radius, places: 0) + " m", "\(stored.visitCount)",
                DecimalText.text((spent[place.identifier]?.time ?? .zero).inSeconds / 3600, places: 1) + " h",
                place.name?.lowercased() == String(role.dropFirst(7)) ? "" : role,
            ])
        }
        return table.text(width: width)
    }

    /// The likely home and work that have no name yet: a word for each, and its place's identifier.
    package var nameless: [(role: String, identifier: String)] {
        [("Home", likely.home), ("Work", likely.work)].compactMap { role, identifier in
            guard let identifier, places.contains(where: { $0.place.identifier == identifier && $0.place.name == nil })
            else { return nil }
            return (role, identifier)
        }
    }
}
