// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The fault of a polygon, in words.
enum PolygonFault {
    static func shape(_ problem: String, _ remedy: Remedy) -> InputError { .malformed(problem, remedy: remedy) }

    static func noArea(_ name: String) -> InputError {
        shape("\(name) has no area", "give at least three corners that are not in one line")
    }

    /// A ring in words, enough to tell it from the others.
    static func name(part: Int, of parts: Int, ring: Int, of rings: Int) -> String {
        let inPart = parts > 1 ? " of part \(part + 1)" : ""
        guard rings > 1 else { return "the ring" + inPart }
        return (ring == 0 ? "the outer ring" : "hole \(ring)") + inPart
    }

    /// `[13.377700, 52.516300]`, as GeoJSON has it.
    static func text(_ position: Polygon.Position) -> String {
        func degrees(_ value: Double) -> String {
            // Zero has no sign here.
            DecimalText.text((value * 1e6).rounded() / 1e6 + 0, places: 6)
        }
        return "[\(degrees(position.longitude)), \(degrees(position.latitude))]"
    }
}
