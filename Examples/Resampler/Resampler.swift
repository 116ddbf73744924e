// SPDX-License-Identifier: Apache-2.0
import Foundation

// Samples to the windows that an exported model takes: 128 values at 25 Hz. It checks itself with the test vectors of
//
//     gaitway model export default --format coreml --output Gaitway.mlmodel --vectors vectors.json
//     swiftc -O Resampler.swift -o resampler && ./resampler vectors.json
//
// For an app, take `Grid` and `LowPass`.

/// A reading of the accelerometer, or a point of the grid.
struct Sample {
    /// Nanoseconds since the first reading.
    var time: Int64
    /// Acceleration with gravity, m/s².
    var value: SIMD3<Double>
}

/// A sinc with −6 dB at 8.5 Hz, under a Hamming window.
enum LowPass {
    /// Half its support, in nanoseconds.
    static let half: Int64 = 500_000_000

    /// Its value at a distance in nanoseconds.
    static func value(at distance: Int64) -> Double {
        let time = Double(distance) * 1e-9
        let angle = 2 * Double.pi * 8.5 * time
        return (distance == 0 ? 1 : sin(angle) / angle) * (0.54 + 0.46 * cos(Double.pi * time / 0.5))
    }
}

/// The samples of a recording at 25 Hz, in segments without a gap.
struct Grid {
    /// From one point to the next, in nanoseconds.
    static let step: Int64 = 40_000_000
    /// A longer step between samples begins a segment.
    static let longestGap: Int64 = 500_000_000
    /// A longer step is filled by a straight line.
    static let longestStep: Int64 = 75_000_000

    private(set) var segments: [[Sample]] = []

    /// Resamples; samples whose time is not after that of the one before are left out.
    init(_ samples: [Sample]) {
        var segment: [Sample] = []
        for sample in samples {
            guard let last = segment.last else {
                segment.append(sample)
                continue
            }
            let step = sample.time - last.time
            guard step > 0 else { continue }
            if step > Self.longestGap {
                segments.append(Self.resampled(segment))
                segment.removeAll()
            } else if step > Self.longestStep {
                let parts = step / Self.longestStep + 1
                for part in 1..<parts {
                    let fraction = Double(part) / Double(parts)
                    segment.append(
                        Sample(
                            time: last.time + step * part / parts,
                            value: last.value + (sample.value - last.value) * fraction))
                }
            }
            segment.append(sample)
        }
        if !segment.isEmpty { segments.append(Self.resampled(segment)) }
    }

    /// y(t) = Σ h(t − tᵢ) Δᵢ xᵢ / Σ h(t − tᵢ) Δᵢ with Δᵢ = (tᵢ₊₁ − tᵢ₋₁) / 2.
    private static func resampled(_ samples: [Sample]) -> [Sample] {
        var points: [Sample] = []
        var first = 0
        var time = (samples[0].time + step - 1) / step * step
        while time <= samples[samples.count - 1].time {
            while samples[first].time <= time - LowPass.half { first += 1 }
            var sum = SIMD3<Double>()
            var weights = 0.0
            var place = first
            while place < samples.count, samples[place].time < time + LowPass.half {
                let before = place > 0 ? samples[place].time - samples[place - 1].time : 0
                let after = place + 1 < samples.count ? samples[place + 1].time - samples[place].time : 0
                // At the ends of a segment, the one known step counts twice; a lone sample weighs 1.
                let steps = (before == 0 ? after : before) + (after == 0 ? before : after)
                let weight = LowPass.value(at: time - samples[place].time) * (steps == 0 ? 1 : Double(steps) * 0.5e-9)
                sum += samples[place].value * weight
                weights += weight
                place += 1
            }
            points.append(Sample(time: time, value: sum / weights))
            time += step
        }
        return points
    }

    /// The windows of 128 points, one every 64 points of a segment.
    var windows: [(points: ArraySlice<Sample>, startsSegment: Bool)] {
        segments.flatMap { segment in
            stride(from: 0, through: segment.count - 128, by: 64).map { (segment[$0..<$0 + 128], $0 == 0) }
        }
    }
}

/// The test vectors.
struct Vectors: Decodable {
    struct Ride: Decodable {
        var sampleNs: [Int64]
        var samples: [Double]
        var gridNs: [Int64]
        var grid: [Double]
        var windows: [Window]
    }
    struct Window: Decodable {
        var windowNs: Int64
        var startsSegment: Bool
    }
    var gaitway: String
    var version: Int
    var rides: [Ride]
}

let decoder = JSONDecoder()
decoder.keyDecodingStrategy = .convertFromSnakeCase
guard CommandLine.arguments.count == 2, let bytes = FileManager.default.contents(atPath: CommandLine.arguments[1]),
    let vectors = try? decoder.decode(Vectors.self, from: bytes), vectors.gaitway == "export-vectors",
    vectors.version == 1
else {
    print("give the file of gaitway model export --vectors, version 1")
    exit(2)
}
var (points, windows, wrong, largest) = (0, 0, 0, 0.0)
for ride in vectors.rides {
    let samples = ride.sampleNs.indices.map { place in
        Sample(
            time: ride.sampleNs[place],
            value: SIMD3(ride.samples[3 * place], ride.samples[3 * place + 1], ride.samples[3 * place + 2]))
    }
    let grid = Grid(samples)
    let found = grid.segments.joined()
    if found.map(\.time) != ride.gridNs { wrong += 1 }
    for (place, point) in zip(0..<ride.gridNs.count, found) {
        for axis in 0..<3 { largest = max(largest, abs(point.value[axis] - ride.grid[3 * place + axis])) }
    }
    let cut = grid.windows
    if cut.map({ $0.points[$0.points.startIndex].time }) != ride.windows.map(\.windowNs) { wrong += 1 }
    if cut.map(\.startsSegment) != ride.windows.map(\.startsSegment) { wrong += 1 }
    points += ride.gridNs.count
    windows += cut.count
}
let difference = String(format: "%.1e", largest)
print(
    "\(vectors.rides.count) rides, \(points) grid points, \(windows) windows, \(wrong) wrong; "
        + "largest difference \(difference) m/s^2")
exit(!vectors.rides.isEmpty && wrong == 0 && largest < 2e-4 ? 0 : 1)
