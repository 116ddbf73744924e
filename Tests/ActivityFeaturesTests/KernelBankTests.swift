// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct KernelBankTests {
    /// The signals of a window of a walk with noise.
    private static func signals(_ seed: UInt64, gyroscope: Bool = true) -> QuantizedSignals {
        let noise = FeatureExtractorTests.noise(seed: seed, amplitude: 1)
        let window = FeatureExtractorTests.window(
            rotationRate: gyroscope ? { FeatureExtractorTests.swing($0) + noise($0) } : nil
        ) { FeatureExtractorTests.walk($0) + noise($0) }
        var extractor = FeatureExtractor()
        var row: [Double] = []
        extractor.append(window, to: &row)
        var signals = QuantizedSignals()
        extractor.quantize(into: &signals)
        return signals
    }

    private static func counts(_ bank: KernelBank, _ signals: QuantizedSignals) -> [UInt8] {
        var scratch = KernelScratch()
        var counts: [UInt8] = []
        bank.count(signals, with: &scratch, into: &counts)
        return counts
    }

    @Test func everyNumberNamesAKernelAndNoOther() {
        let kernels = (-1...MotionKernel.count).map { MotionKernel(number: $0) }
        #expect(kernels.first == .some(nil) && kernels.last == .some(nil))
        #expect(Set(kernels.compactMap { $0?.name }).count == 4 * 5 * 84)
        #expect(kernels.dropFirst().dropLast().enumerated().allSatisfy { $0.offset == $0.element?.number })
    }

    @Test func signalsAreTheSamplesLessTheirMeanInQuanta() {
        let quantized = Self.signals(3)
        #expect(quantized.hasRotation)
        for signal in 0..<4 {
            let values = quantized.values[signal * 128..<(signal + 1) * 128]
            #expect(abs(values.reduce(0) { $0 + Int($1) }) <= 64, "each value is rounded by half a quantum at most")
        }
        // The walk's magnitude moves by about ±2.7 m/s² and noise of ±1 on three axes.
        let greatest = quantized.values[..<128].map { abs(Int($0)) }.max() ?? 0
        #expect((150...500).contains(greatest))
    }

    @Test func aBankIsTheSameForTheSameWindowsAndItsCountsSpread() throws {
        let windows = (1...60).map { Self.signals($0) }
        let bank = KernelBank(count: 420, cells: windows.indices.map { $0 % 3 }) { windows[$0] }
        #expect(bank == KernelBank(count: 420, cells: windows.indices.map { $0 % 3 }) { windows[$0] })
        #expect(bank.count == 420)
        #expect(Set(bank.kernels.map(\.signal)).count == 4)
        // Thresholds are quantiles from .05 to .95 of the answers, so that the mean share above them is about one half.
        let shares = windows.flatMap { Self.counts(bank, $0).map { Double($0) / 128 } }
        let mean = shares.reduce(0, +) / Double(shares.count)
        #expect(abs(mean - 0.5) < 0.05)
        #expect(try #require(shares.min()) < 0.2 && #require(shares.max()) > 0.8)
    }

    @Test func kernelsOfAMissingRotationCountNothing() {
        let windows = (1...20).map { Self.signals($0) }
        let bank = KernelBank(count: 420, cells: windows.indices.map { _ in 0 }) { windows[$0] }
        let with = Self.counts(bank, windows[0])
        for without in [Self.signals(1, gyroscope: false), windows[0].withoutRotation] {
            for (place, count) in Self.counts(bank, without).enumerated() {
                #expect(count == (bank.kernels[place].signal == .rotation ? 0 : with[place]))
            }
        }
    }

    @Test func partsThatDoNotFitAreNoBank() throws {
        let kernels = try [7, 90].map { try #require(MotionKernel(number: $0)) }
        #expect(KernelBank(kernels: kernels, thresholds: [1]) == nil)
        #expect(KernelBank(kernels: kernels.reversed(), thresholds: [1, 2]) == nil)
        #expect(KernelBank(kernels: [kernels[0], kernels[0]], thresholds: [1, 2]) == nil)
        #expect(KernelBank(kernels: kernels, thresholds: [1, 2]) != nil)
    }
}
