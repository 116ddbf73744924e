// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TimelineExport {
    /// GPX 1.1: a waypoint for each visit, a track for each section, a track segment for each piece of its path. The
    /// type of a track is the kind of vehicle if it is known, otherwise the activity.
    public static func gpx(_ document: TimelineDocument) -> String {
        let titles = document.titlesOfPlaces
        return XMLWriter.document { xml in
            xml.element(
                "gpx", ["version": "1.1", "creator": "gaitway", "xmlns": "http://www.topografix.com/GPX/1/1"]
            ) { xml in
                xml.newLine()
                for item in document.items {
                    guard case .visit(let visit) = item else { continue }
                    let name = visit.placeIdentifier.map { titles[$0] ?? $0 } ?? "visit"
                    write(visit, name, to: &xml)
                }
                for item in document.items {
                    guard case .move(let move) = item else { continue }
                    for section in move.sections where !section.path.isEmpty { write(section, to: &xml) }
                }
            }
        }
    }

    private static func write(_ visit: Visit, _ name: String, to xml: inout XMLWriter) {
        xml.element("wpt", coordinates(visit.latitude, visit.longitude)) { xml in
            xml.element("time", visit.span.start.iso8601)
            xml.element("name", name)
            xml.element("desc", "until " + visit.span.end.iso8601)
            xml.element("type", "visit")
        }
        xml.newLine()
    }

    private static func write(_ section: MoveSection, to xml: inout XMLWriter) {
        xml.element("trk") { xml in
            xml.element("name", section.activity.rawValue + " " + section.span.start.iso8601)
            xml.element("type", section.vehicle?.rawValue ?? section.activity.rawValue)
            xml.newLine()
            for piece in section.path {
                xml.element("trkseg") { xml in
                    for point in piece { write(point, to: &xml) }
                }
                xml.newLine()
            }
        }
        xml.newLine()
    }

    private static func write(_ point: PathPoint, to xml: inout XMLWriter) {
        xml.element("trkpt", coordinates(point.latitude, point.longitude)) { xml in
            if let altitude = point.altitude, altitude.isFinite {
                xml.element("ele", DecimalText.text(altitude, places: 1))
            }
            xml.element("time", point.time.iso8601)
        }
    }

    private static func coordinates(_ latitude: Double, _ longitude: Double) -> KeyValuePairs<String, String> {
        ["lat": DecimalText.text(latitude, places: 7), "lon": DecimalText.text(longitude, places: 7)]
    }
}
