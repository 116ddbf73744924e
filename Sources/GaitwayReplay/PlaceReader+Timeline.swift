// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase
package import GaitwayTimeline

extension PlaceReader {
    /// The circles within which an export hides everything; for a polygon the circle around it. A point needs a radius.
    package static func privacyZones(_ bytes: [UInt8], source: String) throws(InputError) -> [PrivacyZone] {
        try places(bytes, source: source, for: .zones).map {
            PrivacyZone(latitude: $0.latitude, longitude: $0.longitude, radius: $0.radius)
        }
    }

    /// The places of a file with their names. The default radius is 100 m.
    package static func namedCircles(_ bytes: [UInt8], source: String) throws(InputError) -> [NamedCircle] {
        try places(bytes, source: source, for: .names).map {
            NamedCircle(name: $0.title, latitude: $0.latitude, longitude: $0.longitude, radius: $0.radius)
        }
    }

    private static func places(_ bytes: [UInt8], source: String, for purpose: Purpose) throws(InputError) -> [Place] {
        let reader = PlaceReader(bytes, source: source, for: purpose)
        if let fault = InputError.joined(reader.faults) { throw fault }
        return reader.places
    }
}
