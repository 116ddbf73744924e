// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import TestSupport
import Testing

/// Rides that would be learnt from and judged on at once, and spans that were never recorded.
struct LeakTests {
    /// A ride of noise, 30 s at 50 Hz.
    private static func ride(
        _ recording: String, user: String, seed: UInt64, start: Double? = nil, end: Double? = nil
    ) throws -> RideWindows {
        var row = ManifestRow(recording: recording, label: .activity(.walking), user: user)
        row.start = start
        row.end = end
        row.line = 7
        var generator = SeededGenerator(seed: seed)
        func noise() -> Float { Float.random(in: -1...1, using: &generator) }
        let samples = (0..<1500).map { index in
            SensorSample(
                sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000,
                value: SIMD3(noise(), noise(), 9.8 + noise())
            )
        }
        var ride = RideWindows(row: row)
        ride.append(samples)
        try ride.finish()
        return ride
    }

    @Test func aCopyUnderAnotherNameIsRefusedAcrossFolds() throws {
        var windows = LabelledWindows()
        try windows.append(Self.ride("one", user: "a", seed: 1))
        try windows.append(Self.ride("two", user: "b", seed: 2))
        try windows.append(Self.ride("copy of one", user: "c", seed: 1))
        let error = #expect(throws: InputError.self) { try windows.refuseCopies(foldOfRide: [0, 1, 1]) }
        #expect(error?.line == 7)
        #expect(error?.problem.hasPrefix("copy of one has the samples of one") == true)
        // On one side of every fold it does no harm.
        #expect(throws: Never.self) { try windows.refuseCopies(foldOfRide: [0, 1, 0]) }
    }

    @Test(arguments: [(40.0, 50.0), (10.0, 60.0)])
    func aSpanThatWasNotRecordedIsRefused(start: Double, end: Double) {
        let error = #expect(throws: InputError.self) {
            try Self.ride("one", user: "a", seed: 1, start: start, end: end)
        }
        #expect(error?.problem.contains("lies outside one, which is 30.0 s long") == true)
    }

    @Test func aSpanMayEndALittleLate() throws {
        let ride = try Self.ride("one", user: "a", seed: 1, start: 5, end: 33)
        #expect(ride.count > 5)
    }
}
