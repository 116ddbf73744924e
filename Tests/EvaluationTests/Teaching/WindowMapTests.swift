// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Testing

@Suite struct WindowMapTests {
    /// A phone that swings up and down at a frequency in Hz, sampled at 50 Hz.
    private static func ride(
        _ row: ManifestRow, frequency: Double, strength: Double, seconds: Int = 120
    ) throws -> RideWindows {
        var ride = RideWindows(row: row)
        var random = SplitMix64(seed: UInt64(proven: frequency * 100))
        ride.append(
            (0..<50 * seconds).map { index in
                let time = Double(index) / 50
                let swing = strength * (sin(2 * .pi * frequency * time) + 0.2 * (random.unit() - 0.5))
                return SensorSample(
                    sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000,
                    value: SIMD3(Float(0.3 * swing), 0, Float(9.8 + swing)))
            })
        try ride.finish()
        return ride
    }

    private static func row(
        _ recording: String, _ label: RideLabel, user: String? = nil, mode: String = ""
    ) -> ManifestRow {
        var row = ManifestRow(recording: recording, label: label, user: user)
        row.mode = mode
        return row
    }

    private static func windows(unlabelled: Bool = true) throws -> LabelledWindows {
        var windows = LabelledWindows()
        try windows.append(ride(row("rest", .activity(.stationary), user: "ann"), frequency: 0.1, strength: 0.01))
        try windows.append(ride(row("walk", .activity(.walking), user: "ann"), frequency: 1.8, strength: 3))
        try windows.append(ride(row("run", .activity(.running), user: "ben"), frequency: 2.8, strength: 9))
        if unlabelled {
            try windows.append(
                ride(row("other", .unknown, mode: "unlabelled"), frequency: 1.8, strength: 3, seconds: 600))
        }
        return windows
    }

    @Test func classesLieApartAndAnUnlabelledWalkLiesWithTheWalk() throws {
        let (windows, model) = (try Self.windows(), try DefaultModel.load())
        let map = try WindowMap(windows, model: model)
        #expect(map.areDiscriminants)
        #expect(map.recordings == ["rest", "walk", "run", "other"])
        #expect(map.users == ["ann", "ann", "ben", ""])
        #expect(map.points.count == map.windowCount)
        func center(_ recording: Int) -> (Float, Float) {
            let own = map.points.filter { $0.recording == recording }
            let count = Float(own.count)
            return (own.reduce(0) { $0 + $1.x } / count, own.reduce(0) { $0 + $1.y } / count)
        }
        func distance(_ left: Int, _ right: Int) -> Float {
            let (a, b) = (center(left), center(right))
            let (x, y) = (a.0 - b.0, a.1 - b.1)
            return (x * x + y * y).squareRoot()
        }
        #expect(distance(3, 1) < 0.2 * min(distance(0, 1), distance(1, 2)))
        #expect(Set(map.points.filter { $0.recording == 3 }.map(\.label)) == [WindowMap.withoutLabel])
        #expect(Set(map.points.filter { $0.recording == 2 }.map(\.label)) == [2])
        let scored = try ModelScorer(model).score(windows, indices: Array(0..<windows.count))
        #expect(map.points.map(\.prediction) == scored.map(\.prediction))
        #expect(Set(map.points.map(\.prediction)).count > 1)
    }

    @Test func aWindowHasTheLabelOfTheSpanThatItLiesIn() throws {
        var row = Self.row("other", .activity(.walking))
        (row.start, row.end) = (100, 200)
        var rest = Self.row("other", .noneOfThese)
        (rest.start, rest.end) = (200, nil)
        let map = try WindowMap(Self.windows(), labels: [row, rest], model: DefaultModel.load())
        #expect(!map.areDiscriminants)
        for point in map.points {
            var expected = WindowMap.withoutLabel
            if map.recordings[point.recording] == "other" {
                if point.time >= 200 { expected = 5 }
                if point.time >= 100, point.time + 5.12 <= 200 { expected = 1 }
            }
            #expect(point.label == expected)
        }
    }

    @Test func ofManyWindowsEachRideGivesAsManyEvenlyInTime() throws {
        let windows = try Self.windows()
        let model = try DefaultModel.load()
        let map = try WindowMap(windows, model: model, most: 100)
        let counts = (0..<4).map { ride in map.points.count { $0.recording == ride } }
        #expect(counts == [25, 25, 25, 25])
        let times = map.points.filter { $0.recording == 3 }.map(\.time)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect((steps.max() ?? 0) - (steps.min() ?? 0) < 2.6)
        #expect((times.last ?? 0) > 560)
        let again = try WindowMap(windows, model: model, most: 100)
        #expect(again.points == map.points)
        // What is not needed for a short ride goes to the long one.
        let more = try WindowMap(windows, model: model, most: 300)
        #expect(more.points.count == 300)
        #expect(try WindowMap(windows, model: model, most: 2).points.count == 2)
    }

    @Test func outliersStayOnAFrame() throws {
        var windows = try Self.windows()
        try windows.append(Self.ride(Self.row("shaken", .activity(.running)), frequency: 7, strength: 150, seconds: 6))
        let map = try WindowMap(windows, model: DefaultModel.load())
        let xs = map.points.map(\.x).sorted()
        let range = xs[xs.count - 1] - xs[0]
        #expect(range.isFinite && range > 0)
        let inner = xs[Int(proven: 0.995 * Double(xs.count - 1))] - xs[Int(proven: 0.005 * Double(xs.count - 1)) + 1]
        #expect(range <= 1.3 * inner)
    }

    @Test func whatProgressThrowsEndsTheWork() throws {
        let windows = try Self.windows()
        let model = try DefaultModel.load()
        #expect(throws: CancellationError.self) {
            try WindowMap(windows, model: model) { _ in throw CancellationError() }
        }
        var last: WorkProgress?
        _ = try WindowMap(windows, model: model) { last = $0 }
        #expect(last == .step(stage: "mapping windows", done: 2 * windows.count, total: 2 * windows.count))
        let fault = try #require(throws: InputError.self) { try WindowMap(LabelledWindows(), model: model) }
        #expect(fault.code == .empty)
    }

    @Test func jsonHoldsEveryPoint() throws {
        let map = try WindowMap(Self.windows(), model: DefaultModel.load(), most: 50)
        let json = map.json(state: "old")
        #expect(json.hasPrefix("{\"state\":\"old\",\"axes\":[\"discriminant 1\",\"discriminant 2\"],"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["shown"] as? Int == 50)
        #expect(object["windows"] as? Int == map.windowCount)
        #expect(object["users"] as? [String] == ["ann", "ann", "ben", ""])
        func bytes(_ name: String) throws -> [UInt8] {
            let text = try #require(object[name] as? String)
            return Array(try #require(Data(base64Encoded: text)))
        }
        func words(_ name: String) throws -> [UInt32] {
            let bytes = try bytes(name)
            return stride(from: 0, to: bytes.count, by: 4).map { start in
                var word: UInt32 = 0
                for place in 0..<4 { word |= UInt32(bytes[start + place]) << UInt32(8 * place) }
                return word
            }
        }
        #expect(try words("x").map { Float(bitPattern: $0) } == map.points.map(\.x))
        #expect(try words("y").map { Float(bitPattern: $0) } == map.points.map(\.y))
        #expect(try words("time").map { Float(bitPattern: $0) } == map.points.map(\.time))
        #expect(try words("ride").map { Int($0) } == map.points.map(\.recording))
        #expect(try bytes("label") == map.points.map(\.label))
        #expect(try bytes("answer").map { Int($0) } == map.points.map(\.prediction.rawValue))
    }

    @Test func wholeRecordingsAreReadOnceAndOnesThatAreNotThereAreSkipped() async throws {
        var row = Self.row("walk", .activity(.walking), user: "ann")
        (row.start, row.end) = (20, 40)
        let rides = try LabelledRides(
            whole: ["walk", "car", "nowhere"], labelledBy: [row], source: "manifest.csv", root: "Datasets")
        let read = try await rides.read { _ in }
        #expect(read.skipped.map(\.recording) == ["nowhere"])
        let map = try WindowMap(read.windows, labels: [row], model: DefaultModel.load())
        #expect(map.recordings == ["walk", "car"])
        #expect(map.users == ["ann", ""])
        let labelled = map.points.filter { $0.label != WindowMap.withoutLabel }
        #expect(labelled.count > 3 && labelled.allSatisfy { $0.label == 1 && $0.time >= 20 && $0.time <= 35 })
        #expect(map.points.contains { $0.time > 40 && $0.recording == 0 })
        #expect(throws: InputError.self) {
            try LabelledRides(whole: [], labelledBy: [row], source: "manifest.csv", root: "Datasets")
        }
    }
}
