// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads a track with the phone's accelerometer and gyroscope: uneven times, noise, bias, steps.
struct MotionSampler {
    var phone: Phone
    var seed: UInt64

    /// The samples from 0 to `end` nanoseconds.
    ///
    /// A sampling time is k/rate plus a normal error with the phone's jitter (cut at four standard deviations, at most
    /// 0.4 of the interval, so that time never stands or turns back). The gyroscope runs some milliseconds behind.
    func sample(_ track: PhoneTrack, until end: Int64) -> (
        acceleration: [SyntheticRide.Reading], gravity: [SyntheticRide.Reading],
        rotationRate: [SyntheticRide.Reading]
    ) {
        guard phone.rate > 0, phone.rate.isFinite else { return ([], [], []) }
        var times = SampleClock(
            rate: phone.rate, jitter: phone.jitter, random: RandomSource(seed: seed, stream: 1))
        var noise = RandomSource(seed: seed, stream: 2)
        let bias = phone.accelerationBias * noise.normalVector()
        var acceleration: [SyntheticRide.Reading] = []
        var gravity: [SyntheticRide.Reading] = []
        while let time = times.next(before: end) {
            let index = Nanoseconds.product(time) / track.step
            let exact = interpolated(track.force, at: index)
            let measured = exact + bias + phone.accelerationNoise * noise.normalVector()
            acceleration.append(
                SyntheticRide.Reading(nanoseconds: time, value: stepped(measured, by: phone.accelerationStep)))
            gravity.append(
                SyntheticRide.Reading(nanoseconds: time, value: interpolated(track.gravity, at: index)))
        }

        var turnTimes = SampleClock(
            rate: phone.rate, jitter: phone.jitter, offset: 3_100_000,
            random: RandomSource(seed: seed, stream: 3))
        var turnNoise = RandomSource(seed: seed, stream: 4)
        let turnBias = phone.rotationBias * turnNoise.normalVector()
        var rotationRate: [SyntheticRide.Reading] = []
        while let time = turnTimes.next(before: end) {
            // The rate between two states belongs to the moment half-way between them.
            let index = Nanoseconds.product(time) / track.step - 0.5
            let measured =
                interpolated(track.rotationRate, at: index) + turnBias
                + phone.rotationNoise * turnNoise.normalVector()
            rotationRate.append(
                SyntheticRide.Reading(nanoseconds: time, value: stepped(measured, by: phone.rotationStep)))
        }
        return (acceleration, gravity, rotationRate)
    }

    private func stepped(_ value: SIMD3<Double>, by step: Double) -> SIMD3<Double> {
        guard step > 0 else { return value }
        return (value / step).rounded(.toNearestOrEven) * step
    }
}

/// The moments at which a sensor is read.
struct SampleClock {
    private let interval: Double
    private let jitter: Double
    private let offset: Int64
    private var index = 0
    private var random: RandomSource

    /// A clock with `rate` ticks per second, the first exactly at `offset` nanoseconds.
    init(rate: Double, jitter: Double, offset: Int64 = 0, random: RandomSource) {
        interval = Nanoseconds.step(rate: rate)
        self.jitter = min(max(jitter, 0), 0.1)
        self.offset = offset
        self.random = random
    }

    /// The next moment in nanoseconds, or nil once `end` is reached.
    mutating func next(before end: Int64) -> Int64? {
        var error = 0.0
        if jitter > 0, index > 0 { error = min(max(random.normal(), -4), 4) * jitter }
        let time = offset + Int64(proven: ((Double(index) + error) * interval).rounded())
        guard time < end else { return nil }
        index += 1
        return time
    }
}
