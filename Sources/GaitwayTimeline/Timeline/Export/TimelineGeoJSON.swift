// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TimelineExport {
    /// A GeoJSON FeatureCollection (RFC 7946): visits as points, sections as lines coloured by activity.
    ///
    /// Colours are properties of the simplestyle convention, version 1.1, which common viewers show. A path is cut at
    /// the antimeridian. Pauses and sections without a path have a null geometry. The times of a line's positions are
    /// `coordTimes`, and a visit's `time` is its start, as readers of tracks expect them.
    public static func geoJSON(_ document: TimelineDocument) -> String {
        let titles = document.titlesOfPlaces
        return JSONWriter.line { json in
            json.object { json in
                json.add("type", "FeatureCollection")
                json.array("features") { json in
                    for item in document.items { write(item, titles, to: &json) }
                }
            }
        }
    }

    /// A feature for each visit, section and gap, one a line.
    private static func write(_ item: TimelineItem, _ titles: [String: String], to json: inout JSONWriter) {
        switch item {
        case .visit(let visit):
            feature(to: &json) { json in
                json.object("geometry") { json in
                    json.add("type", "Point")
                    json.key("coordinates")
                    position(visit.longitude, visit.latitude, to: &json)
                }
            } properties: { json in
                json.add("kind", "visit")
                json.add("time", visit.span.start)
                times(visit.span, to: &json)
                json.add("place", visit.placeIdentifier)
                json.add("title", visit.placeIdentifier.map { titles[$0] ?? $0 } ?? "visit")
                json.add("marker-color", "#d63e2a")
            }
        case .move(let move):
            for section in move.sections {
                let lines = lines(of: section.path)
                feature(to: &json) { json in
                    geometry(lines, to: &json)
                } properties: { json in
                    json.add("kind", "section")
                    json.add("activity", section.activity.rawValue)
                    if let vehicle = section.vehicle { json.add("vehicle", vehicle.rawValue) }
                    times(section.span, to: &json)
                    json.add("distance", section.distance, places: 1)
                    if let steps = section.steps { json.add("steps", steps) }
                    json.add("stroke", ActivityPalette.light(section.activity))
                    json.add("stroke-width", 4)
                    if !lines.isEmpty {
                        json.key("coordTimes")
                        parts(lines, to: &json) { point, json in json.append(point.time) }
                    }
                }
            }
        case .gap(let gap):
            feature(to: &json) { json in
                json.add("geometry", json: nil)
            } properties: { json in
                json.add("kind", "gap")
                times(gap.span, to: &json)
            }
        }
    }

    private static func feature(
        to json: inout JSONWriter, geometry: (_ json: inout JSONWriter) -> Void,
        properties: (_ json: inout JSONWriter) -> Void
    ) {
        json.newLine()
        json.object { json in
            json.add("type", "Feature")
            geometry(&json)
            json.object("properties") { json in properties(&json) }
        }
    }

    private static func position(_ longitude: Double, _ latitude: Double, to json: inout JSONWriter) {
        json.array { json in
            json.append(longitude, places: 7)
            json.append(latitude, places: 7)
        }
    }

    /// The path's pieces, cut at the antimeridian, without pieces of a single point.
    private static func lines(of path: [[PathPoint]]) -> [ArraySlice<PathPoint>] {
        var lines: [ArraySlice<PathPoint>] = []
        for piece in path {
            var start = 0
            for index in piece.indices where index > 0 {
                if (piece[index].longitude - piece[index - 1].longitude).magnitude > 180 {
                    lines.append(piece[start..<index])
                    start = index
                }
            }
            lines.append(piece[start...])
        }
        return lines.filter { $0.count > 1 }
    }

    private static func geometry(_ lines: [ArraySlice<PathPoint>], to json: inout JSONWriter) {
        guard !lines.isEmpty else { return json.add("geometry", json: nil) }
        json.object("geometry") { json in
            json.add("type", lines.count == 1 ? "LineString" : "MultiLineString")
            json.key("coordinates")
            parts(lines, to: &json) { point, json in position(point.longitude, point.latitude, to: &json) }
        }
    }

    /// A value for each point: one list for a single line, else a list of lists.
    private static func parts(
        _ lines: [ArraySlice<PathPoint>], to json: inout JSONWriter,
        _ value: (_ point: PathPoint, _ json: inout JSONWriter) -> Void
    ) {
        func list(_ line: ArraySlice<PathPoint>, to json: inout JSONWriter) {
            json.array { json in
                for point in line { value(point, &json) }
            }
        }
        if lines.count == 1 { return list(lines[0], to: &json) }
        json.array { json in
            for line in lines { list(line, to: &json) }
        }
    }
}
