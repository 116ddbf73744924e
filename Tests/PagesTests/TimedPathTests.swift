// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayPages

/// What is left of a way is near all of it, at every time.
@Suite struct TimedPathTests {
    private func way(_ count: Int, seed: UInt64, longitude: Double = 8) -> [Location] {
        var random = SeededGenerator(seed: seed)
        var (north, east, heading) = (0.0, 0.0, 0.0)
        var time = 0.0
        return (0..<count).map { _ in
            heading += Double.random(in: -0.4...0.4, using: &random)
            let step = Double.random(in: 0...20, using: &random)
            north += step * cos(heading)
            east += step * sin(heading)
            // Fixes do not come at even times.
            time += Double(Int.random(in: 1...3, using: &random))
            let place = Sphere.position(
                from: 50, longitude, distance: (north * north + east * east).squareRoot(), bearing: atan2(east, north))
            let turned = place.longitude > 180 ? place.longitude - 360 : place.longitude
            return Location(elapsed: Duration(inSeconds: time), latitude: place.latitude, longitude: turned)
        }
    }

    @Test(arguments: [(1.0, 8.0), (5, 8), (25, 179.9995), (100, -179.9995)]) func itIsNearTheWayAtEveryTime(
        tolerance: Double, longitude: Double
    ) {
        for seed in 0..<UInt64(Rounds.count(40)) {
            let fixes = way(Int.random(in: 1...9000), seed: seed, longitude: longitude)
            let kept = TimedPath.kept(fixes[...], tolerance: tolerance)
            #expect(
                kept.first == 0 && kept.last == fixes.count - 1 && zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
            var worst = 0.0
            for (low, high) in zip(kept, kept.dropFirst()) {
                let (from, to) = (fixes[low], fixes[high])
                let length = (to.elapsed - from.elapsed).inSeconds
                for fix in fixes[low...high] where length > 0 {
                    let share = (fix.elapsed - from.elapsed).inSeconds / length
                    worst = max(
                        worst,
                        Sphere.distance(
                            fix.latitude, fix.longitude, from.latitude + share * (to.latitude - from.latitude),
                            Longitude.between(from.longitude, to.longitude, share: share)))
                }
            }
            // Sphere and ellipsoid differ by half a per cent.
            #expect(worst <= tolerance * 1.01, "\(worst)")
        }
    }

    @Test func aStraightEvenWayIsItsEnds() {
        let fixes = (0..<4000).map { Location(elapsed: .seconds($0), latitude: 50 + 1e-5 * Double($0), longitude: 8) }
        #expect(TimedPath.kept(fixes[...], tolerance: 1) == [0, 3999])
        // A rest on it is kept, though the line is the same.
        let rest = fixes.enumerated().map { index, fix in
            Location(
                elapsed: fix.elapsed + (index >= 2000 ? .seconds(600) : .zero), latitude: fix.latitude, longitude: 8)
        }
        #expect(TimedPath.kept(rest[...], tolerance: 1) == [0, 1999, 2000, 3999])
        #expect(TimedPath.kept([], tolerance: 1) == [])
        // Of one moment, whatever it holds.
        let moment = (0..<3).map { Location(elapsed: .zero, latitude: Double($0), longitude: 8) }
        #expect(TimedPath.kept(moment[...], tolerance: 1).first == 0)
    }
}

/// A page's clock is the zone's, to the second.
@Suite struct RunClockTests {
    @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Asia/Tokyo", "Australia/Lord_Howe"])
    func offsetsAreThoseOfTheZone(name: String) throws {
        let zone = try LocalZone(name: name)
        let origin = try #require(Timestamp(iso8601: "2026-03-01T00:00:00Z"))
        let end = Duration.seconds(86400 * 60)
        let offsets = RunClock(zone: zone, origin: origin + .milliseconds(250)).offsets(from: .seconds(-5), to: end)
        for (index, offset) in offsets.enumerated() {
            let next = index + 1 < offsets.count ? offsets[index + 1].from : end.inSeconds
            for time in Array(stride(from: offset.from, to: next, by: 7013.0)) + [next - 0.01] {
                let moment = origin + .milliseconds(250) + Duration(inSeconds: time)
                #expect(zone.offset(at: moment) == offset.offset, "\(moment.iso8601)")
            }
        }
        #expect(offsets.count == (name == "Asia/Tokyo" ? 1 : 2))
    }
}
