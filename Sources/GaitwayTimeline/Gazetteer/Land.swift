// SPDX-License-Identifier: Apache-2.0
internal import CGazetteer

/// Coast lines and borders of the earth. GAZETTEER.md has source, date, licence and format.
///
/// The data is a constant of the program. Cutting a box out reads all of it, which takes milliseconds.
package struct Land: Sendable {
    /// What a line is.
    package enum Kind: Int, Sendable, Hashable {
        /// A coast, also of a lake that no country has.
        case coast = 0
        /// The land border of two countries.
        case border = 1
    }

    /// A line in thousandths of degrees. Longitudes go on beyond 180 degrees where the box does.
    package struct Line: Sendable, Hashable {
        package var kind: Kind
        package var points: [SIMD2<Int32>]
    }

    /// Steps per degree of the points: 111 m each to the north.
    package static let stepsPerDegree = 1000.0

    package static let builtIn = Land()

    private init() {}

    private static var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: gaitway_land(), count: gaitway_land_size())
    }

    /// The level with as much detail as a map of a box shows, from 0 for all points to 3 for the fewest.
    package static func level(of box: MapBox) -> Int {
        switch max(box.width, box.height) {
        case ...10: 0
        case ...40: 1
        case ...130: 2
        default: 3
        }
    }

    /// The lines within a box. A line ends with the first point outside it, so that it crosses the box's edge.
    ///
    /// - Parameter level: from 0 for all points to 3 for the fewest.
    package func lines(in box: MapBox, level: Int) -> [Line] {
        var found: [Line] = []
        var reader = LandReader(bytes: Self.bytes)
        var points: [SIMD2<Int32>] = []
        while let kind = reader.next(level: level, into: &points) {
            guard let edges = Self.edges(of: points) else { continue }
            for turn: Int32 in [-720_000, -360_000, 0, 360_000, 720_000] {
                guard
                    box.overlaps(
                        west: Self.degrees(edges.least.x + turn), south: Self.degrees(edges.least.y),
                        east: Self.degrees(edges.greatest.x + turn), north: Self.degrees(edges.greatest.y))
                else { continue }
                Self.cut(points, turn, box, kind, into: &found)
            }
        }
        return found
    }

    private static func degrees(_ steps: Int32) -> Double { Double(steps) / stepsPerDegree }

    private static func edges(of points: [SIMD2<Int32>]) -> (least: SIMD2<Int32>, greatest: SIMD2<Int32>)? {
        guard let first = points.first, points.count > 1 else { return nil }
        return points.reduce((first, first)) { edges, point in
            (pointwiseMin(edges.0, point), pointwiseMax(edges.1, point))
        }
    }

    /// Appends the pieces of a line whose edges reach into the box.
    private static func cut(
        _ points: [SIMD2<Int32>], _ turn: Int32, _ box: MapBox, _ kind: Kind, into found: inout [Line]
    ) {
        let shift = SIMD2(turn, 0)
        var piece: [SIMD2<Int32>] = []
        for (one, other) in zip(points, points.dropFirst()) {
            let (from, to) = (one &+ shift, other &+ shift)
            let (least, greatest) = (pointwiseMin(from, to), pointwiseMax(from, to))
            let isInside = box.overlaps(
                west: degrees(least.x), south: degrees(least.y), east: degrees(greatest.x), north: degrees(greatest.y))
            if isInside {
                if piece.isEmpty { piece.append(from) }
                piece.append(to)
            } else if !piece.isEmpty {
                found.append(Line(kind: kind, points: piece))
                piece = []
            }
        }
        if !piece.isEmpty { found.append(Line(kind: kind, points: piece)) }
    }
}
