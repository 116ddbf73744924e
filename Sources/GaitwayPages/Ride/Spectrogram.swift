// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// How strongly a phone is shaken at each frequency, along time.
///
/// The acceleration is brought to 50 samples a second, low-passed so that nothing aliases below 12.5 Hz, and cut into
/// windows of 5.12 s that overlap by half and end at gaps. Each gives the power of its three axes together, without
/// their means, by a Hann window: what gravity adds is left out, and how the phone is turned does not matter. A column
/// is the mean power of its windows.
struct Spectrogram: Sendable {
    /// The windows of a column.
    struct Column: TimeCell {
        /// The sum over windows of the power in each row, in (m/s²)²; empty without a window.
        private(set) var power: [Float] = []
        private(set) var windows: Float = 0

        mutating func append(_ rows: [Float]) {
            if power.isEmpty { power = rows } else { for row in rows.indices { power[row] += rows[row] } }
            windows += 1
        }

        mutating func absorb(_ later: Column) {
            guard later.windows > 0 else { return }
            let before = windows
            append(later.power)
            windows = before + later.windows
        }
    }

    /// Samples per window, 5.12 s.
    static let count = 256
    /// Nanoseconds from one sample to the next.
    static let sampleStep: Int64 = 20_000_000
    /// Nanoseconds from one window to the next.
    static let hop = sampleStep * Int64(count / 2)
    /// Hertz from one row to the next.
    static let rowWidth = 1e9 / Double(sampleStep) / Double(count)
    /// Row k is the power around (k + 1) times ``rowWidth``, up to 12.5 Hz.
    static let rows = 64
    /// The largest number of columns: a day in columns of 5.12 s.
    static let limit = 17_000

    /// The columns, so that a window's middle lies in the middle of its column.
    private(set) var columns: TimeCells<Column>

    private var resampler = Resampler(
        settings: .init(step: Self.sampleStep, cutoff: 22, halfWidth: 110_000_000, maximumSpacing: 75_000_000))
    private var outputs: [Resampler.Output] = []
    private var transform = RealFFT(count: Self.count)
    private let window = HannWindow(count: Self.count)
    private var input = [RealFFT.Lanes](repeating: .init(), count: Self.count)
    private var real = [RealFFT.Lanes](repeating: .init(), count: Self.count / 2 + 1)
    private var imaginary = [RealFFT.Lanes](repeating: .init(), count: Self.count / 2 + 1)
    private var powers = [Float](repeating: 0, count: Self.rows)

    init(limit: Int = Self.limit) { columns = TimeCells(start: Self.hop / 2, step: Self.hop, limit: limit) }

    /// Takes an acceleration in m/s², at a time in nanoseconds.
    mutating func append(_ acceleration: SIMD3<Float>, at time: Int64) {
        resampler.append(acceleration, at: time, to: &outputs)
        if outputs.count >= Self.count { measure() }
    }

    mutating func finish() {
        resampler.finish(to: &outputs)
        measure()
    }

    /// Measures the windows that are full.
    private mutating func measure() {
        var first = 0
        var index = 1
        while index <= outputs.count {
            if index < outputs.count, outputs[index].startsSegment {
                if index - first >= Self.count { measure(&first) }
                first = index
            } else if index - first == Self.count {
                measure(&first)
            }
            index += 1
        }
        outputs.removeFirst(min(first, outputs.count))
    }

    /// Measures the window that begins at an output, and moves on by half a window.
    private mutating func measure(_ first: inout Int) {
        let samples = outputs[first..<first + Self.count]
        let mean = samples.reduce(SIMD3<Float>()) { $0 + $1.value } / Float(Self.count)
        for (place, sample) in samples.enumerated() {
            let value = (sample.value - mean) * window.values[place]
            input[place] = RealFFT.Lanes(value.x, value.y, value.z, 0, 0, 0, 0, 0)
        }
        transform.transform(input, real: &real, imaginary: &imaginary)
        for row in powers.indices {
            let square = real[row + 1] * real[row + 1] + imaginary[row + 1] * imaginary[row + 1]
            powers[row] = square.sum() * window.powerScale
        }
        let middle = outputs[first].time + Self.hop
        columns.update(at: middle) { $0.append(powers) }
        first += Self.count / 2
    }
}
