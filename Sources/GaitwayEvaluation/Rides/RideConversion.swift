// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics
package import GaitwayRecognition

/// Makes the samples of a ride into those that another phone or logger would have given.
///
/// A pure state machine. What needs the whole ride is given out at its end.
package struct RideConversion: Sendable {
    /// What is made of the samples.
    package enum Kind: Sendable, Hashable {
        /// Nothing: they stay as recorded.
        case none
        /// Accelerometer and gyroscope at a rate in samples per second, low-passed before; slower sensors stay as they
        /// are.
        case decimated(rate: Double)
        /// Linear acceleration: total acceleration less its low-pass at 0.3 Hz. Linear acceleration stays as recorded.
        case withoutGravity
    }

    /// Up to this multiple of the wanted rate, a sensor counts as having it.
    private static let tolerance = 1.15

    /// Whether any sample was changed.
    package private(set) var hasChanged = false

    private let kind: Kind
    private var samples: [SensorSample] = []
    private var isFinished = false

    /// A conversion at the beginning of a ride.
    package init(_ kind: Kind) { self.kind = kind }

    /// Takes samples in time order.
    package mutating func append(_ samples: [SensorSample]) { self.samples.append(contentsOf: samples) }

    /// Ends the ride.
    package mutating func finish() { isFinished = true }

    /// The samples that are ready, in time order.
    package mutating func takeSamples() -> [SensorSample] {
        guard isFinished || kind == .none else { return [] }
        defer { samples.removeAll(keepingCapacity: true) }
        return switch kind {
        case .none: samples
        case .decimated(let rate): decimated(to: rate)
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

    private mutating func decimated(to rate: Double) -> [SensorSample] {
        var result: [SensorSample] = []
        for sensor in Sensor.allCases {
            let own = samples.filter { $0.sensor == sensor }
            guard !sensor.isScalar, let ownRate = Self.rate(own), ownRate > Self.tolerance * rate else {
                result += own
                continue
            }
            hasChanged = true
            // The low-pass falls to a half at 0.46 of the new rate; ten new samples to each side make it steep.
            let step = Nanoseconds.clamped(Nanoseconds.step(rate: rate))
            var resampler = Resampler(settings: .init(step: step, cutoff: 0.46 * rate, halfWidth: 10 * step))
            var outputs: [Resampler.Output] = []
            for sample in own { resampler.append(sample.value, at: sample.nanoseconds, to: &outputs) }
            resampler.finish(to: &outputs)
            result += outputs.map { SensorSample(sensor: sensor, nanoseconds: $0.time, value: $0.value) }
        }
        // Of samples at one time, in the order of the sensors: the order of the parts, which the sort keeps by place.
        return result.enumerated().sorted { ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset) }
            .map(\.element)
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
    /// The ways in which rides as recorded become rides of a sensor case. Slow logs are learnt at two rates.
    package static func all(for sensorCase: SensorCase) -> [RideConversion.Kind] {
        switch sensorCase {
        case .total, .fast: [.none]
        case .slow: [.decimated(rate: 10), .decimated(rate: 14)]
        case .linear: [.withoutGravity]
        }
    }
}
