// SPDX-License-Identifier: Apache-2.0
import GaitwayTimeline

/// Corrections of places: merges, names and radii.
struct PlaceMerges: Sendable {
    /// For each place that was merged, a place that it was merged into; after the corrections, the last of these.
    private var parents: [String: String] = [:]
    /// The places merged into each, sorted.
    private var merged: [String: [String]] = [:]
    private var names: [String: String] = [:]
    private var radii: [String: Double] = [:]
    /// The corrections that merge two places which no earlier one merged.
    private(set) var effective: Set<Int64> = []
    /// The places that corrections refer to.
    private(set) var spoken: Set<String> = []

    /// Takes corrections in the order in which they were made. Corrections of times, and of places that are not there,
    /// are ignored.
    init(_ corrections: [CorrectionRecord], _ lookup: PlaceLookup) throws {
        for record in corrections {
            switch record.correction {
            case .samePlace(let place, let other):
                guard let first = try lookup.identifier(place), let second = try lookup.identifier(other),
                    let number = record.id
                else { continue }
                spoken.formUnion([first, second])
                let (from, into) = (shortenedRoot(of: first), shortenedRoot(of: second))
                // The visits already made the two one place.
                if first == second { effective.insert(number) }
                guard from != into else { continue }
                parents[from] = into
                effective.insert(number)
            case .name(let name, let place):
                guard let place = try lookup.identifier(place) else { continue }
                spoken.insert(place)
                names[place] = name
            case .radius(let radius, let place):
                guard let place = try lookup.identifier(place) else { continue }
                spoken.insert(place)
                radii[place] = radius
                let into = shortenedRoot(of: place)
                for other in try lookup.namelessPlaces(within: radius, of: place) {
                    let from = shortenedRoot(of: other)
                    guard from != into, !names.keys.contains(where: { root(of: $0) == from }) else { continue }
                    parents[from] = into
                }
            default: break
            }
        }
        for place in parents.keys.sorted() { merged[shortenedRoot(of: place), default: []].append(place) }
    }

    /// The identifier of a place after the merges so far. It becomes the parent of all places on the way there.
    private mutating func shortenedRoot(of identifier: String) -> String {
        let root = self.root(of: identifier)
        var place = identifier
        while let parent = parents[place] {
            parents[place] = root
            place = parent
        }
        return root
    }

    /// The identifier of a place after merges.
    func root(of identifier: String) -> String {
        var identifier = identifier
        while let parent = parents[identifier] { identifier = parent }
        return identifier
    }

    /// The places merged into `identifier`, including itself.
    func members(of identifier: String) -> [String] { [identifier] + (merged[identifier] ?? []) }

    /// The radius of a place in metres: from a correction, or else its own.
    func radius(of place: VisitedPlace) -> Double { radii[place.identifier] ?? place.radius }

    /// Whether a correction named a place.
    func isNamed(_ identifier: String) -> Bool { names[identifier] != nil }

    /// The name of a place: from a correction, or else its imported name, or else the name of a place merged into it.
    func name(of place: VisitedPlace, merged: [VisitedPlace]) -> String? {
        names[place.identifier] ?? place.name ?? merged.lazy.compactMap { names[$0.identifier] ?? $0.name }.first
    }
}
