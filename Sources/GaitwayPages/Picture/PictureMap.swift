// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayTimeline
// cos; Foundation is not needed.
internal import Glibc

/// Paths by activity and places with their names, above water, borders and towns.
///
/// Degrees of longitude are as wide as they are on the ground in the middle of the map, which is near enough for the
/// days of a person.
struct PictureMap {
    struct Frame {
        let left: Double
        let top: Double
        let width: Double
        let height: Double
    }

    private let timeline: TimelineDocument
    private let frame: Frame
    private let middle: (latitude: Double, longitude: Double)
    /// Units of the picture per degree of latitude, and the width of a degree of longitude beside it.
    private let scale: Double
    private let narrowing: Double

    /// The length of a degree of latitude in metres.
    private static let metresPerDegree = Sphere.radius * .pi / 180
    /// The room around paths and places, and the least part of the earth, in metres.
    private static let (room, least) = (40.0, 400.0)

    /// A map; nil without a position.
    init?(timeline: TimelineDocument, frame: Frame) {
        var positions = timeline.places.map { (latitude: $0.latitude, longitude: $0.longitude) }
        for case .move(let move) in timeline.items {
            for point in move.sections.lazy.flatMap(\.path).joined() {
                positions.append((point.latitude, point.longitude))
            }
        }
        guard let box = MapBox(around: positions) else { return nil }
        self.timeline = timeline
        self.frame = frame
        middle = ((box.south + box.north) / 2, (box.west + box.east) / 2)
        narrowing = max(0.01, cos(middle.latitude * .pi / 180))
        let smallest = Self.least / Self.metresPerDegree
        let (width, height) = (frame.width - 2 * Self.room, frame.height - 2 * Self.room)
        scale = min(width / max(box.width * narrowing, smallest), height / max(box.height, smallest))
    }

    /// Where a meridian lies, by its degrees east of the middle.
    private func x(east degrees: Double) -> Double { frame.width / 2 + degrees * narrowing * scale }
    private func x(_ longitude: Double) -> Double { x(east: Longitude.difference(middle.longitude, longitude)) }
    private func y(_ latitude: Double) -> Double { frame.height / 2 - (latitude - middle.latitude) * scale }

    /// What the frame shows; nil beyond the poles.
    private var box: MapBox? {
        let (width, height) = (frame.width / (scale * narrowing), frame.height / scale)
        return MapBox(
            west: middle.longitude - min(width, 359) / 2, south: max(-90, middle.latitude - height / 2),
            east: middle.longitude + min(width, 359) / 2, north: min(90, middle.latitude + height / 2))
    }

    var markup: Markup {
        // Shores are closed along the box's edges, which lie outside the frame.
        let land = box.map { LandPart($0.widened(by: $0.height / 50), mostTowns: 12) }
        var names = PlotLabels(
            width: frame.width, height: frame.height,
            taken: timeline.places.map { (x($0.longitude), y($0.latitude)) })
        let places = timeline.places.map { place -> Markup in
            let (x, y) = (x(place.longitude), y(place.latitude))
            let name = names.place(place.title, x: x, y: y, length: Picture.width(of: place.title)).map {
                spot -> Markup in
                "<text class=\"halo strong\" x=\"\(spot.x)\" y=\"\(spot.y)\">\(place.title)</text>"
            }
            return """
                <circle class="few" cx="\(x)" cy="\(y)" r="6"/>\(name ?? "")

                """
        }
        let towns = (land?.towns ?? []).map { town -> Markup in
            let (x, y) = (x(town.longitude), y(town.latitude))
            let length = Picture.width(of: town.name, size: 12)
            guard let spot = names.place(town.name, x: x, y: y, length: length) else { return "" }
            return """
                <circle class="bar" cx="\(x)" cy="\(y)" r="3"/>\
                <text class="small quiet" x="\(spot.x)" y="\(spot.y)">\(town.name)</text>

                """
        }
        return """
            <svg x="\(frame.left)" y="\(frame.top)" width="\(frame.width)" height="\(frame.height)" \
            viewBox="0 0 \(frame.width) \(frame.height)">
            <rect class="shade" width="\(frame.width)" height="\(frame.height)"/>
            \(ground(land))\(towns)\(paths)\(places)\(ruler)</svg>

            """
    }

    /// Water, and the lines above it.
    private func ground(_ land: LandPart?) -> Markup {
        guard let land else { return "" }
        let steps = Double(land.stepsPerDegree)
        func text(_ points: [SIMD2<Int32>]) -> Markup {
            let points = points.map { point in
                // Longitudes of the box go on beyond 180°, where others begin anew.
                let x = x(east: Double(point.x) / steps - middle.longitude)
                return Markup.coordinate(x) + " " + Markup.coordinate(y(Double(point.y) / steps))
            }
            return "M\(points.joined(separator: "L"))"
        }
        let edges = land.edges
        let outline = text([
            SIMD2(edges.west, edges.south), SIMD2(edges.east, edges.south), SIMD2(edges.east, edges.north),
            SIMD2(edges.west, edges.north),
        ])
        let shores = land.lines.filter { $0.kind == .shore }.map { line -> Markup in "\(text(line.points))Z" }
        let borders = land.lines.filter { $0.kind == .border }.map { text($0.points) }
        return """
            <path class="water" fill-rule="evenodd" d="\(outline)Z\(shores)"/>
            <path class="line" d="\(shores)"/><path class="grid" d="\(borders)"/>

            """
    }

    private var paths: Markup {
        var markup = Markup()
        for case .move(let move) in timeline.items {
            for section in move.sections {
                for piece in section.path where !piece.isEmpty {
                    let points = piece.map { point in
                        Markup.coordinate(x(point.longitude)) + " " + Markup.coordinate(y(point.latitude))
                    }
                    markup += """
                        <path class="path \(Prediction(section.activity).name)" d="M\(points.joined(separator: "L"))"/>

                        """
                }
            }
        }
        return markup
    }

    /// A bar of a round length.
    private var ruler: Markup {
        let metres = Self.metresPerDegree * frame.width / scale / 5
        let power = pow(10, floor(log10(metres)))
        let length = ([5, 2, 1].first { $0 * power <= metres } ?? 1) * power
        let end = 20 + length / Self.metresPerDegree * scale
        return """
            <path class="line" d="M20 \(frame.height - 22)V\(frame.height - 16)H\(end)V\(frame.height - 22)"/>\
            <text class="small halo" x="20" y="\(frame.height - 28)">\(FigureText.distance(length))</text>

            """
    }
}
