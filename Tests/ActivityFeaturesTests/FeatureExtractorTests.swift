// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct FeatureExtractorTests {
    /// A window of `signal` (seconds in) on the grid.
    static func window(
        rotationRate: ((Double) -> SIMD3<Double>)? = nil, startsSegment: Bool = true,
        _ acceleration: (Double) -> SIMD3<Double>
    ) -> MotionWindow {
        let times = (0..<WindowGrid.count).map { Double($0) / WindowGrid.rate }
        return MotionWindow(
            start: 0, end: WindowGrid.duration, arrival: WindowGrid.duration, startsSegment: startsSegment, rate: 50,
            acceleration: times.map { SIMD3<Float>(acceleration($0)) },
            rotationRate: rotationRate.map { signal in times.map { SIMD3<Float>(signal($0)) } })
    }

    static func features(_ window: MotionWindow) -> [String: Double] {
        var extractor = FeatureExtractor()
        var row: [Double] = []
        extractor.append(window, to: &row)
        return Dictionary(uniqueKeysWithValues: zip(FeatureSchema.motion.features.map(\.name), row))
    }

    /// Noise that is the same for a seed, as a function of the grid's time.
    static func noise(seed: UInt64, amplitude: Double) -> (Double) -> SIMD3<Double> {
        var generator = SeededGenerator(seed: seed)
        let values = (0..<WindowGrid.count).map { _ in
            SIMD3<Double>.random(in: -amplitude...amplitude, using: &generator)
        }
        return { values[min(values.count - 1, Int(proven: ($0 * WindowGrid.rate).rounded()))] }
    }

    /// A rotation about a random axis by a random angle (Rodrigues).
    static func randomRotation(seed: UInt64) -> (SIMD3<Double>) -> SIMD3<Double> {
        var generator = SeededGenerator(seed: seed)
        let raw = SIMD3<Double>.random(in: -1...1, using: &generator)
        let axis = raw / (raw * raw).sum().squareRoot()
        let angle = Double.random(in: 0...(2 * .pi), using: &generator)
        return { vector in
            let cross = SIMD3(
                axis.y * vector.z - axis.z * vector.y, axis.z * vector.x - axis.x * vector.z,
                axis.x * vector.y - axis.y * vector.x)
            let along = axis * (axis * vector).sum()
            return along + (vector - along) * cos(angle) + cross * sin(angle)
        }
    }

    static func walk(_ time: Double) -> SIMD3<Double> {
        SIMD3(
            sin(2 * .pi * 0.9 * time), 9.81 + 2 * sin(2 * .pi * 1.8 * time) + 0.7 * cos(2 * .pi * 3.6 * time),
            0.4 * cos(2 * .pi * 1.8 * time))
    }

    static func swing(_ time: Double) -> SIMD3<Double> { SIMD3(1.2 * sin(2 * .pi * 0.9 * time), 0.3, 0.1) }

    @Test func aRowHasAValuePerFeatureAndNamesAreUnique() {
        var extractor = FeatureExtractor()
        var row: [Double] = []
        extractor.append(Self.window(Self.walk), to: &row)
        #expect(row.count == FeatureSchema.motion.count)
        #expect(Set(FeatureSchema.motion.features.map(\.name)).count == FeatureSchema.motion.count)
    }

    @Test func exactlyTheFeaturesOfAMissingSensorAreMissing() {
        let without = Self.features(Self.window(Self.walk))
        for feature in FeatureSchema.motion.features where feature.name != "gravity.turn.windows" {
            #expect(without[feature.name]?.isNaN == (feature.need != nil), "\(feature.name)")
        }
        let with = Self.features(Self.window(rotationRate: Self.swing, Self.walk))
        for feature in FeatureSchema.motion.features where feature.name != "gravity.turn.windows" {
            #expect(with[feature.name]?.isNaN == (feature.need == .barometer), "\(feature.name)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func orientationAndSignsDoNotMatter(seed: UInt64) {
        let noise = Self.noise(seed: seed, amplitude: 0.5)
        let acceleration = { (time: Double) in Self.walk(time) + noise(time) }
        let expected = Self.features(Self.window(rotationRate: Self.swing, acceleration))
        let turn = Self.randomRotation(seed: seed + 100)
        let turned = Self.features(
            Self.window(rotationRate: { turn(Self.swing($0)) }, { turn(acceleration($0)) }))
        // iOS loggers give acceleration with the opposite sign, the gyroscope not.
        let negated = Self.features(Self.window(rotationRate: Self.swing, { -acceleration($0) }))
        for (name, value) in expected where !value.isNaN {
            #expect(abs(value - (turned[name] ?? .nan)) < 2e-3, "\(name)")
            #expect(abs(value - (negated[name] ?? .nan)) < 2e-3, "\(name)")
        }
    }

    /// Gravity then lies along an axis of the phone exactly, one way or the other.
    @Test func aPhoneOnItsFaceHasTheFeaturesOfOneOnItsBack() {
        // Whole periods in a window, so that the mean is gravity.
        func turns(_ number: Double, _ time: Double) -> Double {
            2 * .pi * number * WindowGrid.rate / Double(WindowGrid.count) * time
        }
        func acceleration(_ time: Double) -> SIMD3<Double> {
            SIMD3(sin(turns(5, time)), 0.4 * cos(turns(10, time)), 9.81 + 2 * sin(turns(10, time)))
        }
        func overTurned(_ vector: SIMD3<Double>) -> SIMD3<Double> { SIMD3(vector.x, -vector.y, -vector.z) }
        let onItsBack = Self.features(Self.window(rotationRate: Self.swing, acceleration))
        let onItsFace = Self.features(
            Self.window(rotationRate: { overTurned(Self.swing($0)) }, { overTurned(acceleration($0)) }))
        for (name, value) in onItsBack where !value.isNaN {
            #expect(abs(value - (onItsFace[name] ?? .nan)) < 2e-3, "\(name)")
        }
    }

    @Test func aVerticalOscillationHasItsPowerAndFrequency() throws {
        // 2.148 Hz is bin 11; amplitude 3 has the power 4.5.
        let frequency = 11 * WindowGrid.rate / Double(WindowGrid.count)
        let features = Self.features(
            Self.window { SIMD3(0, 0, 9.81 + 3 * sin(2 * .pi * frequency * $0)) })
        for signal in ["magnitude", "vertical"] {
            #expect(abs(try #require(features["\(signal).power"]) - log(4.5)) < 0.01)
            #expect(abs(try #require(features["\(signal).power.2.0-2.5"]) - log(4.5)) < 0.2)
            #expect(abs(try #require(features["\(signal).peak.frequency"]) - frequency) < 0.01)
            #expect(abs(try #require(features["\(signal).centroid"]) - frequency) < 0.02)
            #expect(abs(try #require(features["\(signal).deviation"]) - 0.5 * log(4.5)) < 0.01)
            #expect(try #require(features["\(signal).autocorrelation.maximum"]) > 0.9)
        }
        #expect(abs(try #require(features["vertical.excess"]) - 3) < 0.1)
        #expect(try #require(features["horizontal.power"]) < log(2e-4))
        #expect(try #require(features["vertical-horizontal.power"]) > 9)
    }

    @Test func shapesOfSilenceDoNotDependOnItsNoise() {
        // Far below the floor of 0.03 m/s², the gates close: two quiet phones look alike.
        let first = Self.features(Self.window { SIMD3(0, 0, 9.81) + Self.noise(seed: 1, amplitude: 0.001)($0) })
        let second = Self.features(Self.window { SIMD3(9.7, 0, 0) + Self.noise(seed: 2, amplitude: 0.003)($0) })
        for feature in FeatureSchema.motion.features {
            guard let one = first[feature.name], !one.isNaN, let other = second[feature.name] else { continue }
            // A closed gate leaves a tenth of a frequency.
            #expect(abs(one - other) < (feature.unit == "Hz" ? 0.8 : 0.25), "\(feature.name): \(one), \(other)")
        }
    }

    @Test func gravityTurnsAreMeasuredWithinAndBetweenWindows() throws {
        var extractor = FeatureExtractor()
        var row: [Double] = []
        extractor.append(Self.window { _ in SIMD3(0, 0, 9.81) }, to: &row)
        row.removeAll()
        let tilted = Self.window(startsSegment: false) { _ in SIMD3(9.81 * sin(0.5), 0, 9.81 * cos(0.5)) }
        extractor.append(tilted, to: &row)
        let index = try #require(
            FeatureSchema.motion.features.firstIndex { $0.name == "gravity.turn.windows" })
        #expect(abs(row[index] - log(0.51)) < 1e-3)
        // After a gap nothing is known of the turn.
        row.removeAll()
        extractor.append(Self.window { _ in SIMD3(0, 9.81, 0) }, to: &row)
        #expect(row[index].isNaN)
    }

    @Test func extremeSamplesGiveFiniteFeatures() {
        for value in [0.0, 1e-20, 1e4] {
            let features = Self.features(
                Self.window(rotationRate: { _ in SIMD3(repeating: value) }, { _ in SIMD3(0, -value, value) }))
            for feature in FeatureSchema.motion.features
            where feature.need != .barometer && feature.name != "gravity.turn.windows" {
                #expect(features[feature.name]?.isFinite == true, "\(feature.name)")
            }
        }
    }
}
