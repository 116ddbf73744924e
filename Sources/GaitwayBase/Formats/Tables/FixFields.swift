// SPDX-License-Identifier: Apache-2.0

/// The numbers of a fix as a file has them, and the one rule for which of them are known.
///
/// Phones write -1 for a speed, course or accuracy that they do not know, in any unit. An accuracy of 0 is not known
/// either.
package struct FixFields: Sendable {
    /// Degrees north.
    package var latitude: Double
    /// Degrees east.
    package var longitude: Double
    /// Metres.
    package var altitude: Double?
    /// Metres per second.
    package var speed: Double?
    /// Degrees clockwise from north.
    package var course: Double?
    /// Metres.
    package var accuracy: Double?

    /// The numbers of a fix; nil for those that the file does not have.
    package init(
        latitude: Double, longitude: Double, altitude: Double? = nil, speed: Double? = nil, course: Double? = nil,
        accuracy: Double? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.accuracy = accuracy
    }

    /// Whether the position is 0 north and 0 east to the last digit, which stands for an unknown one.
    package var isPlaceholder: Bool { latitude == 0 && longitude == 0 }

    /// The fix at `elapsed`; nil for a position that is not on earth.
    package func fix(at elapsed: Duration) -> Location? {
        guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
        return Location(
            elapsed: elapsed, latitude: latitude, longitude: longitude,
            altitude: altitude.flatMap { $0.isFinite ? $0 : nil }, speed: Self.known(speed),
            course: Self.known(course).flatMap { $0 <= 360 ? $0 : nil },
            horizontalAccuracy: Self.known(accuracy).flatMap { $0 > 0 ? $0 : nil })
    }

    /// The fix at `elapsed`.
    ///
    /// - Throws: `InputError` for a position that is not on earth.
    package func location(at elapsed: Duration, line: Int?) throws(InputError) -> Location {
        if let fix = fix(at: elapsed) { return fix }
        throw latitude.magnitude <= 90
            ? InputError.malformed("longitude \(longitude) is outside -180 to 180", remedy: "give degrees", line: line)
            : InputError.malformed(
                "latitude \(latitude) is outside -90 to 90", remedy: "give degrees; GeoJSON has the longitude first",
                line: line)
    }

    private static func known(_ value: Double?) -> Double? {
        guard let value, value.isFinite, value >= 0 else { return nil }
        return value
    }
}
