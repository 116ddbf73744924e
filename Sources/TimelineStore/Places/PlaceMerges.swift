import Timeline

/// What a person said of places: which are one, and what they are called.
struct PlaceMerges: Sendable {
    private var parents: [String: String] = [:]
    private var names: [(place: String, name: String)] = []
    /// The corrections that say that two are one which no earlier one made one.
    private(set) var effective: Set<Int64> = []
    /// The places that a person spoke of.
    private(set) var spoken: Set<String> = []

    /// Corrections in the order in which they were made; those of times are passed over, as are those of places that are not there.
    init(_ corrections: [CorrectionRecord], _ lookup: PlaceLookup) throws {
        for record in corrections {
            switch record.correction {
            case .samePlace(let place, let other):
                guard let first = try lookup.identifier(place), let second = try lookup.identifier(other),
                    let number = record.id
                else { continue }
                spoken.formUnion([first, second])
                let (from, into) = (root(of: first), root(of: second))
                // Visits found out by themselves that the two are one.
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

    /// The identifier that a place goes by.
    func root(of identifier: String) -> String {
        var identifier = identifier
        while let parent = parents[identifier] { identifier = parent }
        return identifier
    }

    /// The places that `identifier` stands for, itself among them.
    func members(of identifier: String) -> [String] {
        [identifier] + parents.keys.filter { $0 != identifier && root(of: $0) == identifier }.sorted()
    }

    /// What a place is called: what a person called it, else what it came with, else the same of a place that was merged into it.
    func name(of place: VisitedPlace, merged: [VisitedPlace]) -> String? {
        func given(_ identifier: String) -> String? { names.last { $0.place == identifier }?.name }
        return given(place.identifier) ?? place.name
            ?? merged.lazy.compactMap { given($0.identifier) ?? $0.name }.first
    }
}
