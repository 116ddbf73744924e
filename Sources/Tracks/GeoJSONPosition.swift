import TextFormats

/// A position of GeoJSON (RFC 7946): longitude first, then latitude, then perhaps the altitude.
struct GeoJSONPosition {
    var latitude: Double
    var longitude: Double
    var altitude: Double?

    /// The position that `coordinates` give, or nil.
    init?(_ coordinates: JSONElement?) {
        guard let numbers = coordinates?.elements, numbers.count >= 2, let longitude = numbers[0].number,
            let latitude = numbers[1].number
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        altitude = numbers.count > 2 ? numbers[2].number : nil
    }
}
