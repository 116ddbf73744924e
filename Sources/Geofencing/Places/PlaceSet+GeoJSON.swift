import TextFormats

extension PlaceSet {
    /// The set as a GeoJSON FeatureCollection, one place a line; coordinates to seven decimals, a centimetre.
    public var geoJSON: String {
        var lines: [String] = []
        for place in places {
            var properties = ["\"identifier\":" + JSONText.quoted(place.identifier)]
            func add(_ key: String, _ text: String?) {
                if let text, !text.isEmpty { properties.append("\"\(key)\":" + JSONText.quoted(text)) }
            }
            add("title", place.title)
            add("blurb", place.blurb)
            properties.append("\"radius\":" + DecimalText.text(place.radius, places: 1))
            add("story", place.story)
            add("url", place.url)
            let point =
                DecimalText.text(place.longitude, places: 7) + "," + DecimalText.text(place.latitude, places: 7)
            lines.append(
                "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(point)]},\"properties\":{"
                    + properties.joined(separator: ",") + "}}")
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
    }
}
