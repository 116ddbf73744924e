// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayPages
@testable import GaitwayRecognition

/// What is collected of a ride, and its page.
struct RideCollectorTests {
    private static func subject(_ name: String = "ride", origin: Timestamp? = nil, zone: String = "UTC") throws
        -> RideSubject
    {
        RideSubject(
            name: name, header: RecordingHeader(source: name, logger: .plain, origin: origin, sensors: [.acceleration]),
            repairs: RepairReport(), model: "m", smoothing: .viterbi, zone: try LocalZone(name: zone),
            command: "gaitway classify " + name, notes: [])
    }

    /// A ride of some hours at a rate, walking and sitting in turns, with fixes each second.
    private static func ride(hours: Double, rate: Double, step: Int64 = 2_560_000_000) -> RideCollector {
        var ride = RideCollector(showsAll: false)
        let count = Int(proven: hours * 3600 * rate)
        let interval = Int64(proven: 1e9 / rate)
        for index in 0..<count {
            let time = Int64(index) * interval
            let phase = Float(index % 25) / 25 * 6.28
            ride.append([
                SensorSample(sensor: .rotationRate, nanoseconds: time, value: SIMD3(phase, 0, 1)),
                SensorSample(sensor: .acceleration, nanoseconds: time, value: SIMD3(phase, 9.81, 0)),
            ])
        }
        let end = Int64(count) * interval
        for (number, start) in stride(from: Int64(0), to: end, by: Int64.Stride(step)).enumerated() {
            let flags: ActivityFlags = number / 40 % 2 == 0 ? .walking : .stationary
            let window = Duration.nanoseconds(start)..<Duration.nanoseconds(start + 2 * step)
            ride.append(
                window: ActivityReport(
                    activity: MotionActivity(flags: flags, confidence: .high),
                    probabilities: ActivityProbabilities {
                        $0 == (flags == .walking ? .walking : .stationary) ? 0.9 : 0.02
                    }, window: window))
        }
        ride.append(
            stride(from: Int64(0), to: end, by: 1_000_000_000).map {
                Location(
                    elapsed: .nanoseconds($0), latitude: 47 + Double($0) * 1e-15, longitude: 8,
                    horizontalAccuracy: $0 % 7_000_000_000 == 0 ? 5000 : 5)
            })
        ride.finish(at: .nanoseconds(end), stretchesEnd: .nanoseconds(end))
        return ride
    }

    private static func data(_ html: String) throws -> [String: Any] {
        let start = try #require(html.firstRange(of: "id=\"page-data\">")).upperBound
        let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
        let object = try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8))
        return try #require(object as? [String: Any])
    }

    /// A day at 50 samples a second with a gyroscope and a fix each second fits into 3 MB, and so does whatever is
    /// longer.
    @Test(arguments: [(24, 50), (24 * 60, 0.5), (0.01, 50)] as [(Double, Double)])
    func aPageIsBounded(hours: Double, rate: Double) throws {
        let ride = Self.ride(hours: hours, rate: rate)
        let html = RidePage(subject: try Self.subject(origin: Timestamp(wholeSeconds: 1_777_000_000)), ride: ride).html
        #expect(html.utf8.count < 3_000_000, "\(html.utf8.count)")
        let data = try Self.data(html)
        #expect(data["end"] as? Double == ride.end / .seconds(1))
        if hours == 24 { #expect(html.utf8.count > 1_500_000, "the room is used") }
    }

    @Test func aNameIsNoMarkup() throws {
        let name = "</script><script>alert(1)</script>\"'&\u{1}"
        let html = RidePage(subject: try Self.subject(name), ride: Self.ride(hours: 0.02, rate: 50)).html
        #expect(!html.contains("<script>alert"))
        let parser = XMLParser(data: Data(html.utf8))
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        #expect(try Self.data(html)["name"] as? String == name)
    }

    /// Labels, annotations and the phone's words reach the script as spans of our activities.
    @Test func labelsAreData() throws {
        var subject = try Self.subject()
        subject.labels = [(from: 1, to: 20.5, activity: "walking"), (from: 20.5, to: 30, activity: "none")]
        subject.annotations = [
            Annotation(elapsed: .seconds(2), text: "Bus to town"), Annotation(elapsed: nil, text: "<b>"),
        ]
        subject.phoneActivities = [
            PhoneActivity(elapsed: .seconds(3), word: "Automotive"),
            PhoneActivity(elapsed: .seconds(9), word: "tilting"),
        ]
        let ride = Self.ride(hours: 0.02, rate: 50)
        let data = try Self.data(RidePage(subject: subject, ride: ride).html)
        func isEqual(_ key: String, _ expected: NSArray) -> Bool { (data[key] as? NSArray) == expected }
        #expect(isEqual("labels", [[1, 20.5, "walking"] as NSArray, [20.5, 30, "none"] as NSArray]))
        #expect(
            isEqual(
                "annotations",
                [[2, "Bus to town", "automotive"] as NSArray, [NSNull(), "<b>", NSNull()] as NSArray]))
        #expect(
            isEqual(
                "phone", [[3, 9, "automotive", "Automotive"] as NSArray, [9, 72, "unknown", "tilting"] as NSArray]))
        let path = try #require(data["path"] as? [String: Any])
        #expect(path["speeds"] is String, "fixes that know no speed have that of their way")
        #expect(path["heights"] is NSNull)
    }

    /// Only the page of a workspace asks its server, and leads back to it.
    @Test func aWorkspaceIsAskedOnlyByItsPages() throws {
        var page = RidePage(subject: try Self.subject(), ride: Self.ride(hours: 0.02, rate: 50))
        #expect(!page.html.contains("connect-src") && !page.html.contains("/#rides"))
        #expect(try Self.data(page.html)["workspace"] is NSNull)
        #expect(!page.html.contains(PageAsset.rideLabelsStyle.text))
        page.workspace = #"{"ride":"</script>.csv"}"#
        #expect(page.policy.contains("connect-src 'self'") && page.html.contains("href=\"/#rides\""))
        let workspace = try #require(try Self.data(page.html)["workspace"] as? [String: String])
        #expect(workspace == ["ride": "</script>.csv"])
        #expect(page.html.contains(PageAsset.rideLabelsStyle.text))
        let body = try #require(PageAsset.rideLabelsScript.text.firstRange(of: "\n\n")?.upperBound)
        #expect(page.html.contains(PageAsset.rideLabelsScript.text[body...]), "the script behind its imports")
        let parser = XMLParser(data: Data(page.html.utf8))
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }

    @Test func speedsAreThoseOfFixesOrOfTheWay() {
        var path = RidePath()
        // A ten-thousandth of a degree of latitude is 11.1 m.
        path.append([
            Location(elapsed: .zero, latitude: 0, longitude: 0),
            Location(elapsed: .seconds(10), latitude: 0.0001, longitude: 0),
            Location(elapsed: .seconds(20), latitude: 0.0002, longitude: 0, speed: 7),
            Location(elapsed: .seconds(90), latitude: 0.0003, longitude: 0),
        ])
        let speeds = path.speeds
        #expect(speeds[0] == nil && speeds[2] == 7 && speeds[3] == nil)
        #expect(abs((speeds[1] ?? 0) - 1.11) < 0.01)
    }

    @Test func fixesAtBothEndsOfTimeAreThinnedOut() {
        var path = RidePath(limit: 2)
        path.append([Int64.min, 0, Int64.max].map { Location(elapsed: .nanoseconds($0), latitude: 1, longitude: 2) })
        #expect(path.fixes.count <= 2)
        #expect(path.fixes.first?.elapsed == .nanoseconds(Int64.min))
    }

    @Test func fixesAreFewAndInOrder() {
        for round in 0..<Rounds.count(40) {
            var random = SeededGenerator(seed: UInt64(round))
            let count = Int.random(in: 0...3000, using: &random)
            var time = Duration.zero
            let fixes = (0..<count).map { _ in
                if Int.random(in: 0..<4, using: &random) > 0 {
                    time += .milliseconds(Int.random(in: 0...3000, using: &random))
                }
                return Location(
                    elapsed: time, latitude: 1, longitude: 2,
                    horizontalAccuracy: Int.random(in: 0..<9, using: &random) == 0 ? 900 : nil)
            }
            let limit = Int.random(in: 2...500, using: &random)
            var path = RidePath(limit: limit)
            path.append(fixes)
            path.append([Location(elapsed: time + .seconds(90), latitude: 1, longitude: 2)])
            path.finish(at: time)
            #expect(path.fixes.count <= limit)
            #expect(path.fixes.first == fixes.first { $0.horizontalAccuracy == nil })
            #expect(zip(path.fixes, path.fixes.dropFirst()).allSatisfy { $0.elapsed <= $1.elapsed })
            #expect(path.leftOut == fixes.count { $0.horizontalAccuracy != nil } + 1)
            // No more is lost than the room asks for.
            if count < limit { #expect(path.fixes.count == fixes.count { $0.horizontalAccuracy == nil }) }
        }
    }

    @Test func placesOfRepairsKeepTheirCount() {
        for round in 0..<Rounds.count(40) {
            var random = SeededGenerator(seed: UInt64(round))
            var places = RepairPlaces(limit: Int.random(in: 2...30, using: &random))
            var report = RepairReport()
            var time: Int64 = 0
            var gaps = 0
            for _ in 0..<Int.random(in: 1...300, using: &random) {
                let next = time + Int64.random(in: 1...1000, using: &random)
                if Bool.random(using: &random) {
                    report[.duplicate] += Int.random(in: 0...3, using: &random)
                    report[.gap] += 1
                }
                places.note(report, from: time, to: next)
                if Bool.random(using: &random) {
                    places.addGap(from: time, to: next)
                    gaps += 1
                }
                time = next
            }
            let duplicates = places.places[.duplicate] ?? []
            #expect(duplicates.reduce(0) { $0 + $1.count } == report[.duplicate])
            #expect((places.places[.gap] ?? []).reduce(0) { $0 + $1.count } == gaps)
            for list in places.places.values {
                #expect(zip(list, list.dropFirst()).allSatisfy { $0.to <= $1.from })
                #expect(list.allSatisfy { $0.from <= $0.to && $0.count > 0 })
            }
        }
    }

    /// The page's clock is the zone's, also after clocks have changed.
    @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"])
    func clockFollowsTheZone(name: String) throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<Rounds.count(40) {
            let origin = Timestamp(wholeSeconds: Int64.random(in: 1_600_000_000...1_800_000_000, using: &random))
            let days = Int64.random(in: 0...300, using: &random)
            let subject = try Self.subject(origin: origin, zone: name)
            let offsets = subject.offsets(until: .seconds(days * 86_400))
            #expect(offsets.first?.from == 0)
            for _ in 0..<50 {
                let elapsed = Int64.random(in: 0...max(1, days * 86_400), using: &random)
                let offset = offsets.last { $0.from <= Double(elapsed) }?.seconds
                #expect(offset == subject.zone.offset(at: origin + .seconds(elapsed)))
            }
        }
    }
}
