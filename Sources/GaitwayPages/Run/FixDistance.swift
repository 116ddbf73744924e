// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How far fixes are from each other.
enum FixDistance {
    /// Great-circle metres.
    static func metres(_ first: Location, _ second: Location) -> Double {
        Sphere.distance(first.latitude, first.longitude, second.latitude, second.longitude)
    }

    /// Metres along fixes, gaps and all.
    static func length(_ fixes: [Location]) -> Double {
        zip(fixes, fixes.dropFirst()).reduce(0) { $0 + metres($1.0, $1.1) }
    }
}
