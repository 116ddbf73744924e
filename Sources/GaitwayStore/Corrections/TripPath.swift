// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// The way of a trip that a person drew: straight lines from point to point.
///
/// As text: latitude and longitude of each point in degrees, `52.5,13.25 52.51,13.26`.
public struct TripPath: Sendable, Hashable, RawRepresentable {
    /// Two points or more; no point is that before it.
    let points: [PlaceReference.Position]

    /// The greatest number of points.
    package static let mostPoints = 1000

    /// The path of a text; nil unless it has 2 to 1,000 different points on Earth.
    public init?(rawValue: String) {
        var points: [PlaceReference.Position] = []
        for text in rawValue.split(separator: " ") {
            guard let point = PlaceReference.Position(text) else { return nil }
            if point != points.last { points.append(point) }
        }
        guard points.count > 1, points.count <= Self.mostPoints else { return nil }
        self.points = points
    }

    /// The text that ``init(rawValue:)`` reads.
    public var rawValue: String { points.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " ") }

    /// The section of a move along the path at one speed.
    func section(_ activity: Activity, during span: TimeSpan) -> MoveSection {
        var ways = [0.0]
        for (point, next) in zip(points, points.dropFirst()) {
            let way = Ellipsoid.distance(point.latitude, point.longitude, next.latitude, next.longitude)
            ways.append(ways[ways.count - 1] + way)
        }
        let whole = ways[ways.count - 1]
        let path = zip(points, ways).map { point, way in
            PathPoint(
                time: min(span.end, span.start + .seconds(span.seconds * way / max(whole, .leastNonzeroMagnitude))),
                latitude: point.latitude, longitude: point.longitude)
        }
        return MoveSection(span: span, activity: activity, evidence: .correction, distance: whole, path: [path])
    }
}
