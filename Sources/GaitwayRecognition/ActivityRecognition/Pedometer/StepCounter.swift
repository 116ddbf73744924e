// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics

/// Finds the times of steps in windows of acceleration, whatever the activity is; ``StepTally`` decides which count.
///
/// The steps of a window are the peaks of its signal, filtered around its cadence. The cadence is the frequency of most
/// power; expectation by intensity, and the cadence before, tell a step from half of one and from two. A window whose
/// signal does not repeat itself after one step or two has no steps of its own. If it lies between others that have,
/// and the phone keeps moving, their cadence fills it.
///
/// A pure state machine. Each window gives the steps of its middle half, 1.28 s before its end at the latest. The first
/// and the last with a rhythm also give those of their outer quarter.
package struct StepCounter: Sendable {
    /// The standard deviation in m/s² below which a window, or a quarter of it, is still.
    private static let stillness: Float = 0.3
    /// The least correlation of a signal that repeats itself.
    private static let leastRepetition: Float = 0.25
    /// The least height of a peak in m/s², and as a share of the window's highest.
    private static let leastPeak: (absolute: Float, share: Float) = (0.3, 0.3)
    /// The longest time without a rhythm that is filled, in seconds.
    private static let longestFill = 6.0
    /// How long the cadence is remembered, in seconds.
    private static let memory = 8.0
    /// Steps are at least this share of a period apart.
    private static let leastPeriod = 0.6
    /// The expected cadence in Hz: without movement, more for each m/s² of deviation, and at most. Its spread is in
    /// octaves. Walks and runs of other people than those of counted steps chose it.
    private static let expected = (still: 1.6, slope: 0.06, most: 2.9, spread: 0.3)
    /// How close in octaves a cadence is to the one before to count double.
    private static let continuedSpread = 0.1

    private var signal = StepSignal()
    private var spectrum = StepSpectrum()
    private var last: (time: Int64, cadence: Double)?
    /// The cadence of the window before; nil if it had no rhythm.
    private var rhythm: Double?
    /// Whether the phone has moved in all windows since the last step.
    private var keepsMoving = false
    /// The steps in the last quarter of the window before, if it had a rhythm.
    private var tail: [Int64] = []

    /// A counter that has seen no window.
    package init() {}

    /// Takes the next window of a recording, and appends the steps that are certain now, in time order.
    package mutating func append(_ window: MotionWindow, to steps: inout [Int64]) {
        if window.startsSegment {
            endRhythm(to: &steps)
            keepsMoving = false
        }
        signal.take(window)
        if signal.quarters[1...2].contains(where: { $0 < Self.stillness }) || window.fault != nil {
            keepsMoving = false
        }
        guard signal.deviation >= Self.stillness, window.fault == nil, let cadence = cadence(at: window.start) else {
            endRhythm(to: &steps)
            return
        }
        // The quarter before was not looked at if this is the first window with a rhythm.
        let first = rhythm == nil ? 0 : StepSignal.count / 4
        findPeaks(of: window, cadence: cadence, from: first, to: &steps)
        rhythm = cadence
    }

    package mutating func finish(to steps: inout [Int64]) { endRhythm(to: &steps) }

    /// Adds the steps in the last quarter of the window before, which no other window will give.
    private mutating func endRhythm(to steps: inout [Int64]) {
        guard let cadence = rhythm else { return }
        rhythm = nil
        for step in tail { add(step, cadence: cadence, to: &steps) }
        tail.removeAll(keepingCapacity: true)
    }

    /// The steps a second of the signal, if it repeats itself.
    private mutating func cadence(at start: Int64) -> Double? {
        spectrum.compute(signal.values)
        let cadence = likeliestCadence(at: start)
        signal.spread()
        let repetition = max(signal.repetition(at: 1 / cadence), signal.repetition(at: 2 / cadence))
        return repetition >= Self.leastRepetition ? cadence : nil
    }

    /// The frequency of the likeliest peak of the spectrum, between the frequencies by a parabola.
    private func likeliestCadence(at start: Int64) -> Double {
        let power = spectrum.power
        let expected = min(Self.expected.still + Self.expected.slope * Double(signal.deviation), Self.expected.most)
        let centre = log2(expected)
        var before: Double?
        if let last, Nanoseconds.seconds(start - last.time) < Self.memory { before = log2(last.cadence) }
        var best = (score: -1.0, frequency: expected)
        for index in power.indices {
            let (left, right) = (index > 0 ? power[index - 1] : 0, index + 1 < power.count ? power[index + 1] : 0)
            guard power[index] >= left, power[index] > right else { continue }
            let octave = StepSpectrum.octaves[index]
            var score = Double(power[index]) * Self.bell(octave - centre, spread: Self.expected.spread)
            if let before { score *= 1 + Self.bell(octave - before, spread: Self.continuedSpread) }
            guard score > best.score else { continue }
            let isInside = index > 0 && index + 1 < power.count
            let shift = isInside ? Self.vertex(left, power[index], right) : 0
            best = (score, StepSpectrum.frequencies[index] + StepSpectrum.spacing * shift)
        }
        return best.frequency
    }

    /// exp(−½ (octaves / spread)²)
    private static func bell(_ octaves: Double, spread: Double) -> Double {
        exp(-0.5 * (octaves / spread) * (octaves / spread))
    }

    /// Where the parabola through three values, one apart, has its vertex, from the middle one.
    private static func vertex(_ left: Float, _ middle: Float, _ right: Float) -> Double {
        let curvature = left - 2 * middle + right
        return curvature < 0 ? Double((left - right) / (2 * curvature)) : 0
    }

    /// Adds the peaks of the filtered signal from a point on; those of the last quarter wait.
    private mutating func findPeaks(
        of window: MotionWindow, cadence: Double, from first: Int, to steps: inout [Int64]
    ) {
        let begin = max(0, first - 2)
        signal.filter(to: cadence, from: begin)
        let filtered = signal.filtered
        var highest: Float = 0
        for index in begin..<StepSignal.count { highest = max(highest, filtered[index].magnitude) }
        let least = max(Self.leastPeak.absolute, Self.leastPeak.share * highest)
        let step = Double(2 * WindowGrid.step)
        let earliest = window.start + Int64(proven: Double(first) * step - 0.3e9 / cadence)
        let certain = window.start + 3 * WindowGrid.duration / 4
        tail.removeAll(keepingCapacity: true)
        for index in begin + 1..<StepSignal.count - 1 {
            let (left, middle, right) = (filtered[index - 1], filtered[index], filtered[index + 1])
            guard middle > left, middle >= right, middle > least, !signal.isStill(at: index, below: Self.stillness)
            else { continue }
            // A point lies between two of the grid.
            let time = window.start + Int64(proven: (Double(index) + 0.25 + Self.vertex(left, middle, right)) * step)
            guard time >= earliest else { continue }
            if time < certain { add(time, cadence: cadence, to: &steps) } else { tail.append(time) }
        }
    }

    /// Adds a step, unless it is the last one again, and before it those that a time without a rhythm hides.
    private mutating func add(_ time: Int64, cadence: Double, to steps: inout [Int64]) {
        if let last {
            let distance = Nanoseconds.seconds(time - last.time)
            guard distance >= Self.leastPeriod / cadence else { return }
            if keepsMoving, distance < Self.longestFill {
                let periods = Int64(proven: (distance * (cadence + last.cadence) / 2).rounded())
                for period in stride(from: 1, to: periods, by: 1) {
                    steps.append(last.time + (time - last.time) * period / periods)
                }
            }
        }
        steps.append(time)
        last = (time, cadence)
        keepsMoving = true
    }
}

extension StepCounter: StatePassing {
    /// Passes what is known of the windows before.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(&last, of: (0, 1)) { last, archive in
            archive.pass(time: &last.time)
            archive.pass(cadence: &last.cadence)
        }
        archive.pass(&rhythm, of: 1) { $1.pass(cadence: &$0) }
        archive.pass(&keepsMoving)
        archive.pass(times: &tail)
        archive.require(times: tail)
    }
}

extension StateArchive {
    fileprivate mutating func pass(cadence: inout Double) {
        pass(&cadence)
        require((1...4).contains(cadence))
    }
}
