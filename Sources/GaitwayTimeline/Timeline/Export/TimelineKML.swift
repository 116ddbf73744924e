// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TimelineExport {
    /// KML 2.2 (OGC 07-147r2): visits as points, sections as tracks in their activity's colour, each with its time.
    ///
    /// Each piece of a path is a `gx:Track` of Google's, which viewers with times support. Gaps and sections without a
    /// path have no geometry. Distances are in the extended data, in metres.
    public static func kml(_ document: TimelineDocument) -> String {
        let titles = document.titlesOfPlaces
        return XMLWriter.document { xml in
            xml.element(
                "kml",
                ["xmlns": "http://www.opengis.net/kml/2.2", "xmlns:gx": "http://www.google.com/kml/ext/2.2"]
            ) { xml in
                xml.newLine()
                xml.element("Document") { xml in
                    xml.element("name", "Timeline")
                    xml.newLine()
                    for activity in Activity.allCases { style(of: activity, to: &xml) }
                    for item in document.items { write(item, titles, to: &xml) }
                }
                xml.newLine()
            }
        }
    }

    private static func style(of activity: Activity, to xml: inout XMLWriter) {
        xml.element("Style", ["id": activity.rawValue]) { xml in
            xml.element("LineStyle") { xml in
                xml.element("color", colour(ActivityPalette.light(activity)))
                xml.element("width", "4")
            }
        }
        xml.newLine()
    }

    /// `#rrggbb` in the order of KML: opacity, blue, green, red.
    private static func colour(_ colour: String) -> String {
        let digits = Array(colour.dropFirst())
        return "ff" + String(digits[4...5] + digits[2...3] + digits[0...1])
    }

    private static func write(_ item: TimelineItem, _ titles: [String: String], to xml: inout XMLWriter) {
        switch item {
        case .visit(let visit):
            let data = visit.placeIdentifier.map { [("place", $0)] } ?? []
            let name = visit.placeIdentifier.map { titles[$0] ?? $0 } ?? "visit"
            placemark(name, visit.span, style: nil, [("kind", "visit")] + data, to: &xml) { xml in
                xml.element("Point") { xml in
                    xml.element("coordinates", coordinates(visit.longitude, visit.latitude, nil, separator: ","))
                }
            }
        case .move(let move):
            for section in move.sections {
                placemark(
                    section.activity.rawValue, section.span, style: section.activity.rawValue, data(of: section),
                    to: &xml
                ) { xml in
                    let pieces = section.path.filter { !$0.isEmpty }
                    guard pieces.count > 1 else { return pieces.forEach { track($0, to: &xml) } }
                    xml.element("gx:MultiTrack") { xml in for piece in pieces { track(piece, to: &xml) } }
                }
            }
        case .gap(let gap):
            let data = gap.displacement.map { [("displacement_m", DecimalText.text($0, places: 1))] } ?? []
            placemark("gap", gap.span, style: nil, [("kind", "gap")] + data, to: &xml) { _ in }
        }
    }

    private static func data(of section: MoveSection) -> [(name: String, value: String)] {
        var data = [
            ("kind", "section"), ("activity", section.activity.rawValue), ("evidence", section.evidence.rawValue),
        ]
        if let vehicle = section.vehicle { data.append(("vehicle", vehicle.rawValue)) }
        if let distance = section.distance { data.append(("distance_m", DecimalText.text(distance, places: 1))) }
        data.append(("unobserved_distance_m", DecimalText.text(section.unobservedDistance, places: 1)))
        if let steps = section.steps { data.append(("steps", String(steps))) }
        return data
    }

    /// The elements in the order of the schema.
    private static func placemark(
        _ name: String, _ span: TimeSpan, style: String?, _ data: [(name: String, value: String)],
        to xml: inout XMLWriter, geometry: (_ xml: inout XMLWriter) -> Void
    ) {
        xml.element("Placemark") { xml in
            xml.element("name", name)
            xml.element("TimeSpan") { xml in
                xml.element("begin", span.start.iso8601)
                xml.element("end", span.end.iso8601)
            }
            if let style { xml.element("styleUrl", "#" + style) }
            xml.element("ExtendedData") { xml in
                for (name, value) in data {
                    xml.element("Data", ["name": name]) { xml in xml.element("value", value) }
                }
            }
            geometry(&xml)
        }
        xml.newLine()
    }

    private static func track(_ piece: [PathPoint], to xml: inout XMLWriter) {
        xml.newLine()
        xml.element("gx:Track") { xml in
            for point in piece { xml.element("when", point.time.iso8601) }
            xml.newLine()
            for point in piece {
                xml.element("gx:coord", coordinates(point.longitude, point.latitude, point.altitude, separator: " "))
            }
        }
    }

    private static func coordinates(
        _ longitude: Double, _ latitude: Double, _ altitude: Double?, separator: String
    ) -> String {
        var parts = [DecimalText.text(longitude, places: 7), DecimalText.text(latitude, places: 7)]
        if let altitude, altitude.isFinite { parts.append(DecimalText.text(altitude, places: 1)) }
        return parts.joined(separator: separator)
    }
}
