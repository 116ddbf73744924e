// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A case is latitude and longitude of two positions, in degrees and of double precision; its line has the metres
/// between them: `geodesic`, `short` by the radii of curvature at their middle, and `circle` on the sphere.
struct DistanceWriter: CaseWriter {
    func write(_ bytes: [UInt8], to line: inout [UInt8]) {
        let degrees = (0..<4).map { bytes.double(at: 8 * $0) }
        JSONWriter.appendLine(to: &line) { json in
            json.object { json in
                json.add("geodesic", Ellipsoid.distance(degrees[0], degrees[1], degrees[2], degrees[3]))
                json.add("short", Ellipsoid.shortDistance(degrees[0], degrees[1], degrees[2], degrees[3]))
                json.add("circle", Sphere.distance(degrees[0], degrees[1], degrees[2], degrees[3]))
            }
        }
    }
}
