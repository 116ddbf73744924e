// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// Labels of alerts, and how replays are judged by them.
@Suite struct AlertScoreTests {
    /// A ride to the north past many places, with reports that change.
    private static func scene(seed: UInt64) throws -> RideScene {
        var random = SeededGenerator(seed: seed)
        var ride = try Walk(seconds: 3600, speed: 3).ride()
        let words: [ActivityFlags] = [.walking, .automotive, .walking, .stationary, []]
        ride.ownReports = (0..<40).map { index in
            ActivityReport(
                activity: MotionActivity(
                    flags: words.randomElement(using: &random) ?? [], confidence: .high, elapsed: .seconds(90 * index),
                    start: nil),
                delivered: .seconds(90 * index + 5))
        }
        let places = (0..<40).map { index in
            Place(
                identifier: "place-\(index)", latitude: Walk.latitude(Double.random(in: 0...10_000, using: &random)),
                longitude: 8, story: nil)
        }
        return RideScene(ride, places: try PlaceSet(places))
    }

    /// Random labels that do not overlap, as rows of a file.
    private static func rows(_ scene: RideScene, _ random: inout SeededGenerator) -> [(
        place: String, from: Int, to: Int, word: String
    )] {
        var rows: [(place: String, from: Int, to: Int, word: String)] = []
        for place in (0..<40).map({ "place-\($0)" }) + ["*"] {
            var from = Int.random(in: 0...900, using: &random)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let to = from + Int.random(in: 0...1500, using: &random)
                guard to <= 3600 else { break }
                rows.append(
                    (place, from, to, ["wanted", "unwanted", "unsafe"].randomElement(using: &random) ?? "wanted"))
                from = to + Int.random(in: 0...300, using: &random)
            }
        }
        return rows.isEmpty ? [("*", 0, 3600, "unwanted")] : rows.shuffled(using: &random)
    }

    private static func csv(_ rows: [(place: String, from: Int, to: Int, word: String)]) -> [UInt8] {
        Array(("label,to,from,place\n" + rows.map { "\($0.word),\($0.to),\($0.from),\($0.place)\n" }.joined()).utf8)
    }

    /// By the sentences of SCORING.md, one alert after the other, with loops over all labels.
    @Test(arguments: 0..<Rounds.count(120)) func theScoreIsThatOfTheDefinition(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let scene = try Self.scene(seed: UInt64(seed))
        let rows = Self.rows(scene, &random)
        let labels = try AlertLabels(csv: Self.csv(rows), source: "labels.csv", for: scene)
        var policy = GatePolicy.profiles.randomElement(using: &random) ?? .gaitway
        policy.placeCooldown = .seconds(600)
        policy.shortCap = nil
        policy.vehicleSpeed = nil
        let result = try scene.play(policy: policy)
        let score = AlertScore(result, labels: labels)

        func row(_ place: String, _ seconds: Double) -> Int? {
            func found(_ name: String) -> Int? {
                rows.indices.filter {
                    rows[$0].place == name && Double(rows[$0].from) <= seconds && seconds <= Double(rows[$0].to)
                }
                .max { rows[$0].from < rows[$1].from }
            }
            return found(place) ?? found("*")
        }
        let start = scene.ride.time(.zero)
        func seconds(_ time: Timestamp) -> Double { Double(time.nanoseconds - start.nanoseconds) / 1e9 }
        var met: [Int: Duration] = [:]
        var counts = ["useful": 0, "unsafe": 0, "unwanted": 0, "unlabelled": 0]
        for alert in result.decisions where alert.kind == .deliver {
            let now = seconds(alert.time)
            let told =
                [alert.place]
                + result.decisions.filter { $0.collapsedInto == alert.place && $0.time == alert.time }.map(\.place)
            let own = row(alert.place, now).map { rows[$0].word }
            var isNew = false
            // An alert that distracts a driver meets nothing, also for the places that it stands for.
            for place in own == "unsafe" ? [] : told {
                guard let row = row(place, now), rows[row].word == "wanted", met[row] == nil else { continue }
                met[row] = alert.time - start - .seconds(rows[row].from)
                isNew = true
            }
            counts[
                own == "unsafe" ? "unsafe" : isNew ? "useful" : own == nil ? "unlabelled" : "unwanted", default: 0] += 1
        }
        #expect(score.alerts == result.decisions.count { $0.kind == .deliver })
        #expect(
            [score.useful, score.unsafe, score.unwanted, score.unlabelled]
                == ["useful", "unsafe", "unwanted", "unlabelled"].map { counts[$0] })
        #expect(score.wanted == rows.count { $0.word == "wanted" })
        #expect(score.delays == met.values.sorted())
        #expect(score.alerts == score.useful + score.unsafe + score.unwanted + score.unlabelled)
        if let recall = score.recall { #expect(recall == Double(met.count) / Double(score.wanted)) }
    }

    /// What is made for a ride is read again, holds no overlap, and calls the drive unsafe.
    @Test(arguments: 0..<Rounds.count(40)) func labelsThatAreMadeAreRead(_ seed: Int) throws {
        let scene = try Self.scene(seed: 500 + UInt64(seed))
        let made = try AlertLabels(making: scene)
        let text = made.csv(for: scene.ride)
        let read = try AlertLabels(csv: Array(text.utf8), source: "made.csv", for: scene)
        #expect(read.csv(for: scene.ride) == text)
        let wanted = made.labels.filter { $0.verdict == .wanted }.compactMap(\.place)
        #expect(Set(wanted).count == wanted.count)
        // In hindsight, the reports say driving at every moment of an unsafe label and at none of a wanted one.
        for label in made.labels {
            let middle = label.span.lowerBound + (label.span.upperBound - label.span.lowerBound) / 2
            let flags = scene.ride.reports.last { scene.ride.time($0.activity.elapsed) <= middle }?.activity.flags
            #expect((flags?.contains(.automotive) ?? false) == (label.verdict == .unsafe))
        }
    }

    @Test(arguments: [
        ("", "empty"), ("place,from,to\n", "the column label is missing"),
        ("place,from,to,label,mood\n", "the column \"mood\" is not known"),
        ("place,from,to,label\n", "no rows"),
        ("place,from,to,label\nplace-1,0,10\n", ":2:3: the row has 3 fields; the header has 4"),
        (
            "place,from,to,label\nplace-1,0,10,wanted\nplac-1,0,10,wanted\n",
            ":3:1: the place \"plac-1\" does not exist; did you mean place-1?"
        ),
        ("place,from,to,label\nplace-1,noon,10,wanted\n", ":2:2: \"noon\" is not a time"),
        ("place,from,to,label\nplace-1,20,10,wanted\n", ":2:3: the label ends before it begins"),
        (
            "place,from,to,label\nplace-1,0,10,nice\n",
            ":2:4: the label \"nice\" is not known; use wanted, unwanted or unsafe"
        ),
        ("place,from,to,label\nplace-1,90000,90010,wanted\n", ":2:2: the label lies outside the track"),
        (
            "place,from,to,label\nplace-1,0,100,wanted\nplace-2,0,100,wanted\nplace-1,99,200,unsafe\n",
            ":4: place-1 has a label for the same time in line 2"
        ),
        (
            "place,from,to,label\nplace-1,0,100,wanted\nplace-1,10,20,unsafe\nplace-1,50,60,unsafe\n",
            "for the same time in line 2"
        ),
        (
            "place,from,to,label\n*,0,100,unsafe\n*,0,100,unsafe\n",
            "every place has a label for the same time in line 2"
        ),
    ]) func whatIsNoLabelIsRefused(_ text: String, _ words: String) throws {
        let scene = try Self.scene(seed: 1)
        do throws(InputError) {
            _ = try AlertLabels(csv: Array(text.utf8), source: "labels.csv", for: scene)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.description.hasPrefix("labels.csv") && error.description.contains(words), "\(error)")
        }
    }

    @Test func timesMayBeOfTheWallClock() throws {
        let scene = try Self.scene(seed: 1)
        let labels = try AlertLabels(
            csv: Array(
                "place,from,to,label\nplace-1,\(Walk.time(10)),\(Walk.time(20)),unsafe\n*,10.5,20,unwanted\n".utf8),
            source: "l", for: scene)
        #expect(labels.label(of: "place-1", at: scene.ride.time(.seconds(11)))?.verdict == .unsafe)
        #expect(labels.label(of: "place-2", at: scene.ride.time(.seconds(11)))?.verdict == .unwanted)
        #expect(labels.label(of: "place-2", at: scene.ride.time(.seconds(10.4))) == nil)
    }
}
