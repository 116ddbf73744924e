package import Geofencing

/// What is said of a place set.
package enum PlaceText {
    /// What was put right of its polygons; nil for nothing.
    package static func note(_ repairs: Polygon.Repairs) -> String? {
        let counts = [("winding", repairs.winding), ("repeated-position", repairs.repeated)].filter { $0.1 > 0 }
        return counts.isEmpty ? nil : "repaired: " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
