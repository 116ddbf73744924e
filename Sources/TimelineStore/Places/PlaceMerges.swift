import Timeline

/// What a person said of places: which are one, and what they are called.
struct PlaceMerges: Sendable {
    private var parents: [String: String] = [:]
    private var names: [(place: String, name: String)] = []
    /// The places whose merge joined two that were not one before.
    private(set) var effective: Set<String> = []

    /// Corrections in the order in which they were made; those of times are passed over.
    init(_ corrections: [Correction]) {
        for correction in corrections {
            switch correction {
            case .samePlace(let place, let other):
                let (from, into) = (root(of: place), root(of: other))
                guard from != into else { continue }
                parents[from] = into
                effective.insert(place)
            case .name(let name, let place):
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
