// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// Chooses the parts of the earth that a page of one file carries: near its paths in detail, around them coarsely.
struct LandParts {
    /// Positions on the page in groups of neighbours.
    private struct Group {
        var count = 0
        var west = Double.infinity
        var south = Double.infinity
        var east = -Double.infinity
        var north = -Double.infinity

        mutating func add(_ latitude: Double, _ longitude: Double) {
            count += 1
            (west, east) = (min(west, longitude), max(east, longitude))
            (south, north) = (min(south, latitude), max(north, latitude))
        }

        mutating func add(_ other: Group) {
            count += other.count
            (west, east) = (min(west, other.west), max(east, other.east))
            (south, north) = (min(south, other.south), max(north, other.north))
        }

        var box: MapBox? { MapBox(west: west, south: south, east: east, north: north) }
        var isSmall: Bool { east - west <= LandParts.smallest && north - south <= LandParts.smallest }
    }

    /// Paths within a box of this size need one part, in degrees; others one for each square of this size.
    private static let smallest = 4.0
    /// The most parts in detail; those with the most positions are taken.
    private static let most = 8

    private var groups: [SIMD2<Int32>: Group] = [:]

    /// Takes a position in degrees; one off the earth is left out.
    mutating func add(_ latitude: Double, _ longitude: Double) {
        guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return }
        let square = SIMD2(
            Int32(clamping: (longitude / Self.smallest).rounded(.down)),
            Int32(clamping: (latitude / Self.smallest).rounded(.down)))
        groups[square, default: Group()].add(latitude, longitude)
    }

    /// The groups, those with the most positions first. The earth is cut open where most degrees have no position, so
    /// that a path across the antimeridian stays in one piece.
    private var ordered: [Group] {
        let cut = Longitude.cut(outside: groups.values.lazy.map { ($0.west, $0.east) }) ?? -180
        let turned = groups.values.map { group in
            var group = group
            if group.west < cut { (group.west, group.east) = (group.west + 360, group.east + 360) }
            return group
        }
        return turned.sorted { ($1.count, $0.west, $0.south) < ($0.count, $1.west, $1.south) }
    }

    /// The parts, those in detail first; none without a position.
    var parts: [LandPart] {
        let ordered = ordered
        var whole = Group()
        for group in ordered { whole.add(group) }
        guard let around = whole.box?.widened(by: 10) else { return [] }
        let detailed = whole.isSmall ? [whole] : Array(ordered.prefix(Self.most))
        // Near a path small towns help as well, which larger ones around would leave no room.
        let count = detailed.count
        var parts = detailed.compactMap { $0.box?.widened(by: 0.3) }.map {
            LandPart($0, mostTowns: 240 / count, mostPoints: 8000 / count)
        }
        // Farther away the coarser shores do.
        if whole.isSmall, let box = whole.box?.widened(by: 2) {
            parts.append(LandPart(box, mostTowns: 120, finest: 1))
        }
        return parts + [LandPart(around, mostTowns: 80)]
    }
}
