// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads a track with the phone's barometer and its satellite receiver.
struct SurroundingsSampler {
    var phone: Phone
    var seed: UInt64

    /// The origin of all tracks: a made-up start.
    static let latitude = 47.0
    static let longitude = 8.0
    /// Metres per radian of the earth's mean sphere.
    static let earthRadius = 6_371_008.8

    /// Pressure samples in hPa from just before 0 to `end` nanoseconds.
    ///
    /// p = p0 e^(-z/H) with H = 8434 m, the scale height of air at 15 °C: -0.12 hPa per metre near the sea. The weather
    /// adds a drift of a few hundredths of a hPa within minutes.
    func pressure(_ track: PhoneTrack, until end: Int64) -> [SyntheticRide.Reading] {
        guard phone.barometerRate > 0, phone.barometerRate.isFinite else { return [] }
        var times = SampleClock(
            rate: phone.barometerRate, jitter: min(phone.jitter, 0.02), offset: -310_000_000,
            random: RandomSource(seed: seed, stream: 5))
        var noise = RandomSource(seed: seed, stream: 6)
        var weather = SlowNoise(
            timeConstant: 300, step: 1 / phone.barometerRate, random: RandomSource(seed: seed, stream: 8))
        let sea = 1013.25 + 4 * noise.normal()
        var readings: [SyntheticRide.Reading] = []
        while let time = times.next(before: end) {
            let place = interpolated(track.position, at: Nanoseconds.product(time) / track.step)
            let drift = phone.pressureNoise > 0 ? 0.08 * weather.next() : 0
            let value = (sea + drift) * exponential(-place.z / 8434) + phone.pressureNoise * noise.normal()
            readings.append(SyntheticRide.Reading(nanoseconds: time, value: SIMD3(value, 0, 0)))
        }
        return readings
    }

    /// Fixes at 1 Hz: the true place plus an error that wanders within tens of seconds, as satellite fixes do.
    func locations(_ track: PhoneTrack, until end: Int64) -> [Location] {
        var noise = (0..<4).map {
            SlowNoise(timeConstant: 15, step: 1, random: RandomSource(seed: seed, stream: 20 + UInt64($0)))
        }
        var random = RandomSource(seed: seed, stream: 9)
        let perDegree = Self.earthRadius * .pi / 180
        let perLongitude = perDegree * cosine(Self.latitude * .pi / 180)
        let size = phone.locationNoise
        var fixes: [Location] = []
        var time: Int64 = 400_000_000
        while time < end {
            let index = Nanoseconds.product(time) / track.step
            let state = min(Int(proven: index), track.speed.count - 1)
            guard state >= 0 else { break }
            let error = size * SIMD3(noise[0].next(), noise[1].next(), 1.6 * noise[2].next())
            let place = interpolated(track.position, at: index) + error
            let speed = max(0, track.speed[state] + size / 20 * random.normal())
            var course = 90 - track.heading[state] * 180 / .pi + 2 * size / max(speed, 1) * random.normal()
            course -= 360 * (course / 360).rounded(.down)
            fixes.append(
                Location(
                    elapsed: .nanoseconds(time), latitude: Self.latitude + place.y / perDegree,
                    longitude: Self.longitude + place.x / perLongitude, altitude: place.z, speed: speed,
                    course: speed > 0.5 ? course : nil,
                    horizontalAccuracy: size * (1.6 + 0.3 * noise[3].next().magnitude)))
            time += Nanoseconds.perSecond
        }
        return fixes
    }
}
