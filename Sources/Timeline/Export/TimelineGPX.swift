internal import MotionTypes
internal import TextFormats

extension TimelineExport {
    /// GPX 1.1: a waypoint for each visit, a track for each section, a track segment for each piece of its path.
    public static func gpx(_ document: TimelineDocument) -> String {
        let names = document.namesOfPlaces
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="gaitway" xmlns="http://www.topografix.com/GPX/1/1">

            """
        for item in document.items {
            guard case .visit(let visit) = item else { continue }
            text += "<wpt" + coordinates(visit.latitude, visit.longitude) + "><time>" + visit.span.start.iso8601
            text +=
                "</time><name>" + escaped(visit.placeIdentifier.map { names[$0] ?? $0 } ?? "visit")
                + "</name><desc>until "
            text += visit.span.end.iso8601 + "</desc><type>visit</type></wpt>\n"
        }
        for item in document.items {
            guard case .move(let move) = item else { continue }
            for section in move.sections where !section.path.isEmpty {
                text += "<trk><name>" + section.activity.rawValue + " " + section.span.start.iso8601 + "</name><type>"
                text += section.activity.rawValue + "</type>\n"
                for piece in section.path {
                    text += "<trkseg>"
                    for point in piece {
                        text += "<trkpt" + coordinates(point.latitude, point.longitude) + ">"
                        if let altitude = point.altitude, altitude.isFinite {
                            text += "<ele>" + number(altitude, 1) + "</ele>"
                        }
                        text += "<time>" + point.time.iso8601 + "</time></trkpt>"
                    }
                    text += "</trkseg>\n"
                }
                text += "</trk>\n"
            }
        }
        return text + "</gpx>\n"
    }

    private static func coordinates(_ latitude: Double, _ longitude: Double) -> String {
        " lat=\"" + number(latitude, 7) + "\" lon=\"" + number(longitude, 7) + "\""
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // XML 1.0 has no way to write other control characters.
            case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
