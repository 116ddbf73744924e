// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

extension TimelineReader {
    /// Whether a stored correction applies to something: items of its time, or visits to its place.
    func fits(_ record: CorrectionRecord) throws -> Bool {
        guard let number = record.id else { return false }
        guard let span = record.correction.span else { return try fits(record, visited: visitedPlaces()) }
        return try !items(during: span).unfit.contains(number)
    }

    /// The numbers of the corrections that apply to something. It reads each item once.
    func fittingCorrections() throws -> Set<Int64> {
        let visited = try visitedPlaces()
        var fitting = Set(
            try corrections.filter { try $0.correction.span != nil || fits($0, visited: visited) }.compactMap(\.id))
        var end: Timestamp?
        for group in spans.groups where end.map({ $0 < group.span.start }) ?? true {
            let window = try closure(of: group.span)
            fitting.subtract(try correctedItems(within: window, withPaths: false).unfit)
            end = window.end
        }
        return fitting
    }

    private func fits(_ record: CorrectionRecord, visited: Set<String>) throws -> Bool {
        switch record.correction {
        case .name(_, let place), .radius(_, let place): try isVisited(place, visited)
        case .samePlace(let place, _):
            try record.id.map(merges.effective.contains) ?? false && isVisited(place, visited)
        case .activity, .vehicle, .split, .visit, .move, .stay, .gap, .boundary, .trip: true
        }
    }

    private func isVisited(_ place: PlaceReference, _ visited: Set<String>) throws -> Bool {
        try lookup.identifier(place).map { visited.contains(merges.root(of: $0)) } ?? false
    }

    /// The places that have a visit, by what they were merged into.
    private func visitedPlaces() throws -> Set<String> {
        let identifiers = try String.fetchSet(
            db, sql: "SELECT identifier FROM place WHERE id IN (SELECT place FROM item WHERE place IS NOT NULL)")
        let stops = try visitedStops().map(\.place)
        return Set((identifiers + stops + lookup.founded.map(\.identifier)).map(merges.root))
    }
}
