// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension PlaceSet {
    /// The set as a GeoJSON FeatureCollection, one place a line; coordinates to seven decimals, a centimetre.
    public var geoJSON: String {
        JSONWriter.objectLine { json in
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

    private static func write(_ place: Place, to json: inout JSONWriter) {
        json.object { json in
            json.add("type", "Feature")
            json.object("geometry") { json in
                if let polygon = place.polygon { return polygon.write(to: &json) }
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
                if place.polygon == nil { json.add("radius", place.radius, places: 1) }
                add("story", place.story)
                add("url", place.url)
                Self.write(place.rules, to: &json)
            }
        }
    }

    private static func write(_ rules: AlertRules, to json: inout JSONWriter) {
        if rules.moment != .enter { json.add("alert", rules.moment.rawValue) }
        for (key, time) in [("dwell", rules.dwell), ("expiry", rules.expiry), ("cooldown", rules.cooldown)] {
            if let time { json.add(key, seconds: time, places: 9) }
        }
        if let priority = rules.hasPriority { json.add("priority", priority) }
        if let category = rules.category { json.add("category", category) }
        if let hours = rules.hours { json.add("hours", hours.text) }
    }
}

extension Polygon {
    /// Writes the members of a GeoJSON geometry: type and coordinates, to seven decimals.
    package func write(to json: inout JSONWriter) {
        let parts = parts
        json.add("type", parts.count > 1 ? "MultiPolygon" : "Polygon")
        func write(_ part: [[Position]], to json: inout JSONWriter) {
            for ring in part {
                json.array { json in
                    for position in ring {
                        json.array { json in
                            json.append(position.longitude, places: 7)
                            json.append(position.latitude, places: 7)
                        }
                    }
                }
            }
        }
        json.array("coordinates") { json in
            guard parts.count > 1 else { return write(parts[0], to: &json) }
            for part in parts { json.array { json in write(part, to: &json) } }
        }
    }
}
