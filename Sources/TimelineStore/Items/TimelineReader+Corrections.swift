import MotionTypes
import Timeline

extension TimelineReader {
    /// Whether a stored correction has something that it applies to: items of its time, visits to its place.
    func fits(_ record: CorrectionRecord) throws -> Bool {
        switch record.correction {
        case .activity, .split, .visit, .move:
            guard let span = record.correction.span, let number = record.id else { return false }
            return try !items(during: span).unfit.contains(number)
        case .name(_, let place): return try hasVisit(merges.root(of: place))
        case .samePlace(let place, _): return try merges.effective.contains(place) && hasVisit(merges.root(of: place))
        }
    }

    private func hasVisit(_ root: String) throws -> Bool { try !spansOfVisits(to: root).isEmpty }
}
