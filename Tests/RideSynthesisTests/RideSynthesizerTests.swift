// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import RideSynthesis

private func ride(
    _ legs: [RideScript.Leg], phone: Phone = Phone(rate: 100), seed: UInt64 = 5
) -> SyntheticRide {
    RideSynthesizer(script: RideScript(legs), phone: phone, seed: seed).make()
}

private func magnitudes(_ readings: [SyntheticRide.Reading]) -> [Double] {
    readings.map { dot($0.value, $0.value).squareRoot() }
}

private func spread(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
}

/// The frequency in 0.3...6 Hz with the greatest power, by a plain discrete Fourier sum.
private func dominantFrequency(_ values: [Double], rate: Double) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    var best = (power: 0.0, frequency: 0.0)
    for step in 0...228 {
        let frequency = 0.3 + 0.025 * Double(step)
        var real = 0.0
        var imaginary = 0.0
        for (index, value) in values.enumerated() {
            let angle = 2 * Double.pi * frequency * Double(index) / rate
            real += (value - mean) * cosine(angle)
            imaginary += (value - mean) * sine(angle)
        }
        let power = real * real + imaginary * imaginary
        if power > best.power { best = (power, frequency) }
    }
    return best.frequency
}

@Test func aSeedDecidesTheRide() {
    let legs: [RideScript.Leg] = [.init(.walking(.walk), duration: 5), .init(.driving(.init()), duration: 5)]
    let first = ride(legs, seed: 11)
    #expect(first == ride(legs, seed: 11))
    #expect(first.acceleration != ride(legs, seed: 12).acceleration)
    #expect(first.locations != ride(legs, seed: 12).locations)
}

@Test func legsTileTheRide() {
    let legs: [RideScript.Leg] = [
        .init(.walking(.walk), duration: 3.3), .init(.sitting, duration: 0),
        .init(.cycling(.init()), duration: 4.1),
        .init(.standing, duration: 2),
    ]
    let truth = ride(legs).truth
    #expect(truth.map(\.activity) == [.walking, .cycling, .stationary])
    #expect(truth.first?.from == 0)
    #expect(truth.last?.to == 9_400_000_000)
    for (left, right) in zip(truth, truth.dropFirst()) { #expect(left.to == right.from) }
}

@Test func anEmptyScriptIsAnEmptyRide() {
    let empty = ride([])
    #expect(empty.acceleration.isEmpty && empty.locations.isEmpty && empty.truth.isEmpty)
}

@Test func timesIncreaseWithTheStatedJitter() throws {
    let jitter = 0.05
    let recorded = ride([.init(.sitting, duration: 60)], phone: Phone(rate: 100, jitter: jitter))
    for readings in [recorded.acceleration, recorded.rotationRate] {
        let steps = zip(readings, readings.dropFirst()).map { Double($1.nanoseconds - $0.nanoseconds) * 1e-9 }
        #expect(steps.allSatisfy { $0 > 0 })
        // A step is the interval plus the difference of two independent errors.
        #expect(abs(spread(steps) / (0.01 * jitter * 2.0.squareRoot()) - 1) < 0.1)
    }
    #expect(recorded.acceleration.first?.nanoseconds == 0)
    // Jitter may bring the tick at the very end in.
    #expect((6000...6001).contains(recorded.acceleration.count))
    #expect(try #require(recorded.pressure.first).nanoseconds < 0)
}

@Test(arguments: [
    RideScript.Motion.walking(.walk), .running(.run), .cycling(.init()), .driving(.init()), .sitting,
    .train(.init()), .lift(.init()), .shaking(.init()),
])
func gravityTurnsAsTheGyroscopeSays(motion: RideScript.Motion) {
    // dg/dt = -ω × g in the phone's frame: one step of the gyroscope predicts the next gravity.
    let recorded = ride([.init(motion, duration: 20)], phone: Phone(rate: 200).perfect)
    var worst = 0.0
    var greatest = 0.0
    for index in 1..<(recorded.gravity.count - 1) {
        let from = recorded.gravity[index]
        let to = recorded.gravity[index + 1]
        let step = Double(to.nanoseconds - from.nanoseconds) * 1e-9
        // The gyroscope's sample lies 3.1 ms after the accelerometer's, near the middle of the step.
        let turn = recorded.rotationRate[index].value * step
        let predicted = Rotation(tilted: -turn)(from.value)
        worst = max(worst, dot(predicted - to.value, predicted - to.value).squareRoot())
        greatest = max(greatest, dot(to.value - from.value, to.value - from.value).squareRoot())
    }
    #expect(worst < 0.02)
    // Gravity alone has the length of free fall.
    for length in magnitudes(recorded.gravity) { #expect(abs(length - RideSynthesizer.gravity) < 1e-3) }
    let isOnFootOrPedals = [.walking, .running, .cycling].contains(motion.activity)
    #expect(greatest > (isOnFootOrPedals ? 0.05 : 0))
}

@Test func aPhoneAtRestFeelsGravity() {
    let table = ride([.init(.sitting, duration: 20, placement: .table)])
    let values = magnitudes(table.acceleration)
    #expect(values.allSatisfy { abs($0 - 9.81) < 0.25 })
    #expect(spread(values) < 0.02)
    let still = ride([.init(.sitting, duration: 20, placement: .table)], phone: Phone().perfect)
    #expect(magnitudes(still.acceleration).allSatisfy { abs($0 - 9.81) < 1e-9 })
    #expect(still.acceleration.allSatisfy { $0.value.z > 9.7 })
}

@Test(arguments: [UInt64(1), 2, 3])
func aWalkHasItsStepFrequency(seed: UInt64) {
    let recorded = ride([.init(.walking(.walk), duration: 30)], phone: Phone(rate: 50), seed: seed)
    #expect((1.5...2.3).contains(dominantFrequency(magnitudes(recorded.acceleration), rate: 50)))
}

@Test(arguments: [UInt64(1), 2, 3])
func aRunHasItsStepFrequencyAndAFlight(seed: UInt64) throws {
    let recorded = ride([.init(.running(.run), duration: 30)], phone: Phone(rate: 100), seed: seed)
    let values = magnitudes(recorded.acceleration)
    #expect((2.4...3.1).contains(dominantFrequency(values, rate: 100)))
    #expect(try #require(values.max()) > 2.2 * 9.81)
}

@Test func activitiesLieInTheirRanges() {
    func level(_ motion: RideScript.Motion) -> Double {
        let values = magnitudes(ride([.init(motion, duration: 60)], phone: Phone(rate: 100)).acceleration)
        // Without the change of posture at the begin and the stop at the end.
        return spread(Array(values[500..<5500]))
    }
    #expect((0.005...0.3).contains(level(.sitting)))
    #expect((2...6).contains(level(.walking(.walk))))
    #expect((6...16).contains(level(.running(.run))))
    #expect((1...4).contains(level(.cycling(.init()))))
    #expect((0.15...0.9).contains(level(.driving(.init(redLights: 0)))))
}

/// A person who shifts on a chair and gets up does not throw the phone.
@Test(arguments: [UInt64(51), 52, 53, 54])
func legsJoinSmoothly(seed: UInt64) throws {
    let recorded = ride(
        [.init(.sitting, duration: 60), .init(.walking(.walk), duration: 20), .init(.sitting, duration: 20)],
        phone: Phone(rate: 200).perfect, seed: seed)
    let seams = recorded.acceleration.filter { reading in
        [60, 80].contains { abs(Double(reading.nanoseconds) * 1e-9 - $0) < 0.1 }
    }
    #expect(seams.count > 60)
    #expect(try #require(magnitudes(seams).max()) < 40)
}

@Test func aRedLightStopsTheCar() {
    let recorded = ride([.init(.driving(.init(redLights: 1)), duration: 120)], phone: Phone(rate: 50).perfect)
    let speeds = recorded.locations.compactMap(\.speed)
    #expect(speeds.contains { $0 > 8 })
    let middle = speeds[30..<100]
    #expect(middle.contains { $0 < 0.1 })
    #expect(speeds.prefix(3).allSatisfy { $0 < 0.1 })
    #expect(speeds.suffix(2).allSatisfy { $0 < 0.5 })
}

@Test func pressureFollowsAltitude() throws {
    let phone = Phone(rate: 50, barometerRate: 1)
    let recorded = ride([.init(.driving(.init(redLights: 0)), duration: 120)], phone: phone.perfect)
    let first = try #require(recorded.pressure.dropFirst().first)
    let start = try #require(recorded.locations.first?.altitude)
    var highest = 0.0
    for (pressure, fix) in zip(recorded.pressure.dropFirst(), recorded.locations) {
        let climb = try #require(fix.altitude) - start
        // Near 455 m a metre is worth 0.114 hPa.
        #expect(abs(pressure.value.x - first.value.x + 0.114 * climb) < 0.2)
        highest = max(highest, abs(climb))
    }
    #expect(highest > 3)
}

@Test func fixesLieAlongThePath() throws {
    let recorded = ride([.init(.walking(.walk), duration: 60)], phone: Phone(rate: 50).perfect)
    let first = try #require(recorded.locations.first)
    let last = try #require(recorded.locations.last)
    let north = (last.latitude - first.latitude) * 111_195
    let east = (last.longitude - first.longitude) * 111_195 * cosine(47 * .pi / 180)
    let distance = (north * north + east * east).squareRoot()
    // 1.4 m/s for a minute, a little less for the turns and the ends.
    #expect((60...84).contains(distance))
    for (left, right) in zip(recorded.locations, recorded.locations.dropFirst()) {
        #expect(right.elapsed - left.elapsed == .seconds(1))
    }
}
