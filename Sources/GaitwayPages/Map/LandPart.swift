// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline

/// Shores, borders and towns of a part of the earth, as the maps of pages draw them.
package struct LandPart: Sendable {
    /// The part.
    let box: MapBox
    /// Its edges in the steps of the lines.
    let edges: LandEdges
    let stepsPerDegree: Int
    let lines: [Land.Line]
    let towns: [MapTown]

    /// A part with as much detail as a map of it shows.
    ///
    /// - Parameters:
    ///   - mostTowns: the greatest number of towns; the largest are taken.
    ///   - finest: the finest level that the part may have.
    ///   - mostPoints: with more points, the part is one level coarser than the finest; about three bytes each.
    package init(_ box: MapBox, mostTowns: Int = 200, finest: Int = Land.finest, mostPoints: Int = 8000) {
        self.box = box
        var level = max(finest, Land.level(of: box))
        var lines = Land.builtIn.lines(in: box, level: level)
        if level == Land.finest, lines.reduce(0, { $0 + $1.points.count }) > mostPoints {
            level += 1
            lines = Land.builtIn.lines(in: box, level: level)
        }
        self.lines = lines
        stepsPerDegree = Land.stepsPerDegree(level: level)
        edges = LandEdges(of: box, stepsPerDegree: stepsPerDegree)
        towns = Gazetteer.builtIn.towns(in: box, most: mostTowns)
    }

    /// The part as JSON: its box in degrees, steps per degree, lines as text and towns.
    ///
    /// A line is a text as of paths: differences from point to point in steps, north before east. Shores are closed,
    /// along the box's edges, too.
    package var json: String { JSONWriter.text { write(to: &$0) } }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("box", of: [edges.west, edges.south, edges.east, edges.north]) { edge, json in
                json.append(Double(edge) / Double(stepsPerDegree), places: 4)
            }
            json.add("steps", stepsPerDegree)
            for (name, kind) in [("shores", Land.Kind.shore), ("borders", .border)] {
                json.array(name) { json in for line in lines where line.kind == kind { json.append(Self.text(line)) } }
            }
            json.array("towns", of: towns) { town, json in
                json.array { json in
                    json.append(town.name)
                    json.append(town.latitude, places: 3)
                    json.append(town.longitude, places: 3)
                    json.append(town.size)
                }
            }
        }
    }

    private static func text(_ line: Land.Line) -> String {
        var bytes: [UInt8] = []
        var before = SIMD2<Int32>(0, 0)
        for point in line.points {
            PathText.append(Int(point.y - before.y), to: &bytes)
            PathText.append(Int(point.x - before.x), to: &bytes)
            before = point
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
