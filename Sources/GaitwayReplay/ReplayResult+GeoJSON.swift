// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

extension ReplayResult {
    /// The track as a line, and each place that was entered, or missed, with its last decision, as a point or its
    /// polygon; then the ride by activity, the regions monitored and the alerts where they fell (RFC 7946).
    public var geoJSON: String {
        var last: [String: GateDecision] = [:]
        for decision in decisions { last[decision.place] = decision }
        let missed = Dictionary(coverage.missed.map { ($0.place, $0.reason) }) { first, _ in first }
        return JSONWriter.objectLine { json in
            json.add("type", "FeatureCollection")
            json.array("features") { json in
                Self.feature("LineString", to: &json) { json in
                    json.array { json in
                        for fix in scene.ride.fixes { Self.position(fix.longitude, fix.latitude, to: &json) }
                    }
                } properties: { json in
                    json.add("kind", "track")
                }
                for identifier in Set(last.keys).union(missed.keys).sorted() {
                    guard let place = scene.place(identifier) else { continue }
                    Self.feature(place, to: &json) { json in
                        json.add("kind", "place")
                        json.add("identifier", identifier)
                        json.add("radius", place.radius, places: 1)
                        if let decision = last[identifier] {
                            json.add("decision", decision.kind.rawValue)
                            json.add("time", decision.time)
                            json.add("reasons", decision.reasons.map(\.rawValue))
                        }
                        if let reason = missed[identifier] { json.add("missed", reason.rawValue) }
                    }
                }
                writeActivities(to: &json)
                writeRegions(to: &json)
                writeAlerts(to: &json)
                json.newLine()
            }
        }
    }

    /// A place as a point, or as its polygon.
    private static func feature(
        _ place: Place, to json: inout JSONWriter, properties: (_ json: inout JSONWriter) -> Void
    ) {
        guard let polygon = place.polygon else {
            return feature(
                "Point", to: &json, coordinates: { position(place.longitude, place.latitude, to: &$0) },
                properties: properties)
        }
        json.newLine()
        json.object { json in
            json.add("type", "Feature")
            json.object("geometry") { json in polygon.write(to: &json) }
            json.object("properties") { json in properties(&json) }
        }
    }

    /// Longitude first, to seven decimals, a centimetre.
    static func position(_ longitude: Double, _ latitude: Double, to json: inout JSONWriter) {
        json.array { json in
            json.append(longitude, places: 7)
            json.append(latitude, places: 7)
        }
    }

    static func feature(
        _ type: String, to json: inout JSONWriter, coordinates: (_ json: inout JSONWriter) -> Void,
        properties: (_ json: inout JSONWriter) -> Void
    ) {
        json.newLine()
        json.object { json in
            json.add("type", "Feature")
            json.object("geometry") { json in
                json.add("type", type)
                json.key("coordinates")
                coordinates(&json)
            }
            json.object("properties") { json in properties(&json) }
        }
    }
}
