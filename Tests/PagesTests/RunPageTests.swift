// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

@testable import GaitwayPages

/// A run's page shows what was decided, whatever the ride.
@Suite struct RunPageTests {
    private static func ride(_ walk: Walk = Walk(seconds: 3000), stream: String? = nil) throws -> RecordedRide {
        var ride = try RecordedRide(decoding: Array(walk.gpx.utf8), source: "day.gpx")
        if let stream { try ride.join(stream: stream.utf8) }
        return ride
    }

    private static func places(_ count: Int = 60, radius: Double = 100) throws -> PlaceSet {
        try PlaceSet(
            (0..<count).map { index -> Place in
                let beside = Double(index % 3) * 0.001
                return Place(
                    identifier: "place-\(index)", title: index % 2 == 0 ? "Title \(index)" : "",
                    latitude: Walk.latitude(Double(index) * 70), longitude: 8 + beside,
                    radius: radius)
            })
    }

    private static func page(
        _ ride: RecordedRide, _ places: PlaceSet, policy: GatePolicy = .gaitway,
        strategy: MonitoringStrategy = .bubbleDifference, compares: Bool = false, notes: [String] = []
    ) throws -> (page: RunPage, trace: ReplayTrace) {
        let scene = RideScene(ride, places: places)
        let trace = try scene.trace(policy: policy, strategy: strategy)
        let results = try MonitoringStrategy.all.flatMap { strategy in
            try GatePolicy.profiles.map { try scene.play(policy: $0, strategy: strategy) }
        }
        let page = RunPage(
            .init(ride: ride.source, places: "places.csv", command: "gaitway simulate", notes: notes), trace: trace,
            comparison: compares ? results : [],
            clock: RunClock(
                zone: try LocalZone(name: "Europe/Berlin"), origin: ride.origin ?? Timestamp(nanoseconds: 0)),
            explanationClock: \.iso8601)
        return (page, trace)
    }

    /// The data that the page's script finds.
    private static func data(_ html: String) throws -> [String: Any] {
        let start = try #require(html.firstRange(of: "id=\"page-data\">"))
        let end = try #require(html[start.upperBound...].firstRange(of: "</script>"))
        let text = html[start.upperBound..<end.lowerBound]
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(object as? [String: Any])
    }

    private static func numbers(_ text: Any?) throws -> [Int32] {
        let encoded = try #require(text as? String)
        let bytes = try #require(Data(base64Encoded: encoded))
        return stride(from: 0, to: bytes.count, by: 4).map { index -> Int32 in
            bytes[index..<index + 4].reversed().reduce(Int32(0)) { number, byte in number << 8 | Int32(byte) }
        }
    }

    private static func isXML(_ html: String) -> Bool { XMLParser(data: Data(html.utf8)).parse() }

    @Test(arguments: GatePolicy.profiles) func everyDecisionStandsInThePage(policy: GatePolicy) throws {
        let stream = Walk.stream("walking", end: 3000)
        let (page, trace) = try Self.page(Self.ride(stream: stream), Self.places(), policy: policy)
        let html = page.html
        #expect(Self.isXML(html))
        #expect(html == page.html)
        let data = try Self.data(html)
        let rows = try #require(data["decisions"] as? [[Any]])
        let sets = try #require(data["reasons"] as? [[String]])
        let names = try #require((data["places"] as? [String: Any])?["names"] as? [String])
        let words = try #require(data["words"] as? [String: String])
        #expect(rows.count == trace.result.decisions.count && !rows.isEmpty)
        for (row, decision) in zip(rows, trace.result.decisions) {
            let time = try #require(row[0] as? Double)
            let (place, set) = (try #require(row[2] as? Int), try #require(row[4] as? Int))
            #expect(abs(time - (decision.time - trace.scene.ride.time(.zero)).inSeconds) < 0.001)
            #expect(row[1] as? Int == decision.entry && row[3] as? String == decision.kind.rawValue)
            #expect(names[place] == decision.place)
            #expect(sets[set] == decision.reasons.map(\.rawValue))
            #expect(decision.reasons.allSatisfy { words[$0.rawValue] == $0.explanation })
            #expect(row[7] as? String == decision.explanation)
        }
        #expect((data["gate"] as? [[Any]])?.count == trace.outlooks.count)
    }

    @Test(arguments: [MonitoringStrategy.nearest, .difference, .bubble, .bubbleDifference, .full])
    func theRegionsOfEachMomentFollowFromTheChanges(strategy: MonitoringStrategy) throws {
        let (page, trace) = try Self.page(Self.ride(), Self.places(), strategy: strategy)
        let data = try Self.data(page.html)
        let regions = try #require(data["regions"] as? [String: Any])
        let times = try Self.numbers(regions["time"])
        let changes = try Self.numbers(regions["change"])
        let names = try #require((data["places"] as? [String: Any])?["names"] as? [String])
        #expect(times.count == changes.count && times == times.sorted() && !times.isEmpty)
        for second in stride(from: 0, through: 3000, by: 10) {
            var shown: Set<String> = []
            for (time, change) in zip(times, changes) where time <= second * 100 {
                let name = names[Int(abs(change)) - 1]
                let isNew = change > 0 ? shown.insert(name).inserted : shown.remove(name) != nil
                #expect(isNew)
            }
            let watched = trace.result.watches.filter { _, watches in
                watches.contains { $0.from <= .seconds(second) && $0.to.map { $0 > .seconds(second) } ?? true }
            }
            #expect(shown == Set(watched.keys.map { trace.scene.simulator.places.places[$0].identifier }))
        }
    }

    @Test func theDrawnWayIsThePhonesWay() throws {
        let (page, _) = try Self.page(Self.ride(stream: Walk.stream("cycling", end: 3000)), Self.places())
        let data = try Self.data(page.html)
        let path = try #require(data["path"] as? [String: Any])
        let parts = try #require(path["parts"] as? [[Any]])
        #expect(parts.allSatisfy { $0[1] as? String == "cycling" })
        let latitudes = try Self.numbers(path["latitude"])
        #expect(parts.compactMap { $0[0] as? Int }.reduce(0, +) == latitudes.count)
        // An even walk is two points.
        #expect(latitudes.count == 2)
        #expect(latitudes.last == Int32(proven: (Walk.latitude(1.4 * 3000) * 1e6).rounded()))
        #expect(try Self.numbers(path["time"]) == [0, 300_000])
    }

    @Test func staysAreThoseOfTheEvents() throws {
        let (page, trace) = try Self.page(Self.ride(), Self.places(), strategy: .oracle)
        let entries = try #require(Self.data(page.html)["entries"] as? [[Any]])
        let names = try #require((Self.data(page.html)["places"] as? [String: Any])?["names"] as? [String])
        let (enters, exits) = (trace.events.filter { $0.kind == .enter }, trace.events.filter { $0.kind == .exit })
        #expect(entries.count == enters.count && exits.count >= 10)
        // A page has milliseconds.
        func isTime(_ value: Any, _ time: Duration?) -> Bool {
            guard let time else { return value is NSNull }
            return (value as? Double).map { abs($0 - time.inSeconds) < 0.001 } ?? false
        }
        for (row, enter) in zip(entries, enters) {
            let place = try #require(row[0] as? Int)
            #expect(names[place] == enter.region && isTime(row[1], enter.edge) && isTime(row[2], enter.delivered))
            let exit = exits.first { $0.region == enter.region && $0.time > enter.time }
            #expect(isTime(row[3], exit?.edge) && isTime(row[4], exit?.delivered))
        }
    }

    @Test func missesStandInThePage() throws {
        let (page, trace) = try Self.page(
            Self.ride(Walk(seconds: 3000, speed: 20)), Self.places(300, radius: 400), strategy: .nearest)
        let missed = try #require(Self.data(page.html)["missed"] as? [[Any]])
        #expect(missed.count == trace.result.coverage.missed.count && !missed.isEmpty)
        #expect(missed.map { $0[3] as? String } == trace.result.coverage.missed.map(\.reason.rawValue))
    }

    @Test func aRideWithoutAnEntrySaysWhatWasLookedAt() throws {
        let far = try PlaceSet([Place(identifier: "far", latitude: 51, longitude: 8)])
        let html = try Self.page(Self.ride(), far).page.html
        #expect(Self.isXML(html))
        #expect(html.contains("No place was entered") && html.contains("301 fixes") && html.contains("1 place."))
        #expect(html.contains("came nearest to far, ") && html.contains("km from its edge"))
        let none = try Self.page(Self.ride(), PlaceSet([])).page.html
        #expect(Self.isXML(none) && none.contains("No place was entered") && !none.contains("came nearest"))
        // Without activities the page claims none.
        #expect((try Self.data(none)["activities"] as? [String: Any])?["known"] as? Bool == false)
    }

    @Test func aRideWithoutAFixHasAPage() throws {
        let ride = RecordedRide(source: "nothing", origin: nil, fixes: [])
        let html = try Self.page(ride, Self.places(), compares: true).page.html
        #expect(Self.isXML(html) && html.contains("No place was entered") && html.contains("0 fixes"))
        let lone = RecordedRide(
            source: "one", origin: nil, fixes: [Location(elapsed: .zero, latitude: 50, longitude: 8)])
        #expect(Self.isXML(try Self.page(lone, Self.places()).page.html))
    }

    @Test func namesAreNoMarkup() throws {
        let nasty = "</script><script>alert(1)</script>&<b>\"'\u{1}]]>"
        let place = Place(
            identifier: nasty, title: nasty, latitude: Walk.latitude(500), longitude: 8, story: nasty)
        var ride = try Self.ride(stream: Walk.stream("walking", end: 3000))
        ride.source = nasty
        let html = try Self.page(ride, PlaceSet([place]), compares: true, notes: [nasty]).page.html
        #expect(Self.isXML(html))
        #expect(!html.contains("<script>alert") && !html.contains("<b>\"'"))
        let names = (try Self.data(html)["places"] as? [String: Any])?["names"] as? [String]
        #expect(names == [nasty])
    }

    @Test func aComparisonHasEachStrategyAndPolicy() throws {
        let stream = Walk.stream("walking", end: 3000)
        let html = try Self.page(Self.ride(stream: stream), Self.places(), compares: true).page.html
        #expect(Self.isXML(html))
        for strategy in MonitoringStrategy.all {
            #expect(html.contains("<th scope=\"row\">\(strategy.name)</th>"))
            for policy in GatePolicy.profiles {
                #expect(html.contains("<th scope=\"row\">\(strategy.name), \(policy.name)</th>"))
            }
        }
        #expect(html.components(separatedBy: "class=\"run-tradeoff\"").count == 3)
        let plain = try Self.page(Self.ride(), Self.places()).page.html
        #expect(!plain.contains("class=\"run-tradeoff\""))
    }

    @Test func whatAPageLeavesOutIsSaid() throws {
        // Far places are not drawn; near ones are, watched or not.
        let near = (0..<30).map { index in
            Place(identifier: "near-\(index)", latitude: Walk.latitude(Double(index) * 100), longitude: 8.005)
        }
        let far = (0..<500).map { index in
            Place(identifier: "far-\(index)", latitude: 60 + Double(index) * 0.01, longitude: 20)
        }
        let (page, _) = try Self.page(Self.ride(Walk(seconds: 600)), PlaceSet(near + far))
        let names = try #require((Self.data(page.html)["places"] as? [String: Any])?["names"] as? [String])
        #expect(Set(names).isDisjoint(with: far.map(\.identifier)) && Set(names).isSubset(of: near.map(\.identifier)))
        #expect(names.count >= 10 && Set(names).count == names.count)
        #expect(page.html.contains("The other \(530 - names.count) are left out"))
    }

    @Test func refusedFixesAreCounted() throws {
        var ride = try Self.ride()
        for index in stride(from: 0, to: ride.fixes.count, by: 10) { ride.fixes[index].horizontalAccuracy = 500 }
        #expect(try Self.page(ride, Self.places()).page.html.contains("31 fixes with an accuracy above 100"))
        // Where all are refused, the way is drawn all the same.
        for index in ride.fixes.indices { ride.fixes[index].horizontalAccuracy = 500 }
        let html = try Self.page(ride, Self.places()).page.html
        #expect(html.contains("No place was entered") && html.contains("301 fixes with an accuracy"))
        let path = try #require(Self.data(html)["path"] as? [String: Any])
        #expect(try Self.numbers(path["time"]).count == 2)
    }
}
