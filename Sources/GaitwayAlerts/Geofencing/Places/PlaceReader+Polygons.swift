// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension PlaceReader {
    /// The polygon of a GeoJSON geometry.
    ///
    /// - Throws: `InputError`, with the line of the geometry, for a geometry that is not a polygon.
    static func polygon(_ geometry: JSONElement, repairs: inout Polygon.Repairs) throws(InputError) -> Polygon {
        guard let coordinates = geometry["coordinates"]?.elements else {
            throw .malformed(
                "the polygon has no coordinates", remedy: "write rings of [longitude, latitude]", line: geometry.line)
        }
        var parts: [[[Polygon.Position]]] = []
        if geometry["type"]?.text == "MultiPolygon" {
            for part in coordinates { parts.append(try rings(part)) }
        } else {
            parts.append(try rings(JSONElement(content: .array(coordinates), line: geometry.line)))
        }
        do throws(InputError) {
            return try Polygon(parts: parts, repairs: &repairs)
        } catch {
            var fault = error
            fault.line = geometry.line
            throw fault
        }
    }

    private static func rings(_ part: JSONElement) throws(InputError) -> [[Polygon.Position]] {
        guard let rings = part.elements else { throw notRings(part) }
        return try rings.map { (ring) throws(InputError) in
            guard let positions = ring.elements else { throw notRings(ring) }
            return try positions.map { (position) throws(InputError) in
                guard let numbers = position.elements, numbers.count >= 2, let longitude = numbers[0].number,
                    let latitude = numbers[1].number
                else { throw notRings(position) }
                return Polygon.Position(latitude: latitude, longitude: longitude)
            }
        }
    }

    private static func notRings(_ element: JSONElement) -> InputError {
        .malformed(
            "the polygon's coordinates are not rings of positions",
            remedy: "write rings of [longitude, latitude]; a Polygon is an array of rings", line: element.line)
    }
}
