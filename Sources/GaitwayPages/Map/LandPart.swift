// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline

/// Coast lines, borders and towns of a part of the earth, as the maps of pages draw them.
package struct LandPart: Sendable {
    /// The part.
    let box: MapBox
    let lines: [Land.Line]
    let towns: [MapTown]

    /// A part with as much detail as a map of it shows.
    ///
    /// - Parameter mostTowns: the greatest number of towns; the largest are taken.
    package init(_ box: MapBox, mostTowns: Int = 200) {
        self.box = box
        lines = Land.builtIn.lines(in: box, level: Land.level(of: box))
        towns = Gazetteer.builtIn.towns(in: box, most: mostTowns)
    }

    /// The part as JSON: its box in degrees, lines as text and towns.
    ///
    /// A line is a text as of paths: differences from point to point in thousandths of a degree, north before east.
    package var json: String { JSONWriter.text { write(to: &$0) } }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("box", of: [box.west, box.south, box.east, box.north]) { edge, json in
                json.append(edge, places: 3)
            }
            for (name, kind) in [("coasts", Land.Kind.coast), ("borders", .border)] {
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
