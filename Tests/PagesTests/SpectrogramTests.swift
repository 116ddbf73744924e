// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import GaitwayPages

/// The spectrogram of a page: lines where they belong, powers that add up.
struct SpectrogramTests {
    private static let gravity = SIMD3<Float>(0.6, -9.5, 2.3)

    /// A sine along a direction on top of gravity, as a phone of a rate with a jittered clock records it.
    private static func sine(
        _ frequency: Double, amplitude: Double, along direction: SIMD3<Float>, rate: Double, seconds: Double,
        _ random: inout SeededGenerator
    ) -> [(time: Int64, value: SIMD3<Float>)] {
        (0..<Int(seconds * rate)).map { index in
            let time = (Double(index) + Double.random(in: -0.1...0.1, using: &random)) / rate
            let value = Float(amplitude * sin(2 * Double.pi * frequency * time))
            return (Int64(max(0, time) * 1e9) + Int64(index), Self.gravity + direction * value)
        }
    }

    private static func spectrogram(_ samples: [(time: Int64, value: SIMD3<Float>)], limit: Int = 1000) -> Spectrogram {
        var spectrogram = Spectrogram(limit: limit)
        for sample in samples { spectrogram.append(sample.value, at: sample.time) }
        spectrogram.finish()
        return spectrogram
    }

    private static func direction(_ random: inout SeededGenerator) -> SIMD3<Float> {
        while true {
            let vector = SIMD3<Float>.random(in: -1...1, using: &random)
            let length = (vector * vector).sum().squareRoot()
            if length > 0.2, length < 1 { return vector / length }
        }
    }

    /// The variance of a sine is half its amplitude squared, and stands in the rows around its frequency.
    @Test func sineIsALineOfItsPower() throws {
        for round in 0..<Rounds.count(80) {
            var random = SeededGenerator(seed: UInt64(round))
            let rates: [Double] = [30, 50, 52, 100, 200]
            let rate = rates.randomElement(using: &random) ?? 50
            let frequency = Double.random(in: 1...9, using: &random)
            let amplitude = Double.random(in: 0.05...20, using: &random)
            let samples = Self.sine(
                frequency, amplitude: amplitude, along: Self.direction(&random), rate: rate, seconds: 30, &random)
            let columns = Self.spectrogram(samples).columns.cells.filter { $0.windows > 0 }
            try #require(columns.count >= 9)
            for column in columns {
                let strongest = try #require(column.power.indices.max { column.power[$0] < column.power[$1] })
                #expect(abs(Double(strongest + 1) * Spectrogram.rowWidth - frequency) <= 0.51 * Spectrogram.rowWidth)
                let power = Double(column.power.reduce(0, +) / column.windows)
                // Where the log has few samples a period, its jittered clock costs some of them.
                #expect(abs(power / (amplitude * amplitude / 2) - 1) < (rate < 50 ? 0.1 : 0.03))
            }
        }
    }

    /// How the phone is turned makes no difference, and neither does gravity.
    @Test func turningThePhoneChangesNothing() {
        var random = SeededGenerator(seed: 7)
        let noise = (0..<2000).map { index in
            (Int64(index) * 20_000_000, SIMD3<Float>.random(in: -3...3, using: &random))
        }
        // A turn: the axes change places, and two of them their signs.
        let turned = noise.map { ($0.0, SIMD3(-$0.1.y, -$0.1.z, $0.1.x) + Self.gravity) }
        let (first, second) = (Self.spectrogram(noise).columns.cells, Self.spectrogram(turned).columns.cells)
        #expect(first.count == second.count)
        for (one, other) in zip(first, second) {
            #expect(one.windows == other.windows)
            for (left, right) in zip(one.power, other.power) { #expect(abs(left - right) < 1e-3 * (left + 0.01)) }
        }
    }

    /// What is faster than the spectrogram shows does not appear in it as something slower.
    @Test func fastMotionDoesNotFold() throws {
        var random = SeededGenerator(seed: 3)
        for frequency in [38.0, 44, 49, 55, 61, 90] {
            let samples = Self.sine(frequency, amplitude: 5, along: SIMD3(1, 0, 0), rate: 400, seconds: 20, &random)
            for column in Self.spectrogram(samples).columns.cells where column.windows > 0 {
                // 30 dB below.
                #expect(column.power.reduce(0, +) / column.windows < 12.5 / 1000, "\(frequency)")
            }
        }
    }

    @Test func noWindowLiesAcrossAGap() {
        var random = SeededGenerator(seed: 5)
        let before = Self.sine(2, amplitude: 1, along: SIMD3(0, 1, 0), rate: 50, seconds: 20, &random)
        let shift: Int64 = 50_000_000_000
        let samples = before + before.map { ($0.time + shift, $0.value) }
        let columns = Self.spectrogram(samples).columns
        for (index, column) in columns.cells.enumerated() {
            let middle = Double(columns.start + Int64(index) * columns.step + columns.step / 2) * 1e-9
            let isWithin = middle - 2.56 > -0.1 && middle + 2.56 < 20.1 || middle - 2.56 > 49.9 && middle + 2.56 < 70.1
            if column.windows > 0 { #expect(middle < 20 || middle > 50) }
            if isWithin, middle < 17 || middle > 53, middle < 67 { #expect(column.windows >= 1) }
        }
        // A log that is shorter than a window has none.
        #expect(
            Self.spectrogram(before.filter { $0.time < 5_000_000_000 }).columns.cells.allSatisfy { $0.windows == 0 })
    }

    /// Columns that were joined have the mean of their windows.
    @Test func joinedColumnsAreMeans() {
        var random = SeededGenerator(seed: 11)
        let samples = (0..<20_000).map { index in
            (Int64(index) * 20_000_000, SIMD3<Float>.random(in: -2...2, using: &random))
        }
        let (fine, coarse) = (Self.spectrogram(samples).columns, Self.spectrogram(samples, limit: 50).columns)
        let factor = Int(coarse.step / fine.step)
        #expect(factor > 1 && coarse.cells.count <= 50)
        for (index, column) in coarse.cells.enumerated() {
            let parts = fine.cells.dropFirst(index * factor).prefix(factor)
            #expect(column.windows == parts.reduce(0) { $0 + $1.windows })
            for row in column.power.indices {
                let sum = parts.reduce(Float(0)) { $0 + ($1.power.isEmpty ? 0 : $1.power[row]) }
                #expect(abs(column.power[row] - sum) <= 1e-4 * sum)
            }
        }
    }

    @Test func bytesAreDecibels() throws {
        for byte in UInt8(1)...255 { #expect(SpectrogramImage.byte(density: SpectrogramImage.density(byte)) == byte) }
        #expect(SpectrogramImage.byte(density: 0) == 1 && SpectrogramImage.byte(density: 1e9) == 255)
        var random = SeededGenerator(seed: 13)
        let samples = Self.sine(3, amplitude: 2, along: SIMD3(0, 0, 1), rate: 50, seconds: 60, &random)
        let spectrogram = Self.spectrogram(samples)
        for mostFine in [1000, 1] {
            let image = SpectrogramImage(spectrogram, top: 12.5, mostFineColumns: mostFine)
            #expect(image.rows == (mostFine == 1 ? 32 : 64))
            #expect(image.bytes.count == image.rows * spectrogram.columns.cells.count)
            for (index, column) in spectrogram.columns.cells.enumerated() {
                let bytes = image.bytes[index * image.rows..<(index + 1) * image.rows]
                guard column.windows > 0 else {
                    #expect(bytes.allSatisfy { $0 == 0 })
                    continue
                }
                // Densities times their widths are the power again, but for half a step of a byte.
                let power = bytes.reduce(0) { $0 + SpectrogramImage.density($1) * image.rowWidth }
                #expect(abs(10 * log10(power / 2)) < 0.35)
            }
        }
        // Half of the log's rate is the end of what it says.
        #expect(SpectrogramImage(spectrogram, top: 5).rows == 25)
    }
}
