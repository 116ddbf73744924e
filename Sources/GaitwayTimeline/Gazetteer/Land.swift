// SPDX-License-Identifier: Apache-2.0
internal import CGazetteer
internal import GaitwayBase

/// Shores and borders of the earth. GAZETTEER.md has source, date, licence and format.
///
/// The data is a constant of the program. Cutting a box out passes over what is far from the box.
package struct Land: Sendable {
    /// What a line is.
    package enum Kind: Int, Sendable, Hashable {
        /// A closed line between land and water: around land, a lake, an island in a lake or a pond on that.
        case shore = 0
        /// The land border of two countries.
        case border = 1
    }

    /// A line in the steps of its level. Longitudes go on beyond 180 degrees where the box does.
    package struct Line: Sendable, Hashable {
        package var kind: Kind
        /// The points. The last one of a shore is followed by the first.
        package var points: [SIMD2<Int32>]
    }

    /// The finest level, whose points are close together near towns.
    package static let finest = 0

    package static let builtIn = Land()

    private init() {}

    /// The file.
    static var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: gaitway_land(), count: gaitway_land_size())
    }

    /// The level with as much detail as a map of a box shows, from 0 for all points to 4 for the fewest.
    package static func level(of box: MapBox) -> Int {
        switch max(box.width, box.height) {
        case ...5: finest
        case ...10: 1
        case ...40: 2
        case ...130: 3
        default: 4
        }
    }

    /// Steps per degree of a level's points.
    package static func stepsPerDegree(level: Int) -> Int {
        LandReader(bytes: bytes, level: level)?.stepsPerDegree ?? 1
    }

    /// The lines within a box.
    ///
    /// A shore is cut at the box's edges and closed along them: a position in the box is on land if an odd number of
    /// shores is around it. A border ends with the first point outside the box, so that it crosses the edge.
    ///
    /// - Parameter level: from 0 for all points to 4 for the fewest.
    package func lines(in box: MapBox, level: Int) -> [Line] {
        guard var reader = LandReader(bytes: Self.bytes, level: level) else { return [] }
        let turn = Int32(clamping: 360 * reader.stepsPerDegree)
        let edges = LandEdges(of: box, stepsPerDegree: reader.stepsPerDegree)
        let turns = [-2 * turn, -turn, 0, turn, 2 * turn]
        var found: [Line] = []
        var points: [SIMD2<Int32>] = []
        while let kind = reader.next(
            into: &points, whole: { least, greatest in turns.contains { edges.reach(least, greatest, turn: $0) } })
        {
            let least = points.reduce(points[0], pointwiseMin)
            let greatest = points.reduce(points[0], pointwiseMax)
            for turn in turns where edges.reach(least, greatest, turn: turn) {
                switch kind {
                case .shore:
                    let shore = edges.shore(points, turn: turn)
                    if !shore.isEmpty { found.append(Line(kind: kind, points: shore)) }
                case .border:
                    found += edges.pieces(points, turn: turn).map { Line(kind: kind, points: $0) }
                }
            }
        }
        return found
    }
}
