// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import RideSynthesis

/// Buses, trains, lifts and a shaken phone.
struct VehicleAndHandTests {
    private static func ride(
        _ motion: RideScript.Motion, seconds: Double, placement: PhonePlacement = .pocket, seed: UInt64 = 3
    ) -> SyntheticRide {
        let phone = Phone(placement: placement, rate: 100).perfect
        return RideSynthesizer(
            script: RideScript([.init(motion, duration: seconds)]), phone: phone, seed: seed
        ).make()
    }

    /// The standard deviation of |a| between two times, in m/s².
    private static func spread(_ ride: SyntheticRide, from: Int, to: Int) -> Double {
        let values = ride.acceleration[(100 * from)..<(100 * to)].map { dot($0.value, $0.value).squareRoot() }
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }

    @Test(arguments: [RideScript.Driving.Vehicle.car, .bus])
    func aVehicleStandsAtItsStops(vehicle: RideScript.Driving.Vehicle) {
        let ride = Self.ride(
            .driving(.init(redLights: 0, speed: 10, stops: [40...70, 100...130], vehicle: vehicle)), seconds: 180)
        let speeds = ride.locations.compactMap(\.speed)
        for stop in [55..<70, 115..<130] { #expect(speeds[stop].allSatisfy { $0 < 0.1 }) }
        for way in [20..<38, 85..<98] { #expect(speeds[way].allSatisfy { $0 > 4 }) }
        #expect(ride.truth.map(\.mode) == [vehicle.rawValue])
    }

    @Test func aTrainRunsFastAndShakesLittle() throws {
        let ride = Self.ride(.train(.init(stops: [160...260])), seconds: 400)
        let speeds = ride.locations.compactMap(\.speed)
        #expect(speeds[100..<158].allSatisfy { $0 > 30 })
        #expect(speeds[240..<258].allSatisfy { $0 < 0.2 })
        // Acceleration stays below 0.8 m/s².
        #expect(zip(speeds, speeds.dropFirst()).allSatisfy { abs($1 - $0) < 0.8 })
        #expect((0.05...0.35).contains(Self.spread(ride, from: 110, to: 155)))
        #expect(Self.spread(ride, from: 245, to: 256) < 0.1)
        let altitudes = ride.locations.compactMap(\.altitude)
        let rises = zip(altitudes, altitudes.dropFirst()).map { abs($1 - $0) }
        #expect(try #require(rises.max()) < 0.02 * 40)
        #expect(ride.truth.map(\.activity) == [.automotive])
    }

    @Test(arguments: [1.6, -2])
    func aLiftRisesWithoutGoingAnywhere(speed: Double) throws {
        let ride = Self.ride(.lift(.init(speed: speed)), seconds: 40)
        let first = try #require(ride.locations.first)
        let last = try #require(ride.locations.last)
        let rise = try #require(last.altitude) - (try #require(first.altitude))
        // Between the doors, less the start and the stop.
        #expect(abs(rise - speed * (32 - 1.875 * abs(speed))) < 0.5)
        #expect(abs(last.latitude - first.latitude) < 1e-9 && abs(last.longitude - first.longitude) < 1e-9)
        let pressures = ride.pressure.map(\.value.x)
        let change = try #require(pressures.last) - (try #require(pressures.first))
        #expect(abs(change + 0.114 * rise) < 0.2)
        // The start is felt as about 1 m/s², and the steady ride hardly.
        let start = ride.acceleration[400..<800].map { dot($0.value, $0.value).squareRoot() - 9.81 }
        let peak = try #require(start.map { $0 * (speed > 0 ? 1 : -1) }.max())
        #expect((0.8...1.4).contains(peak))
        #expect(Self.spread(ride, from: 12, to: 25) < 0.15)
        #expect(ride.truth.map(\.activity) == [nil] && ride.truth.map(\.label) == ["none"])
    }

    @Test func aShakenPhoneGoesToAndFro() {
        let ride = Self.ride(.shaking(.init(frequency: 4, amplitude: 15)), seconds: 20, placement: .hand)
        #expect((4...14).contains(Self.spread(ride, from: 3, to: 17)))
        // Each stroke crosses zero twice along its main axis: about eight times a second.
        let strokes = ride.acceleration.indices.dropFirst(300).dropLast(300).map { index in
            let felt = ride.acceleration[index].value - ride.gravity[index].value
            return felt.y * cosine(0.7) - felt.z * sine(0.7)
        }
        let crossings = zip(strokes, strokes.dropFirst()).count { $0 * $1 < 0 }
        #expect((6...11).contains(Double(crossings) / 14))
    }

    /// A phone before the chest feels the steps of both legs; a pocket swings with one of them and shakes more.
    @Test func anArmFeelsLessOfAWalkThanAThigh() {
        func spreads(_ placement: PhonePlacement) -> (upright: Double, level: Double) {
            let ride = Self.ride(.walking(.walk), seconds: 30, placement: placement)
            let (upright, level) = (500..<2500).reduce(into: (0.0, 0.0)) { sums, index in
                let pull = ride.gravity[index].value
                let felt = ride.acceleration[index].value - pull
                let up = dot(felt, pull) / RideSynthesizer.gravity
                sums = (sums.0 + up * up, sums.1 + dot(felt, felt) - up * up)
            }
            return ((upright / 2000).squareRoot(), (level / 2000).squareRoot())
        }
        let (hand, pocket) = (spreads(.hand), spreads(.pocket))
        #expect((1...2).contains(hand.upright) && (1...2.2).contains(hand.level), "\(hand)")
        #expect(pocket.upright > 1.5 * hand.upright && pocket.level > 2 * hand.level, "\(pocket)")
    }

    @Test func whatIsNoneOfTheFiveIsLabelledSo() {
        let ride = Self.ride(.lift(.init()), seconds: 30)
        let sample = SampleRides.Sample(
            name: "lift", ride: ride, logger: "phyphox", acceleration: "total", files: [])
        let manifest = String(decoding: RideManifest(samples: [sample]).file.bytes, as: UTF8.self)
        #expect(manifest.contains("lift,none,synthetic,synthetic-1,Synthetic,elevator,pocket,2.00,28.00"))
    }
}
