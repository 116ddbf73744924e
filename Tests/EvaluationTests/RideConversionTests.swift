// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct RideConversionTests {
    static let gravity = SIMD3<Float>(1, 2, 9.5)

    /// A minute at 100 samples a second: gravity, and a swing of 2 Hz and amplitude 3 along x.
    static let samples = (0..<6000).map { index in
        let time = Double(index) / 100
        return SensorSample(
            sensor: .acceleration, nanoseconds: Int64(index) * 10_000_000,
            value: gravity + SIMD3(Float(3 * sin(2 * Double.pi * 2 * time)), 0, 0))
    }

    static func convert(_ kind: RideConversion.Kind, _ samples: [SensorSample]) -> (
        samples: [SensorSample], changed: Bool
    ) {
        var conversion = RideConversion(kind)
        for start in stride(from: 0, to: samples.count, by: 777) {
            conversion.append(Array(samples[start..<min(samples.count, start + 777)]))
        }
        conversion.finish()
        return (conversion.takeSamples(), conversion.hasChanged)
    }

    @Test func asRecordedNothingChanges() {
        let (converted, changed) = Self.convert(.none, Self.samples)
        #expect(converted == Self.samples && !changed)
    }

    @Test(arguments: [10.0, 14, 25])
    func decimatedRidesHaveTheirRateAndTheirSwing(rate: Double) {
        let (converted, changed) = Self.convert(.decimated(rate: rate), Self.samples)
        #expect(changed)
        #expect(abs(Double(converted.count) - 60 * rate) < 2)
        let middle = converted.dropFirst(Int(proven: 2 * rate)).dropLast(Int(proven: 2 * rate))
        for sample in middle {
            let swing = 3 * sin(2 * Double.pi * 2 * Double(sample.nanoseconds) * 1e-9)
            #expect(abs(Double(sample.value.x) - 1 - swing) < 0.1)
        }
    }

    @Test(arguments: [10.0, 14, 25]) func thinnedRidesHaveReadingsAsRecorded(rate: Double) {
        let (converted, changed) = Self.convert(.thinned(rate: rate), Self.samples)
        #expect(changed)
        #expect(abs(Double(converted.count) - 60 * rate) < 2)
        #expect(Set(converted).isSubset(of: Self.samples))
        #expect(zip(converted, converted.dropFirst()).allSatisfy { $0.nanoseconds < $1.nanoseconds })
    }

    /// A low-pass takes the hum of an engine away; readings that are left out do not.
    @Test func aHumFoldsDownInThinnedRides() {
        let humming = Self.samples.map { sample in
            let hum = sin(2 * Double.pi * 26 * Double(sample.nanoseconds) * 1e-9)
            return SensorSample(
                sensor: .acceleration, nanoseconds: sample.nanoseconds, value: SIMD3(0, 0, 9.81 + Float(hum)))
        }
        func swing(_ kind: RideConversion.Kind) -> Float {
            let values = Self.convert(kind, humming).samples.dropFirst(20).dropLast(20).map(\.value.z)
            return (values.max() ?? 0) - (values.min() ?? 0)
        }
        #expect(swing(.thinned(rate: 14)) > 1.8)
        #expect(swing(.decimated(rate: 14)) < 0.05)
    }

    @Test(arguments: [RideConversion.Kind.decimated(rate: 10), .thinned(rate: 10)])
    func aSlowRideIsLeftAsItIs(kind: RideConversion.Kind) {
        let slow = stride(from: 0, to: 6000, by: 10).map { Self.samples[$0] }
        let (converted, changed) = Self.convert(kind, slow)
        #expect(converted == slow && !changed)
    }

    @Test func gravityIsTakenAway() {
        let (converted, changed) = Self.convert(.withoutGravity, Self.samples)
        #expect(changed && converted.count == Self.samples.count)
        #expect(Set(converted.map(\.sensor)) == [.linearAcceleration])
        for (sample, original) in zip(converted, Self.samples).dropFirst(1000) {
            let difference = sample.value - (original.value - Self.gravity)
            #expect(abs(difference.x) < 0.2 && abs(difference.y) < 0.01 && abs(difference.z) < 0.01)
        }
    }
}
