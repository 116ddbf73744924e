// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

/// Reads any bytes as places. Each fault must be an `InputError`; a set without faults is written and read again.
enum PlacesTarget: FuzzTarget {
    static let name = "places"

    static func take(_ bytes: [UInt8]) {
        let reader = PlaceReader(bytes)
        precondition(!reader.places.isEmpty || !reader.faults.isEmpty)
        guard let set = try? PlaceSet(decoding: bytes) else {
            precondition(!reader.faults.isEmpty)
            return
        }
        Fixtures.use(Fixtures.ride, places: set)
        for place in set.places {
            precondition(place.latitude.magnitude <= 90 && place.longitude.magnitude <= 180)
            precondition(place.radius > 0 && place.radius <= Place.largestRadius)
            let found = set.index.nearest(1, latitude: place.latitude, longitude: place.longitude)
            guard let polygon = place.polygon else {
                precondition(found.count == 1 && found[0].distance < 1e-3)
                continue
            }
            // The centre of the circle around a polygon may lie outside of it, but the circle contains it all.
            precondition(found.count == 1 && found[0].distance <= polygon.radius + 1e-3)
            precondition(polygon.area > 0 && polygon.area <= 3.15 * polygon.radius * polygon.radius * 1.001)
            let corner = polygon.parts[0][0][0]
            precondition(polygon.distance(latitude: corner.latitude, longitude: corner.longitude) < 1e-3)
        }
        // A radius below 5 cm is written as 0.0, which is refused, and seven decimals may merge corners of a small
        // polygon.
        if set.places.allSatisfy({ $0.polygon == nil && $0.radius >= 0.05 }) {
            let again = try? PlaceSet(decoding: Array(set.geoJSON.utf8))
            precondition(again?.places.map(\.identifier) == set.places.map(\.identifier))
        }
    }
}
