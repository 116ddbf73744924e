// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

extension ReplayResult {
    /// The corners by which a circle is drawn.
    private static let circleCorners = 36

    /// Writes the ride by what the reports said, one line for each stretch, in the colours of the pages.
    func writeActivities(to json: inout JSONWriter) {
        let fixes = scene.ride.fixes
        let policy = scene.simulator.policy
        let used = fixes.filter { policy.accepts($0, at: $0.elapsed) }
        let track = ActivityTrack(used, scene.ride.reports, longestStep: policy.longestStep)
        for stretch in track.stretches where stretch.fixes.count > 1 {
            Self.feature("LineString", to: &json) { json in
                json.array { json in
                    for fix in used[stretch.fixes] { Self.position(fix.longitude, fix.latitude, to: &json) }
                }
            } properties: { json in
                json.add("kind", "activity")
                json.add("activity", stretch.prediction?.name)
                json.add("from", scene.ride.time(used[stretch.fixes.lowerBound].elapsed))
                json.add("to", scene.ride.time(used[stretch.fixes.upperBound].elapsed))
                if let colour = stretch.prediction.flatMap(ActivityPalette.colour) {
                    json.add("stroke", colour.light.colour)
                }
            }
        }
    }

    /// Writes each place that was monitored and each bubble as a polygon around its circle, with the times of its
    /// registration.
    func writeRegions(to json: inout JSONWriter) {
        for (index, spans) in watches.sorted(by: { $0.key < $1.key }) {
            let place = scene.simulator.places.places[index]
            writeCircle(place.latitude, place.longitude, place.radius, to: &json) { json in
                json.add("identifier", place.identifier)
                json.array("registered", of: spans) { span, json in writeSpan(span.from, span.to, to: &json) }
            }
        }
        for (number, bubble) in bubbles.enumerated() {
            let end = number + 1 < bubbles.count ? bubbles[number + 1].time : nil
            writeCircle(bubble.latitude, bubble.longitude, bubble.radius, to: &json) { json in
                json.add("identifier", json: nil)
                json.array("registered") { json in writeSpan(bubble.time, end, to: &json) }
            }
        }
    }

    /// Writes each alert as a point where the phone was.
    func writeAlerts(to json: inout JSONWriter) {
        let start = scene.ride.time(.zero)
        for decision in decisions where decision.kind == .deliver {
            guard let fix = scene.fixes.last(at: decision.time - start) else { continue }
            Self.feature("Point", to: &json) { json in
                Self.position(fix.longitude, fix.latitude, to: &json)
            } properties: { json in
                json.add("kind", "alert")
                json.add("identifier", decision.place)
                json.add("alert", decision.moment.rawValue)
                json.add("time", decision.time)
                json.add("others", decision.others)
            }
        }
    }

    private func writeSpan(_ from: Duration, _ to: Duration?, to json: inout JSONWriter) {
        json.array { json in
            json.append(scene.ride.time(from))
            json.append(to.map { scene.ride.time($0) })
        }
    }

    private func writeCircle(
        _ latitude: Double, _ longitude: Double, _ radius: Double, to json: inout JSONWriter,
        properties: (_ json: inout JSONWriter) -> Void
    ) {
        let corners = RegionOutline.corners(
            latitude: latitude, longitude: longitude, radius: radius, count: Self.circleCorners)
        Self.feature("Polygon", to: &json) { json in
            json.array { json in
                json.array { json in
                    for corner in corners { Self.position(corner.longitude, corner.latitude, to: &json) }
                }
            }
        } properties: { json in
            json.add("kind", "region")
            json.add("radius", radius, places: 1)
            properties(&json)
        }
    }
}
