import Timeline

/// Corrections of places: merges and names.
struct PlaceMerges: Sendable {
    private var parents: [String: String] = [:]
    private var names: [(place: String, name: String)] = []
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
                let (from, into) = (root(of: first), root(of: second))
                // The visits already made the two one place.
                if first == second { effective.insert(number) }
                guard from != into else { continue }
                parents[from] = into
                effective.insert(number)
            case .name(let name, let place):
                guard let place = try lookup.identifier(place) else { continue }
                spoken.insert(place)
                names.append((place, name))
            default: break
            }
        }
    }

    /// The identifier of a place after merges.
    func root(of identifier: String) -> String {
        var identifier = identifier
        while let parent = parents[identifier] { identifier = parent }
        return identifier
    }

    /// The places merged into `identifier`, including itself.
    func members(of identifier: String) -> [String] {
        [identifier] + parents.keys.filter { $0 != identifier && root(of: $0) == identifier }.sorted()
    }

    /// The name of a place: from a correction, or else its imported name, or else the name of a place merged into it.
    func name(of place: VisitedPlace, merged: [VisitedPlace]) -> String? {
        func given(_ identifier: String) -> String? { names.last { $0.place == identifier }?.name }
        return given(place.identifier) ?? place.name
            ?? merged.lazy.compactMap { given($0.identifier) ?? $0.name }.first
    }
}
