// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite struct PathTests {
    private func track(seed: UInt64, noise: Double, corner: Bool) -> (
        fixes: [TrackPoint], truth: [(Double, Double)]
    ) {
        var random = SeededGenerator(seed: seed)
        func jitter() -> Double {
            (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
        }
        var fixes: [TrackPoint] = []
        var truth: [(Double, Double)] = []
        for second in stride(from: 0.0, to: 600, by: 5) {
            let along = second * 1.4
            let (east, north) = corner && along > 420 ? (420, along - 420) : (along, 0)
            truth.append((east, north))
            fixes.append(
                TrackPoint(
                    time: second, latitude: 47 + (north + jitter() * noise) / 111_177,
                    longitude: 8 + (east + jitter() * noise) / 76_057, accuracy: max(1, 1.51 * noise)))
        }
        return (fixes, truth)
    }

    private func error(_ latitude: Double, _ longitude: Double, _ truth: (Double, Double)) -> Double {
        let (east, north) = ((longitude - 8) * 76_057 - truth.0, (latitude - 47) * 111_177 - truth.1)
        return (east * east + north * north).squareRoot()
    }

    @Test(arguments: [false, true]) func smoothingComesNearerToTheTruth(corner: Bool) {
        let (fixes, truth) = track(seed: 8, noise: 10, corner: corner)
        let smooth = PathSmoother.smooth(fixes) { _ in 0.15 }
        let raw = zip(fixes, truth).reduce(0) { $0 + error($1.0.latitude, $1.0.longitude, $1.1) }
        let smoothed = zip(smooth, truth).reduce(0) { $0 + error($1.0.latitude, $1.0.longitude, $1.1) }
        #expect(smoothed < 0.75 * raw)
        let speeds = smooth.dropFirst(10).dropLast(10).map(\.speed)
        #expect(abs(speeds.reduce(0, +) / Double(speeds.count) - 1.4) < 0.3)
    }

    @Test func noFixIsContradicted() {
        let (fixes, _) = track(seed: 9, noise: 10, corner: true)
        for (fix, point) in zip(fixes, PathSmoother.smooth(fixes, noise: { _ in 0.001 })) {
            let distance = Ellipsoid.shortDistance(fix.latitude, fix.longitude, point.latitude, point.longitude)
            #expect(distance <= fix.accuracy + 0.01)
        }
    }

    /// The smoother is linear: in the plane, the mirror image of a track gives the mirror image of its path.
    @Test func mirrorImage() {
        let (fixes, _) = track(seed: 10, noise: 6, corner: true)
        let mirrored = fixes.map { fix in
            var copy = fix
            copy.longitude = 2 * fixes[0].longitude - fix.longitude
            return copy
        }
        let pairs = zip(PathSmoother.smooth(fixes) { _ in 0.2 }, PathSmoother.smooth(mirrored) { _ in 0.2 })
        for (point, image) in pairs {
            #expect(abs(image.longitude - (2 * fixes[0].longitude - point.longitude)) < 1e-9)
            #expect(abs(image.latitude - point.latitude) < 1e-9)
        }
    }

    @Test func overTheAntimeridian() {
        let fixes = (0..<40).map {
            TrackPoint(
                time: Double($0) * 10, latitude: 0,
                longitude: Double($0) < 20 ? 179.998 + Double($0) * 1e-4 : -180 + Double($0 - 20) * 1e-4,
                accuracy: 5)
        }
        for point in PathSmoother.smooth(fixes, noise: { _ in 1 }) {
            #expect(abs(point.longitude) > 179.99 && abs(point.longitude) <= 180)
        }
    }

    @Test func simplifiedLinesStayNear() {
        let (fixes, _) = track(seed: 11, noise: 8, corner: true)
        let path = fixes.map {
            PathPoint(time: Timestamp(seconds: $0.time), latitude: $0.latitude, longitude: $0.longitude)
        }
        for tolerance in [1.0, 5, 20, 100] {
            let simple = PathSimplifier.simplify(path, tolerance: tolerance)
            #expect(simple.first == path.first && simple.last == path.last)
            var segment = 0
            for point in path {
                while segment + 2 < simple.count, simple[segment + 1].time < point.time { segment += 1 }
                #expect(
                    PathSimplifier.distance(of: point, from: simple[segment], to: simple[segment + 1])
                        <= tolerance + 1e-6)
            }
        }
        #expect(PathSimplifier.simplify(path, tolerance: 20).count < 12)
    }
}
