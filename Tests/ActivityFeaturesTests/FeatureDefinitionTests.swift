// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The features against their formulas, computed one signal at a time, in Double, by the definition of each sum.
@Suite struct FeatureDefinitionTests {
    /// One signal of a window: its values, the floors of its sensor, and the components whose powers add up to its own.
    struct Signal {
        var name: String
        var values: [Double]
        var components: [[Double]]
        var isRotation: Bool
        var powerFloor: Double { isRotation ? 1e-5 : 1e-4 }
        var gateFloor: Double { isRotation ? 1e-4 : 9e-4 }
        var deviationFloor: Double { isRotation ? 0.009 : 0.03 }
    }

    static let bandEdges = [0.2, 0.5, 0.8, 1.2, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6.5, 8]

    static func signals(_ window: MotionWindow) -> [Signal] {
        let acceleration = window.acceleration.map { SIMD3<Double>($0) }
        let rotation = (window.rotationRate ?? []).map { SIMD3<Double>($0) }
        let sum = acceleration.reduce(SIMD3(), +)
        let up = sum / length(sum)
        func axes(_ vectors: [SIMD3<Double>]) -> [[Double]] { (0..<3).map { axis in vectors.map { $0[axis] } } }
        let vertical = acceleration.map { ($0 * up).sum() }
        let level = zip(acceleration, vertical).map { $0 - up * $1 }
        let magnitude = acceleration.map(length)
        return [
            Signal(name: "magnitude", values: magnitude, components: [magnitude], isRotation: false),
            Signal(name: "vertical", values: vertical, components: [vertical], isRotation: false),
            Signal(name: "horizontal", values: level.map(length), components: axes(level), isRotation: false),
            Signal(name: "rotation", values: rotation.map(length), components: axes(rotation), isRotation: true),
        ]
    }

    static func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// The Hann window, times what makes the square of a spectrum under it a power.
    static let window: [Double] = {
        let count = WindowGrid.count
        let window = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count)) }
        let scale = (2 / (Double(count) * window.reduce(0) { $0 + $1 * $1 })).squareRoot()
        return window.map { $0 * scale }
    }()

    /// The spectrum of one component at a bin under the window.
    static func spectrum(_ component: [Double], bin: Int) -> (real: Double, imaginary: Double) {
        let count = WindowGrid.count
        let mean = component.reduce(0, +) / Double(count)
        var real = 0.0
        var imaginary = 0.0
        for index in 0..<count {
            let angle = 2 * Double.pi * Double(bin * index % count) / Double(count)
            real += (component[index] - mean) * window[index] * cos(angle)
            imaginary -= (component[index] - mean) * window[index] * sin(angle)
        }
        return (real, imaginary)
    }

    static func power(_ signal: Signal) -> [Double] {
        (0...WindowGrid.count / 2).map { (bin: Int) -> Double in
            signal.components.reduce(0) { sum, component in
                let value = spectrum(component, bin: bin)
                return sum + value.real * value.real + value.imaginary * value.imaginary
            }
        }
    }

    /// Coherence and correlation by their definitions, along the phone's own axes: a vector's squared length is the sum
    /// over any three of them.
    static func coordinationFeatures(vertical: Signal, horizontal: Signal, from: Double, to: Double) -> [Double] {
        let width = WindowGrid.rate / Double(WindowGrid.count)
        var cross = [(real: Double, imaginary: Double)](repeating: (0, 0), count: 3)
        var verticalPower = vertical.powerFloor
        var horizontalPower = horizontal.powerFloor
        for bin in 1...WindowGrid.count / 2 where Double(bin) * width >= from && Double(bin) * width < to {
            let up = spectrum(vertical.components[0], bin: bin)
            verticalPower += up.real * up.real + up.imaginary * up.imaginary
            for axis in 0..<3 {
                let level = spectrum(horizontal.components[axis], bin: bin)
                horizontalPower += level.real * level.real + level.imaginary * level.imaginary
                cross[axis].real += up.real * level.real + up.imaginary * level.imaginary
                cross[axis].imaginary += up.imaginary * level.real - up.real * level.imaginary
            }
        }
        let reference = verticalPower * horizontalPower
        let real = cross.reduce(0) { $0 + $1.real * $1.real }
        let imaginary = cross.reduce(0) { $0 + $1.imaginary * $1.imaginary }
        return [((real + imaginary) / reference).squareRoot(), (real / reference).squareRoot()]
    }

    static func spectralFeatures(_ signal: Signal) -> [String: Double] {
        let power = power(signal)
        let width = WindowGrid.rate / Double(WindowGrid.count)
        func bins(_ from: Double, _ to: Double) -> [Int] {
            power.indices.filter { Double($0) * width >= from && Double($0) * width < to }
        }
        func sum(_ bins: [Int]) -> Double { bins.reduce(0) { $0 + power[$1] } }
        let total = sum(bins(0.2, 8)) + signal.powerFloor
        let gate = total / (total + signal.gateFloor)
        var features: [String: Double] = [:]
        for (from, to) in zip(bandEdges, bandEdges.dropFirst()) {
            let band = sum(bins(from, to)) + signal.powerFloor
            features["power.\(from)-\(to)"] = log(band)
        }
        let shape = bins(0.4, 8)
        let shares = shape.map { power[$0] / (sum(shape) + signal.powerFloor) }
        var entropy = 0.0
        var centroid = 0.0
        for (share, bin) in zip(shares, shape) {
            if share > 0 { entropy -= share * log(share) }
            centroid += share * Double(bin) * width
        }
        let peak = shape.max { power[$0] < power[$1] } ?? 0
        features["entropy"] = 1 - (1 - entropy / log(Double(shape.count))) * gate
        features["peak.frequency"] = Double(peak) * width * gate
        features["peak.share"] = sum([peak - 1, peak, peak + 1]) / (sum(shape) + signal.powerFloor) * gate
        features["centroid"] = 3 + (centroid - 3) * gate
        features["power"] = log(total)
        return features
    }

    static func temporalFeatures(_ signal: Signal) -> [String: Double] {
        let count = signal.values.count
        let floor = signal.deviationFloor
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        func variance(_ values: [Double]) -> Double { mean(values.map { $0 * $0 }) - mean(values) * mean(values) }
        let center = mean(signal.values)
        let deviations = signal.values.map { $0 - center }
        let sorted = deviations.sorted()
        func quantile(_ fraction: Double) -> Double {
            let position = fraction * Double(count - 1)
            let index = Int(proven: position)
            return sorted[index] + (sorted[index + 1] - sorted[index]) * (position - Double(index))
        }
        let spread = variance(deviations)
        let deviation = (spread + floor * floor).squareRoot()
        let gate = spread / (spread + floor * floor)
        let wide = quantile(0.95) - quantile(0.05) + floor
        let fourth = mean(deviations.map { $0 * $0 * $0 * $0 }) / (deviation * deviation * deviation * deviation)
        let correlations = (7...40).map { (lag: Int) -> Double in
            var sum = 0.0
            for index in 0..<count - lag { sum += deviations[index] * deviations[index + lag] }
            return sum / Double(count - lag) / (deviation * deviation)
        }
        let best = correlations.indices.max { correlations[$0] < correlations[$1] } ?? 0
        let quarters = (0..<4).map { (quarter: Int) -> Double in
            let part = deviations[quarter * count / 4..<(quarter + 1) * count / 4]
            return log(variance(Array(part)).squareRoot() + floor)
        }
        let (quiet, loud) = (quarters.min() ?? 0, quarters.max() ?? 0)
        return [
            "deviation": log(deviation), "range.90": log(wide),
            "range.50": log(quantile(0.75) - quantile(0.25) + floor),
            "asymmetry": (quantile(0.95) + quantile(0.05) - 2 * quantile(0.5)) / wide,
            "kurtosis": gate * (log(min(fourth, 40) + 0.5) - 1.25),
            "crest": gate * (log((deviations.map(abs).max() ?? 0) / deviation + floor / deviation) - 1),
            "autocorrelation.maximum": correlations[best],
            "autocorrelation.lag": gate * Double(best + 7) / WindowGrid.rate,
            "autocorrelation.minimum": correlations.min() ?? 0, "quarters.minimum": quiet,
            "quarters.maximum": loud, "quarters.range": loud - quiet,
        ]
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func featuresAreThoseOfTheirFormulas(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let noise = FeatureExtractorTests.noise(seed: seed, amplitude: Double(seed * seed) * 0.05)
        let turn = FeatureExtractorTests.randomRotation(seed: seed)
        let swing = Double.random(in: 0.3...2, using: &generator)
        let window = FeatureExtractorTests.window(
            rotationRate: { turn(FeatureExtractorTests.swing($0 * swing)) + 0.1 * noise($0) },
            { turn(FeatureExtractorTests.walk($0)) + noise($0) })
        let features = FeatureExtractorTests.features(window)
        for signal in Self.signals(window) {
            var expected = Self.spectralFeatures(signal)
            if signal.isRotation {
                // Of rotation only these are features.
                expected = expected.filter { ["entropy", "power"].contains($0.key) }
            } else {
                expected.merge(Self.temporalFeatures(signal)) { first, _ in first }
            }
            for (name, value) in expected {
                let feature = try #require(features["\(signal.name).\(name)"])
                #expect(abs(feature - value) < 2e-4 * max(1, abs(value)), "\(signal.name).\(name)")
            }
        }
        let signals = Self.signals(window)
        for (from, to) in [(0.1, 0.8), (0.8, 3.0), (3.0, 8.0)] {
            let expected = Self.coordinationFeatures(
                vertical: signals[1], horizontal: signals[2], from: from, to: to)
            let names = ["vertical-horizontal.coherence", "vertical-horizontal.correlation"]
            for (name, value) in zip(names, expected) {
                let feature = try #require(features["\(name).\(from)-\(to)"])
                #expect(abs(feature - value) < 1e-3 * max(1, abs(value)), "\(name).\(from)-\(to)")
            }
        }
    }
}
