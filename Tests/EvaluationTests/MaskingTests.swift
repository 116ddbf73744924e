// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Testing

struct MaskingTests {
    /// Half a minute of a phone that swings, with a gyroscope, at 50 Hz.
    private static func windows() throws -> LabelledWindows {
        var ride = RideWindows(row: ManifestRow(recording: "swing", label: .activity(.walking)))
        var samples: [SensorSample] = []
        for index in 0..<1500 {
            let elapsed = Int64(index) * 20_000_000
            // A triangle of 1 s, from -1 to 1.
            let swing = Float(abs(index % 50 - 25)) / 12.5 - 1
            samples.append(SensorSample(sensor: .rotationRate, nanoseconds: elapsed, value: SIMD3(swing, 0, 0)))
            samples.append(SensorSample(sensor: .acceleration, nanoseconds: elapsed, value: SIMD3(0, swing, 9.8)))
        }
        ride.append(samples)
        try ride.finish()
        var windows = LabelledWindows()
        try windows.append(ride)
        return windows
    }

    @Test func maskedFeaturesAreMissingAndAllElseIsKept() throws {
        let windows = try Self.windows()
        let masked = try windows.masking { $0.need == .gyroscope }
        let features = FeatureSchema.motion.features
        #expect(windows.count > 8)
        #expect(masked.count == windows.count)
        let own = try (0..<windows.count).flatMap { try windows.training.row($0) }
        let other = try (0..<masked.count).flatMap { try masked.training.row($0) }
        var hidden = 0
        for index in own.indices {
            if features[index % features.count].need == .gyroscope {
                #expect(other[index].isNaN)
                if !own[index].isNaN { hidden += 1 }
            } else {
                #expect(other[index].bitPattern == own[index].bitPattern)
            }
        }
        #expect(hidden > 0)
        let (classes, maskedClasses) = (windows.training.classes, masked.training.classes)
        #expect(classes == maskedClasses)
        let (rides, maskedRides) = (windows.rides, masked.rides)
        #expect(rides == maskedRides)
    }
}
