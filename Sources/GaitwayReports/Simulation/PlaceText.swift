// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts

package enum PlaceText {
    /// The repairs of its polygons by kind and count; nil without repairs.
    package static func note(_ repairs: Polygon.Repairs) -> String? {
        let counts = [("winding", repairs.winding), ("repeated-position", repairs.repeated)].filter { $0.1 > 0 }
        return counts.isEmpty ? nil : "repaired: " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
