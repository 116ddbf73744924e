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
        do { try self.init(text: rawValue) } catch { return nil }
    }

    /// The path of a text.
    ///
    /// - Throws: `InputError` for a text that is not a path. In whole degrees, `46,98` may also be a number with a
    ///   decimal comma; no path has only such points.
    package init(text: String) throws(InputError) {
        let remedy: Remedy =
            "write latitude,longitude of each point with decimal points, as in 52.5,13.25 52.51,13.26"
        var points: [PlaceReference.Position] = []
        for text in text.split(separator: " ") {
            guard let point = PlaceReference.Position(text) else {
                throw .malformed("\(quoted: text) is not a position", remedy: remedy)
            }
            if point != points.last { points.append(point) }
        }
        guard points.count > 1, points.count <= Self.mostPoints else {
            throw .malformed("the path is not 2 to \(Self.mostPoints) points", remedy: remedy)
        }
        guard text.contains(where: { $0 == "." || $0.isLetter }) else {
            throw .ambiguous("the points of the path seem to have decimal commas", remedy: remedy)
        }
        self.points = points
    }

    /// The text that ``init(rawValue:)`` reads.
    public var rawValue: String { points.map { "\($0.latitude),\($0.longitude)" }.joined(separator: " ") }

    /// The length up to each point, in metres.
    private var ways: [Double] {
        zip(points, points.dropFirst()).reduce(into: [0]) { ways, pair in
            let (point, next) = pair
            ways.append(
                ways[ways.count - 1]
                    + Ellipsoid.distance(point.latitude, point.longitude, next.latitude, next.longitude))
        }
    }

    /// Refuses a speed that the activity does not have.
    func check(_ activity: Activity, during span: TimeSpan) throws(InputError) {
        let policy = TimelinePolicy()
        // A drawn trip by airplane gets its kind of vehicle afterwards.
        let fastest = policy.fastest(activity, activity == .automotive ? .airplane : nil)
        let (whole, seconds) = (ways.last ?? 0, span.seconds)
        guard whole > fastest * seconds + policy.visitRadius else { return }
        func speed(_ value: Double) -> String { DecimalText.text(value * 3.6, places: 0) }
        throw .malformed(
            "the path of \(DecimalText.text(whole / 1000, places: 1)) km would take \(activity.rawValue) at "
                + "\(speed(whole / seconds)) km/h, and \(speed(fastest)) is the most",
            remedy: "give a longer time, points nearer to one another, or a faster activity")
    }

    /// The section of a move along the path at one speed.
    func section(_ activity: Activity, during span: TimeSpan) -> MoveSection {
        let ways = ways
        let whole = ways[ways.count - 1]
        let path = zip(points, ways).map { point, way in
            PathPoint(
                time: min(span.end, span.start + .seconds(span.seconds * way / max(whole, .leastNonzeroMagnitude))),
                latitude: point.latitude, longitude: point.longitude)
        }
        return MoveSection(span: span, activity: activity, evidence: .correction, distance: whole, path: [path])
    }
}
