// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Windows as a program outside the package gets them.
@Suite struct WindowStreamTests {
    /// A minute of steps, 1.8 in a second, with a gyroscope or without.
    static func walk(hasGyroscope: Bool = false) -> [SensorSample] {
        (0..<3000).flatMap { index -> [SensorSample] in
            let time = Double(index) / 50
            let step = SIMD3<Float>(0, 9.81 + 2 * Float(sin(2 * .pi * 1.8 * time)), 0)
            let acceleration = sample(.acceleration, at: time, step)
            return hasGyroscope ? [acceleration, sample(.rotationRate, at: time, SIMD3(0.1, 0, 0))] : [acceleration]
        }
    }

    static func sample(_ sensor: Sensor, at seconds: Double, _ value: SIMD3<Float>) -> SensorSample {
        SensorSample(sensor: sensor, nanoseconds: Int64(proven: (seconds * 1e9).rounded()), value: value)
    }

    static func windows(_ samples: [SensorSample]) -> [ModelWindow] {
        var stream = WindowStream()
        return stream.append(samples) + stream.finish()
    }

    @Test func aRecordingGivesARowOfNamedValuesForEachWindow() throws {
        let windows = Self.windows(Self.walk())
        #expect(windows.count == 22)
        #expect(windows.first?.span == .zero ..< .milliseconds(5120))
        #expect(windows.dropFirst().first?.span.lowerBound == .milliseconds(2560))
        for window in windows {
            #expect(window.isSound)
            #expect(window.features.count == ModelWindow.featureNames.count)
            let frequency = try #require(window["vertical.peak.frequency"])
            #expect(abs(frequency - 1.8) < 0.1)
            let column = try #require(ModelWindow.featureNames.firstIndex(of: "vertical.peak.frequency"))
            #expect(window.features[column] == frequency)
        }
    }

    @Test func whatASensorWouldTellIsMissingWithoutIt() {
        #expect(Self.windows(Self.walk()).allSatisfy { $0["rotation.mean"] == nil })
        #expect(Self.windows(Self.walk(hasGyroscope: true)).allSatisfy { $0["rotation.mean"]?.isFinite == true })
    }

    @Test(arguments: [1, 7, 300])
    func groupingDoesNotMatter(size: Int) {
        let samples = Self.walk(hasGyroscope: true)
        var stream = WindowStream()
        var windows: [ModelWindow] = []
        for start in stride(from: 0, to: samples.count, by: size) {
            windows += stream.append(samples[start..<min(samples.count, start + size)])
        }
        windows += stream.finish()
        let expected = Self.windows(samples)
        #expect(windows.map(\.span) == expected.map(\.span))
        // NaN is not equal to itself; its bits are.
        #expect(
            windows.map { $0.features.map(\.bitPattern) } == expected.map { $0.features.map(\.bitPattern) })
    }

    @Test func aDeadSensorsWindowsAreNotSound() {
        let samples = (0..<1000).map { Self.sample(.acceleration, at: Double($0) / 50, SIMD3(0, 0, 9.81)) }
        let windows = Self.windows(samples)
        #expect(!windows.isEmpty && windows.dropFirst().allSatisfy { !$0.isSound })
    }
}
