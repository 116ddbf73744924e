// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayTimeline
import Testing

@Suite struct ExportTests {
    private func items() -> [TimelineItem] {
        var clusterer = PlaceClusterer()
        return clusterer.assign(DayScript.usual(seed: 6).items())
    }

    private func parsed(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test func jsonIsReadableAndComplete() throws {
        let items = items()
        let root = try #require(try parsed(TimelineExport.json(TimelineDocument(items: items))) as? [String: Any])
        #expect(root["gaitway"] as? String == "timeline")
        #expect(root["version"] as? Int == 1)
        let rows = try #require(root["items"] as? [[String: Any]])
        #expect(rows.compactMap { $0["kind"] as? String } == items.map(kind))
        for (before, after) in zip(rows, rows.dropFirst()) {
            #expect(before["end"] as? String == after["start"] as? String)
        }
        let sections = try #require(rows[1]["sections"] as? [[String: Any]])
        #expect(sections.compactMap { $0["activity"] as? String } == ["walking", "automotive", "walking"])
        #expect(TimelineExport.json(TimelineDocument(items: [])).contains("\"items\":[]"))
    }

    @Test func geoJSONHasLongitudeFirst() throws {
        let root = try #require(try parsed(TimelineExport.geoJSON(TimelineDocument(items: items()))) as? [String: Any])
        let features = try #require(root["features"] as? [[String: Any]])
        #expect(features.count > 10)
        for feature in features {
            guard let geometry = feature["geometry"] as? [String: Any], geometry["type"] as? String == "Point",
                let point = geometry["coordinates"] as? [Double]
            else { continue }
            #expect(abs(point[0] - 8) < 1 && abs(point[1] - 47) < 1)
        }
    }

    @Test func aLineIsCutAtTheAntimeridian() throws {
        let path = (0..<6).map {
            PathPoint(
                time: Timestamp(nanoseconds: Int64($0) * 1_000_000_000), latitude: 0,
                longitude: $0 < 3 ? 179.9 + Double($0) * 0.01 : -179.9 + Double($0) * 0.01)
        }
        let span = TimeSpan(start: path[0].time, end: path[5].time)
        let section = MoveSection(span: span, activity: .cycling, evidence: .speed, path: [path])
        let text = TimelineExport.geoJSON(TimelineDocument(items: [.move(Move(span: span, sections: [section]))]))
        let root = try #require(try parsed(text) as? [String: Any])
        let feature = try #require((root["features"] as? [[String: Any]])?.first)
        let geometry = try #require(feature["geometry"] as? [String: Any])
        #expect(geometry["type"] as? String == "MultiLineString")
        #expect((geometry["coordinates"] as? [[[Double]]])?.map(\.count) == [3, 3])
        let properties = try #require(feature["properties"] as? [String: Any])
        #expect((properties["coordTimes"] as? [[String]])?.flatMap(\.self) == path.map(\.time.iso8601))
    }

    /// Our own reader of tracks finds each point of a line and the start of each visit again.
    @Test func geoJSONComesBackAsATrack() throws {
        let items = items()
        let track = try Track(decoding: Array(TimelineExport.geoJSON(TimelineDocument(items: items)).utf8))
        let origin = try #require(track.origin)
        let found = Set(track.fixes.map { (origin + $0.elapsed).iso8601 })
        let lines = items.compactMap(\.move).flatMap(\.sections).flatMap(\.path).filter { $0.count > 1 }
        let times = lines.joined().map(\.time.iso8601) + items.compactMap(\.visit).map(\.span.start.iso8601)
        #expect(!lines.isEmpty && found == Set(times))
    }

    @Test func gpxIsWellFormedWithTracksPerSection() {
        let items = items()
        let text = TimelineExport.gpx(TimelineDocument(items: items))
        let sections = items.compactMap(\.move).flatMap(\.sections)
        #expect(text.components(separatedBy: "<trk>").count - 1 == sections.count)
        #expect(text.components(separatedBy: "<wpt ").count - 1 == items.compactMap(\.visit).count)
        for tag in ["trk", "trkseg", "trkpt", "wpt", "name", "gpx"] {
            let opened =
                text.components(separatedBy: "<" + tag + ">").count
                + text.components(separatedBy: "<" + tag + " ").count
            #expect(opened - 2 == text.components(separatedBy: "</" + tag + ">").count - 1)
        }
    }

    @Test func csvHasALineForEachVisitSectionAndGap() throws {
        let items = items()
        let text = TimelineExport.csv(TimelineDocument(items: items)) { _ in -(3 * 3600 + 1800) }
        let rows = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let header = rows[0].map(String.init)
        #expect(rows.count - 1 == items.reduce(0) { $0 + max(1, $1.move?.sections.count ?? 1) })
        #expect(rows.allSatisfy { $0.count == header.count })
        let table = rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0.map(String.init))) }
        for (row, item) in zip(table.filter { $0["kind"] == "visit" }, items.filter { $0.visit != nil }) {
            #expect(row["start_utc"] == item.span.start.iso8601 && row["distance_m"] == "" && row["activity"] == "")
            let local = try #require(row["start_local"])
            #expect(
                local.hasSuffix("-03:30") && Timestamp(iso8601: local) == Timestamp(iso8601: item.span.start.iso8601))
        }
        let sections = items.compactMap(\.move).flatMap(\.sections)
        let moves = table.filter { $0["kind"] == "move" }
        #expect(moves.map { $0["activity"] } == sections.map(\.activity.rawValue))
        for (row, section) in zip(moves, sections) {
            #expect(abs((Double(row["duration_s"] ?? "") ?? -1) - section.span.seconds) < 0.001)
            let first = try #require(section.path.first?.first)
            #expect(abs((Double(row["start_latitude_deg"] ?? "") ?? 0) - first.latitude) < 1e-7)
        }
        #expect(TimelineExport.csv(TimelineDocument(items: [])) { _ in 0 }.split(separator: "\n").count == 1)
    }

    /// Our own reader of tracks finds each point and each visit again.
    @Test func kmlComesBackAsATrack() throws {
        let items = items()
        let text = TimelineExport.kml(TimelineDocument(items: items))
        let track = try Track(decoding: Array(text.utf8))
        let origin = try #require(track.origin)
        let points = items.compactMap(\.move).flatMap(\.sections).flatMap(\.path).joined()
        // The point where one section ends and the next begins stands in both.
        let times = Set(points.map { Int64(proven: $0.time.seconds.rounded()) })
        let found = track.fixes.map { (Int64(proven: (origin + $0.elapsed).seconds.rounded()), $0) }
        for (time, fix) in found where times.contains(time) {
            #expect(
                points.contains { abs($0.latitude - fix.latitude) < 1e-6 && abs($0.longitude - fix.longitude) < 1e-6 })
        }
        #expect(times.isSubset(of: found.map(\.0)))
        let visits = items.compactMap(\.visit)
        #expect(track.visits.count == visits.count && track.visits.map(\.name) == visits.map(\.placeIdentifier))
        for (own, other) in zip(track.visits, visits) {
            #expect(abs(own.span.start.seconds(since: other.span.start)) < 0.002)
            #expect(abs(own.latitude - other.latitude) < 1e-7 && abs(own.longitude - other.longitude) < 1e-7)
        }
        for activity in Activity.allCases { #expect(text.contains("<Style id=\"\(activity.rawValue)\">")) }
    }

    @Test func movesHasLocalTimesAndBothDaysOfANight() throws {
        let items = items()
        let text = TimelineExport.moves(TimelineDocument(items: items)) { _ in -7 * 3600 }
        let days = try #require(try parsed(text) as? [[String: Any]])
        let start = try #require(items.first?.span.start)
        let end = try #require(items.last?.span.end)
        #expect(days.count == TimelineDay.days(of: TimeSpan(start: start, end: end)) { _ in -7 * 3600 }.count)
        var kinds: [String] = []
        for day in days {
            for segment in try #require(day["segments"] as? [[String: Any]]) {
                kinds.append(try #require(segment["type"] as? String))
                #expect(try #require(segment["startTime"] as? String).hasSuffix("-0700"))
            }
        }
        #expect(kinds.count { $0 == "move" } >= items.compactMap(\.move).count)
        #expect(text.contains("\"transport\"") && !text.contains("automotive"))
        #expect(TimelineExport.moves(TimelineDocument(items: [])) { _ in 0 } == "[]\n")
    }

    @Test func summariesOfDaysAddUp() {
        let items = items()
        let whole = TimeSpan(start: items[0].span.start, end: items[items.count - 1].span.end)
        let days = TimelineDay.days(of: whole) { _ in 3600 }
        let parts = days.flatMap { $0.summary(of: items) }
        for activity in Activity.allCases {
            let total = items.compactMap(\.move).flatMap(\.sections).filter { $0.activity == activity }
            let seconds = parts.filter { $0.activity == activity }.reduce(0) { $0 + $1.duration.inSeconds }
            #expect(abs(seconds - total.reduce(0) { $0 + $1.span.seconds }) < 0.001)
        }
    }
}
