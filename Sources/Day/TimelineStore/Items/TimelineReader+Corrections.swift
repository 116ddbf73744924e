import MotionTypes
import Timeline

extension TimelineReader {
    /// Whether a stored correction applies to something: items of its time, or visits to its place.
    func fits(_ record: CorrectionRecord) throws -> Bool {
        switch record.correction {
        case .activity, .split, .visit, .move:
            guard let span = record.correction.span, let number = record.id else { return false }
            return try !items(during: span).unfit.contains(number)
        case .name(_, let place): return try hasVisit(place)
        case .samePlace(let place, _):
            return try record.id.map(merges.effective.contains) ?? false && hasVisit(place)
        }
    }

    private func hasVisit(_ place: PlaceReference) throws -> Bool {
        guard let identifier = try lookup.identifier(place) else { return false }
        return try !spansOfVisits(to: merges.root(of: identifier)).isEmpty
    }
}
