import MotionTypes

/// The numbers of a fix as a file has them, turned into a `Location`.
struct FixFields {
    var latitude: Double
    var longitude: Double
    var altitude: Double?
    var speed: Double?
    var course: Double?
    var accuracy: Double?

    /// The fix at `elapsed`.
    ///
    /// - Throws: `InputError` for coordinates that no place on earth has.
    func location(at elapsed: Duration, line: Int?) throws(InputError) -> Location {
        guard latitude.magnitude <= 90 else {
            throw InputError(
                .malformed, line: line, problem: "latitude \(latitude) is outside -90 to 90",
                remedy: "give degrees; GeoJSON has the longitude first")
        }
        guard longitude.magnitude <= 180 else {
            throw InputError(
                .malformed, line: line, problem: "longitude \(longitude) is outside -180 to 180",
                remedy: "give degrees")
        }
        return Location(
            elapsed: elapsed, latitude: latitude, longitude: longitude,
            altitude: altitude.flatMap { $0.isFinite ? $0 : nil }, speed: Self.known(speed),
            course: Self.known(course).flatMap { $0 <= 360 ? $0 : nil },
            horizontalAccuracy: Self.known(accuracy).flatMap { $0 > 0 ? $0 : nil })
    }

    /// Phones write -1 for what they do not know.
    private static func known(_ value: Double?) -> Double? {
        guard let value, value.isFinite, value >= 0 else { return nil }
        return value
    }
}
