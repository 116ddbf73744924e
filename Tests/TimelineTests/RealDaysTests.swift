// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayTimeline
import TestSupport
import Testing

/// Real days: whichever way one is given, the timeline is the same. What they score is the command's test.
@Suite(.enabled(if: Days.areAvailable, Comment(rawValue: Days.reason))) struct RealDaysTests {
    struct Day: Sendable {
        var name: String
        var fixes: [(Timestamp, Location)]
        var reports: [(Timestamp, MotionActivity)]
    }

    /// The days of both layouts: a file with everything, or a file of fixes and one of reports.
    static func days() throws -> [Day] {
        let root = Days.folder ?? ""
        let files = FileManager.default
        var pairs: [[String]] = []
        for name in try files.contentsOfDirectory(atPath: root + "/e-mission").sorted()
        where name.last?.isNumber == true {
            pairs.append([root + "/e-mission/" + name])
        }
        let paths = files.enumerator(atPath: root + "/mobilitynet")?.compactMap { $0 as? String } ?? []
        for path in paths.sorted() where path.contains("background~location/") && path.hasSuffix(".json") {
            let reports = path.replacing("background~location", with: "background~motion_activity")
            pairs.append([path, reports].map { root + "/mobilitynet/" + $0 })
        }
        return try pairs.compactMap { paths in
            var day = Day(name: paths[0], fixes: [], reports: [])
            for path in paths {
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
                // Some of a phone's files have no entry.
                guard let track = try? Track(decoding: bytes, format: .eMission), let origin = track.origin else {
                    continue
                }
                day.fixes += track.fixes.map { (origin + $0.elapsed, $0) }
                day.reports += track.reports.map {
                    (origin + $0.activity.elapsed, $0.activity)
                }
            }
            return day.fixes.isEmpty ? nil : day
        }
    }

    @Test func theWayOfGivingADayDoesNotMatter() throws {
        let days = try Self.days()
        #expect(days.count > 40)
        var random = SeededGenerator(seed: 1)
        for day in days {
            let batch = TimelineSegmenter.items(
                fixes: day.fixes.shuffled(using: &random), reports: day.reports.shuffled(using: &random))
            expectTouching(batch)
            let stream = TimelineSegmenter.timeline(
                fixes: day.fixes.sorted { $0.0 < $1.0 }, reports: day.reports.sorted { $0.0 < $1.0 })
            let isSame = stream.items == batch
            #expect(isSame, "\(day.name)")
            #expect(!stream.repairs.isMixed(TimelinePolicy()), "\(day.name)")
        }
    }
}
