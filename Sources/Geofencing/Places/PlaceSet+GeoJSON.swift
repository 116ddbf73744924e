import TextFormats

extension PlaceSet {
    /// The set as a GeoJSON FeatureCollection, one place a line; coordinates to seven decimals, a centimetre.
    public var geoJSON: String {
        JSONWriter.line { json in
            json.object { json in
                json.add("type", "FeatureCollection")
                json.array("features") { json in
                    if places.isEmpty { json.newLine() }
                    for place in places {
                        json.newLine()
                        Self.write(place, to: &json)
                    }
                    json.newLine()
                }
            }
        }
    }

    private static func write(_ place: Place, to json: inout JSONWriter) {
        json.object { json in
            json.add("type", "Feature")
            json.object("geometry") { json in
                json.add("type", "Point")
                json.array("coordinates") { json in
                    json.append(place.longitude, places: 7)
                    json.append(place.latitude, places: 7)
                }
            }
            json.object("properties") { json in
                func add(_ key: String, _ text: String?) {
                    if let text, !text.isEmpty { json.add(key, text) }
                }
                json.add("identifier", place.identifier)
                add("title", place.title)
                add("blurb", place.blurb)
                json.add("radius", place.radius, places: 1)
                add("story", place.story)
                add("url", place.url)
            }
        }
    }
}
