import Foundation
import MotionTypes
import Testing
import Timeline

/// Real days with expected trips. They are not part of the project: `GAITWAY_TRIPS` names a folder with, for each day, `DAY.fixes.csv`
/// (ts,latitude,longitude,accuracy,speed), `DAY.activity.csv` (ts,flags,confidence of 0 to 100) and `DAY.truth.csv`.
enum RealDays {
    static let folder = ProcessInfo.processInfo.environment["GAITWAY_TRIPS"]
    static let reason = "needs real days: set GAITWAY_TRIPS to a folder of them"

    struct Day {
        var name: String
        var fixes: [(Timestamp, Location)] = []
        var reports: [(Timestamp, MotionActivity)] = []
        var truth: TripTruth
    }

    static func days() throws -> [Day] {
        let folder = URL(fileURLWithPath: folder ?? "")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".truth.csv") }.map { String($0.dropLast(10)) }
        return try names.map { name in
            let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(name + ".truth.csv")))
            var day = Day(name: name, truth: try TripTruth(csv: bytes, name: name))
            for row in try rows(folder, name + ".fixes.csv") {
                let time = try moment(row[0])
                let location = Location(
                    elapsed: 0, latitude: try #require(Double(row[1])), longitude: try #require(Double(row[2])),
                    speed: Double(row[4]), horizontalAccuracy: Double(row[3]))
                day.fixes.append((time, location))
            }
            for row in try rows(folder, name + ".activity.csv") {
                let time = try moment(row[0])
                var flags: ActivityFlags = []
                for word in row[1].split(separator: "+") {
                    if let activity = Activity(rawValue: String(word)) {
                        flags.insert(ActivityFlags(activity))
                    } else {
                        flags.insert(.unknown)
                    }
                }
                let percent = Double(row[2]) ?? 0
                let confidence: Confidence = percent >= 75 ? .high : percent >= 50 ? .medium : .low
                day.reports.append(
                    (time, MotionActivity(flags: flags, confidence: confidence, elapsed: 0, start: time)))
            }
            return day
        }
    }

    private static func rows(_ folder: URL, _ name: String) throws -> [[Substring]] {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
    }

    private static func moment(_ text: Substring) throws -> Timestamp {
        Timestamp(nanoseconds: Int64((try #require(Double(text)) * 1e9).rounded()))
    }
}

@Suite(.enabled(if: RealDays.folder != nil, Comment(rawValue: RealDays.reason))) struct RealDaysTests {
    @Test func tripsAreFoundAndNoneInvented() throws {
        let figures = try RealDays.days().map { day in
            let items = TimelineSegmenter.items(fixes: day.fixes, reports: day.reports)
            expectTouching(items)
            return TripEvaluation(
                items, truth: day.truth,
                fixes: day.fixes.map { (time: $0.0, accuracy: $0.1.horizontalAccuracy) }
            ).figures
        }
        let all = TripFigures(pooling: figures)
        #expect(all.invented == 0)
        #expect(Double(all.missed) <= 0.04 * Double(all.expected))
        #expect(Double(all.wrongCuts) <= 0.07 * Double(all.expected))
        #expect(try #require(all.startError).median < 90)
        #expect(try #require(all.endError).median < 80)
        #expect(try #require(all.rightShare) > 0.87)
    }

    @Test func streamsGiveTheSame() throws {
        for day in try RealDays.days().prefix(40) {
            let batch = TimelineSegmenter.items(fixes: day.fixes, reports: day.reports)
            var segmenter = TimelineSegmenter()
            var items: [TimelineItem] = []
            var report = 0
            for (time, fix) in day.fixes {
                while report < day.reports.count, day.reports[report].0 < time {
                    items += segmenter.append(day.reports[report].1, at: day.reports[report].0)
                    report += 1
                }
                items += segmenter.append(fix, at: time)
            }
            for (time, activity) in day.reports[report...] { items += segmenter.append(activity, at: time) }
            #expect(items + segmenter.finish() == batch, "\(day.name)")
        }
    }
}
