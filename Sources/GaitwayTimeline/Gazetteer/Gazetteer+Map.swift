// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A town as a map shows it.
package struct MapTown: Sendable, Hashable {
    /// Its name in the language of its country.
    package var name: String
    /// In degrees.
    package var latitude: Double
    /// In degrees, beyond 180 where the box goes on there.
    package var longitude: Double
    /// Ten times the decimal logarithm of its people: 50 for 100,000.
    package var size: Int
}

extension Gazetteer {
    /// The towns in a box, the largest first.
    ///
    /// - Parameter most: the greatest number of towns.
    package func towns(in box: MapBox, most: Int) -> [MapTown] {
        let first = max(0, Int(clamping: (box.south + 90).rounded(.down)))
        let last = min(179, Int(clamping: (box.north + 90).rounded(.down)))
        var found: [(row: Int, turn: Double, size: Int)] = []
        for band in first...max(first, last) {
            let rows = row(ofBand: band)..<row(ofBand: band + 1)
            for turn in [-720.0, -360, 0, 360, 720] {
                var row = rows.partitioningIndex { longitude($0) >= box.west - turn }
                while row < rows.upperBound, longitude(row) <= box.east - turn {
                    if latitude(row) >= box.south, latitude(row) <= box.north {
                        found.append((row, turn, size(row)))
                    }
                    row += 1
                }
            }
        }
        found.sort { ($1.size, $0.row, $0.turn) < ($0.size, $1.row, $1.turn) }
        return found.prefix(most).map { row, turn, size in
            MapTown(name: name(row), latitude: latitude(row), longitude: longitude(row) + turn, size: size)
        }
    }
}
