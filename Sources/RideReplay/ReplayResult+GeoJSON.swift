import Geofencing
import MotionTypes
import NotificationGate
import TextFormats

extension ReplayResult {
    /// The track as a line, and each place that was entered as a point with its last decision (RFC 7946).
    public var geoJSON: String {
        let way = scene.ride.fixes.map { Self.position($0.longitude, $0.latitude) }.joined(separator: ",")
        var track = JSONLine()
        track.add("kind", "track")
        var features = [Self.feature("LineString", "[\(way)]", track)]
        var last: [String: GateDecision] = [:]
        for decision in decisions { last[decision.place] = decision }
        let missed = Dictionary(coverage.missed.map { ($0.place, $0.reason) }) { first, _ in first }
        for identifier in Set(last.keys).union(missed.keys).sorted() {
            guard let place = scene.place(identifier) else { continue }
            var properties = JSONLine()
            properties.add("kind", "place")
            properties.add("identifier", identifier)
            properties.add("radius", json: DecimalText.text(place.radius, places: 1))
            if let decision = last[identifier] {
                properties.add("decision", decision.kind.rawValue)
                properties.add("time", decision.time.iso8601)
                properties.add("reasons", list: decision.reasons.map(\.rawValue))
            }
            if let reason = missed[identifier] { properties.add("missed", reason.rawValue) }
            features.append(Self.feature("Point", Self.position(place.longitude, place.latitude), properties))
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
    }

    /// Longitude first, to seven decimals, a centimetre.
    private static func position(_ longitude: Double, _ latitude: Double) -> String {
        "[" + DecimalText.text(longitude, places: 7) + "," + DecimalText.text(latitude, places: 7) + "]"
    }

    private static func feature(_ type: String, _ coordinates: String, _ properties: JSONLine) -> String {
        var geometry = JSONLine()
        geometry.add("type", type)
        geometry.add("coordinates", json: coordinates)
        var feature = JSONLine()
        feature.add("type", "Feature")
        feature.add("geometry", json: geometry.text)
        feature.add("properties", json: properties.text)
        return feature.text
    }
}
