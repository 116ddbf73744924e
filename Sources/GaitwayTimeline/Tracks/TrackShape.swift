// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Files with positions that are not read, each with the line that makes a table of it.
package struct TrackShape {
    private let kind: String
    /// Whether the first bytes are of this kind.
    private let matches: @Sendable (String) -> Bool
    private let remedy: Remedy

    /// How much of a file is looked at.
    private static let headSize = 4000

    private static let known: [TrackShape] = [
        TrackShape(
            kind: "Snapchat's history of locations",
            matches: { $0.contains("\"Location History\"") && $0.contains(/\d{4}\/\d\d\/\d\d \d\d:\d\d/) },
            remedy: table(
                """
                jq -r '["time","latitude","longitude"], (."Location History"[] | (if type == "array" then . else \
                [.Time, ."Latitude, Longitude"] end) | [.[0]] + (.[1] | [scan("-?[0-9]+[.][0-9]+")] | if length > 2 \
                then [.[0], .[2]] else . end)) | @csv' FILE > track.csv
                """)),
        TrackShape(
            kind: "a workout of Endomondo",
            matches: { $0.contains(/"location"\s*:\s*\[\s*\[\s*\{\s*"latitude"/) },
            remedy: table(
                """
                jq -r '["time","latitude","longitude"], (.. | objects | .points? // empty | .[] | add | \
                select(.location) | [(.timestamp | strptime("%a %b %d %H:%M:%S UTC %Y") | todate), \
                (.location[0] | add | .latitude, .longitude)]) | @csv' FILE > track.csv
                """)),
        TrackShape(
            kind: "a track of Huawei Health", matches: { $0.hasPrefix("tp=") && $0.contains("lat=") },
            remedy: table(
                """
                awk -F'[=;]' 'BEGIN {print "time,latitude,longitude"} $2 == "lbs" {printf "%.3f,%s,%s\\n", $12 / 1000, \
                $6, $8}' FILE > track.csv
                """)),
        TrackShape(
            kind: "a track of FlySight 2", matches: { $0.hasPrefix("$FLYS") },
            remedy: table(
                """
                (echo kind,time,latitude,longitude,altitude; grep '^$GNSS' FILE | cut -d , -f 1-5) > track.csv
                """)),
        TrackShape(
            kind: "a flight recorder's file (IGC)", matches: { $0.contains(/^A[A-Z0-9]{3}[^\n]*\r?\nH/) },
            remedy: "make a track of it: gpsbabel -i igc -f FILE -o gpx -F track.gpx"),
        TrackShape(
            kind: "a line without times", matches: { $0.contains(/^(SRID=\d+;)?(MULTI)?LINESTRING/.ignoresCase()) },
            remedy: "give a recorded track"),
        TrackShape(
            kind: "a table of points in WKT", matches: { $0.contains(/\n[^\n]*POINT ?\(/.ignoresCase()) },
            remedy: table(
                """
                sed -E '1s/"?(the_geom|geometry|geom|wkt|point|location)"?/longitude,latitude/I; \
                s/"?POINT *\\(([-0-9.]+) ([-0-9.]+)[^)]*\\)"?/\\1,\\2/I' FILE > track.csv
                """)),
        TrackShape(
            kind: "a table with both coordinates in one column",
            matches: { $0.contains(/\n[^\n]*"[(\[]?-?\d{1,3}\.\d+ *, *-?\d{1,3}\.\d+[)\]]?"/) },
            remedy: table(
                """
                sed -E '1s/"?(location|coordinates|position|latlng|lat_lng|gps|point)"?/latitude,longitude/I; \
                s/"[[(]?([-0-9.]+) *, *([-0-9.]+)[])]?"/\\1,\\2/' FILE > track.csv
                """)),
        TrackShape(
            kind: "a table without a header",
            matches: { $0.contains(/^"?\d[-0-9:.TZ +]*"?,-?\d{1,2}\.\d+,-?\d{1,3}\.\d+/) },
            remedy: table("sed '1i time,latitude,longitude' FILE > track.csv")),
    ]

    private static func table(_ command: String) -> Remedy { "make a table of it: \(command)" }

    /// The error for a file with these first bytes; nil if it looks like none of these.
    package static func fault(_ bytes: [UInt8]) -> InputError? {
        let head = String(decoding: bytes.prefix(headSize), as: UTF8.self)
        return known.first { $0.matches(head) }.map {
            InputError(.unsupported, problem: "this is \($0.kind)", remedy: $0.remedy)
        }
    }
}
