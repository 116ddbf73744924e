// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// Makes the samples of a ride into those that another phone or logger would have given.
///
/// A pure state machine. What needs the whole ride is given out at its end.
package struct RideConversion: Sendable {
    package enum Kind: Sendable, Hashable {
        /// Nothing: they stay as recorded.
        case none
        /// Accelerometer and gyroscope at a rate in samples per second, low-passed before; slower sensors stay as they
        /// are.
        case decimated(rate: Double)
        /// Some readings of accelerometer and gyroscope as they were recorded, at a rate in samples per second: what
        /// phones give at low rates. Without a low-pass, the hum of an engine folds down to a frequency below half the
        /// rate.
        case thinned(rate: Double)
        /// Linear acceleration: total acceleration less its low-pass at 0.3 Hz. Linear acceleration stays as recorded.
        case withoutGravity
    }

    /// Up to this multiple of the wanted rate, a sensor counts as having it.
    private static let tolerance = 1.15

    package private(set) var hasChanged = false

    private let kind: Kind
    private var samples: [SensorSample] = []
    private var isFinished = false

    package init(_ kind: Kind) { self.kind = kind }

    /// Takes samples in time order.
    package mutating func append(_ samples: [SensorSample]) { self.samples.append(contentsOf: samples) }

    package mutating func finish() { isFinished = true }

    /// The samples that are ready, in time order.
    package mutating func takeSamples() -> [SensorSample] {
        guard isFinished || kind == .none else { return [] }
        defer { samples.removeAll(keepingCapacity: true) }
        return switch kind {
        case .none: samples
        case .decimated(let rate): slowed(to: rate) { Self.decimated($0, to: rate) }
        case .thinned(let rate): slowed(to: rate) { Self.thinned($0, to: rate) }
        case .withoutGravity: withoutGravity()
        }
    }

    /// The mean rate of a sensor's samples; nil for fewer than two.
    private static func rate(_ samples: [SensorSample]) -> Double? {
        guard let first = samples.first, let last = samples.last, last.nanoseconds > first.nanoseconds else {
            return nil
        }
        return Double(samples.count - 1) / Nanoseconds.product(last.nanoseconds - first.nanoseconds)
    }

    /// The samples, those of accelerometer and gyroscope by `slow` if they are faster than `rate`.
    private mutating func slowed(to rate: Double, _ slow: ([SensorSample]) -> [SensorSample]) -> [SensorSample] {
        var result: [SensorSample] = []
        for sensor in Sensor.allCases {
            let own = samples.filter { $0.sensor == sensor }
            guard !sensor.isScalar, let ownRate = Self.rate(own), ownRate > Self.tolerance * rate else {
                result += own
                continue
            }
            hasChanged = true
            result += slow(own)
        }
        // Of samples at one time, in the order of the sensors: the order of the parts, which the sort keeps by place.
        return result.enumerated().sorted { ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset) }
            .map(\.element)
    }

    private static func decimated(_ samples: [SensorSample], to rate: Double) -> [SensorSample] {
        // The low-pass falls to a half at 0.46 of the new rate; ten new samples to each side make it steep.
        let step = Nanoseconds.clamped(Nanoseconds.step(rate: rate))
        var resampler = Resampler(settings: .init(step: step, cutoff: 0.46 * rate, halfWidth: 10 * step))
        var outputs: [Resampler.Output] = []
        for sample in samples { resampler.append(sample.value, at: sample.nanoseconds, to: &outputs) }
        resampler.finish(to: &outputs)
        let sensor = samples[0].sensor
        return outputs.map { SensorSample(sensor: sensor, nanoseconds: $0.time, value: $0.value) }
    }

    /// The first sample in each step of the rate.
    private static func thinned(_ samples: [SensorSample], to rate: Double) -> [SensorSample] {
        let step = Nanoseconds.clamped(Nanoseconds.step(rate: rate))
        let start = samples[0].nanoseconds
        var next: Int64 = 0
        return samples.filter { sample in
            let place = (sample.nanoseconds - start) / step
            guard place >= next else { return false }
            next = place + 1
            return true
        }
    }

    private mutating func withoutGravity() -> [SensorSample] {
        let own = samples.filter { $0.sensor == .acceleration }
        guard let rate = Self.rate(own), rate > 1 else { return samples }
        hasChanged = true
        var filter = GravityFilter(rate: rate)
        return samples.map { sample in
            guard sample.sensor == .acceleration else { return sample }
            return SensorSample(
                sensor: .linearAcceleration, nanoseconds: sample.nanoseconds,
                value: sample.value - filter.gravity(after: sample.value))
        }
    }
}

extension RideConversion.Kind {
    /// The ways in which rides as recorded become rides of a sensor case. Slow logs are learnt at two rates. Most
    /// phones leave readings out, some log what was low-passed before.
    package static func all(for sensorCase: SensorCase) -> [RideConversion.Kind] {
        switch sensorCase {
        case .total, .fast: [.none]
        case .slow: [.thinned(rate: 10), .thinned(rate: 14), .decimated(rate: 10)]
        case .linear: [.withoutGravity]
        }
    }
}
