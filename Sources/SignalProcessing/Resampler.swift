package import MotionTypes

/// Brings samples of any rate and a jittered clock to a uniform grid, low-passed so that nothing aliases.
///
/// Every output is a weighted mean of the samples around it,
///
///     y(t) = Σ h(t − tᵢ) Δᵢ xᵢ / Σ h(t − tᵢ) Δᵢ,   Δᵢ = (tᵢ₊₁ − tᵢ₋₁) / 2
///
/// the convolution with the low-pass h as a sum over the real sample times. Δ makes dense and sparse stretches count by the
/// time they cover, the division keeps a constant (gravity) exact at any spacing. One low-pass serves as anti-alias
/// filter for fast logs and as interpolator for slow ones, down to a rate of twice its stop band's edge.
///
/// A step of more than `maximumGap` ends the segment: nothing is computed across it, and a new grid begins at the next
/// sample. A step of more than `maximumSpacing` within a segment is filled by a straight line first, as h alone may sum
/// to nothing there. The filter's support is cut off at both ends of a segment.
///
/// A pure state machine: samples go in with ``append(_:at:to:)``, which puts out the grid values that they complete.
package struct Resampler: Sendable {
    /// What the resampler is set to.
    package struct Settings: Sendable, Hashable {
        /// Nanoseconds from one output to the next.
        package var step: Int64
        /// The low-pass's −6 dB point, in Hz.
        package var cutoff: Double
        /// Half the low-pass's support, in nanoseconds.
        package var halfWidth: Int64
        /// The longest step between samples that is bridged, in nanoseconds.
        package var maximumGap: Int64
        /// The longest step between samples that needs no line in between, in nanoseconds.
        package var maximumSpacing: Int64

        /// Settings; the defaults give 25 Hz with a pass band up to 7 Hz and a stop band from 10.2 Hz.
        package init(
            step: Int64 = 40_000_000, cutoff: Double = 8.5, halfWidth: Int64 = 500_000_000,
            maximumGap: Int64 = 500_000_000, maximumSpacing: Int64 = 75_000_000
        ) {
            self.step = step
            self.cutoff = cutoff
            self.halfWidth = halfWidth
            self.maximumGap = maximumGap
            self.maximumSpacing = maximumSpacing
        }
    }

    /// One value of the uniform grid.
    package struct Output: Sendable, Hashable {
        /// The filtered value.
        package var value: SIMD3<Float>
        /// When, in nanoseconds of the samples' clock.
        package var time: Int64
        /// True for the first value of a segment: a gap or the beginning lies before it.
        package var startsSegment: Bool
    }

    private let settings: Settings
    private let kernel: LowPassKernel
    private let phase: Int64?
    /// The newest sample, not weighted yet since its successor is not known.
    private var newest: (value: SIMD3<Float>, time: Int64)?
    private var stepBeforeNewest: Int64 = 0
    /// Σ h Δ x in three planes, one for each axis, and Σ h Δ in the fourth, for grid points one after the other. Each sample
    /// is spread over the points that it reaches; a point is done when no later sample can reach it.
    private var sums: [Float]
    /// How many grid points a plane has.
    private let plane: Int
    /// The next output's place in `sums`, and its time.
    private var nextOutput: (place: Int, time: Int64) = (0, 0)
    /// The first grid point that the newest weighted sample reaches: its place in `sums`, and its time.
    private var firstReached: (place: Int, time: Int64) = (0, 0)
    private var nextStartsSegment = true
    /// A step up to which nothing is to be done between two samples.
    private let ordinaryStep: Int64
    private let isWide: Bool

    /// A resampler. With `gridPhase`, every output time is that phase modulo the step, so that two sensors share a
    /// grid; without it each segment's grid begins at its first sample. Wide vectors are used where the processor has them.
    package init(settings: Settings = Settings(), gridPhase: Int64? = nil, isWide: Bool = WideVectors.areThere) {
        precondition(settings.step > 0 && settings.maximumSpacing > 0, "a grid needs a positive step")
        precondition(
            settings.maximumSpacing <= settings.halfWidth && settings.step <= settings.halfWidth,
            "the low-pass must reach from sample to sample and from output to output")
        self.settings = settings
        self.isWide = isWide
        ordinaryStep = min(settings.maximumGap, settings.maximumSpacing)
        kernel = settings == Settings() ? Self.ordinaryKernel : Self.kernel(settings)
        phase = gridPhase
        plane = 32 * kernel.reach
        sums = Array(repeating: 0, count: 4 * plane)
    }

    /// The low-pass of the default settings, which nearly all resamplers share.
    private static let ordinaryKernel = kernel(Settings())

    private static func kernel(_ settings: Settings) -> LowPassKernel {
        LowPassKernel(cutoff: settings.cutoff, halfWidth: settings.halfWidth, step: settings.step)
    }

    /// Takes a sample whose time, in nanoseconds, is greater than the last one's; others are ignored. The outputs
    /// that no later sample can change are appended to `outputs`.
    package mutating func append(_ value: SIMD3<Float>, at time: Int64, to outputs: inout [Output]) {
        guard let last = newest else {
            startSegment(value, time)
            return
        }
        let step = time &- last.time
        guard step > 0 else { return }
        if step > ordinaryStep {
            guard bridge(last, value, time, to: &outputs) else { return }
        }
        push(value, time, to: &outputs)
    }

    /// Fills a long step by a straight line; false if it is too long for that, and the sample begins a segment.
    private mutating func bridge(
        _ last: (value: SIMD3<Float>, time: Int64), _ value: SIMD3<Float>, _ time: Int64, to outputs: inout [Output]
    ) -> Bool {
        let step = time &- last.time
        if step > settings.maximumGap {
            finish(to: &outputs)
            startSegment(value, time)
            return false
        }
        let parts = step / settings.maximumSpacing + 1
        for part in 1..<parts {
            let fraction = Float(part) / Float(parts)
            push(last.value + (value - last.value) * fraction, last.time + step * part / parts, to: &outputs)
        }
        return true
    }

    /// Ends the current segment: what its samples still support is appended to `outputs`.
    package mutating func finish(to outputs: inout [Output]) {
        guard let last = newest else { return }
        weigh(last.value, at: last.time, stepAfter: stepBeforeNewest)
        newest = nil
        computeOutputs(through: last.time, to: &outputs)
    }

    private mutating func startSegment(_ value: SIMD3<Float>, _ time: Int64) {
        newest = (value, time)
        stepBeforeNewest = 0
        nextStartsSegment = true
        var start = time
        if let phase {
            // The first grid point at or after the sample.
            let remainder = (time - phase) % settings.step
            start = remainder == 0 ? time : time - remainder + (remainder > 0 ? settings.step : 0)
        }
        // Samples also reach points before the segment; these have places and are never read.
        for place in sums.indices { sums[place] = 0 }
        nextOutput = (kernel.reach, start)
        firstReached = (0, start - Int64(kernel.reach) * settings.step)
    }

    @inline(__always)
    private mutating func push(_ value: SIMD3<Float>, _ time: Int64, to outputs: inout [Output]) {
        guard let last = newest else { return }
        let step = time - last.time
        weigh(last.value, at: last.time, stepAfter: step)
        stepBeforeNewest = step
        newest = (value, time)
        let limit = time - settings.halfWidth
        if nextOutput.time <= limit { computeOutputs(through: limit, to: &outputs) }
    }

    /// Spreads the newest sample over the grid points that it reaches.
    @inline(__always)
    private mutating func weigh(_ value: SIMD3<Float>, at time: Int64, stepAfter: Int64) {
        // At a segment's ends the one known step counts twice; a lone sample weighs 1.
        let before = stepBeforeNewest == 0 ? stepAfter : stepBeforeNewest
        let after = stepAfter == 0 ? before : stepAfter
        let weight = before == 0 ? 1 : Float(before + after) * 0.5e-9
        let supportStart = time - settings.halfWidth
        while firstReached.time < supportStart {
            firstReached.time += settings.step
            firstReached.place += 1
        }
        if firstReached.place + kernel.reach > plane { makeRoom() }
        kernel.spread(
            SIMD4(value, 1) * weight, phase: firstReached.time - supportStart, over: &sums, plane: plane,
            from: firstReached.place, isWide: isWide)
    }

    /// Moves the sums that are still needed to the front; in bulk, so that the cost per sample is constant.
    private mutating func makeRoom() {
        let spent = firstReached.place
        for first in stride(from: 0, to: sums.count, by: plane) {
            for place in first..<first + plane - spent { sums[place] = sums[place + spent] }
            for place in first + plane - spent..<first + plane { sums[place] = 0 }
        }
        firstReached.place = 0
        nextOutput.place -= spent
    }

    /// Puts out the grid points up to a time, which no further sample reaches.
    private mutating func computeOutputs(through limit: Int64, to outputs: inout [Output]) {
        while nextOutput.time <= limit {
            let place = nextOutput.place
            let sum = SIMD3(sums[place], sums[place + plane], sums[place + 2 * plane])
            outputs.append(
                Output(
                    value: sum / sums[place + 3 * plane], time: nextOutput.time, startsSegment: nextStartsSegment))
            nextStartsSegment = false
            nextOutput.time += settings.step
            nextOutput.place += 1
        }
    }
}

extension Resampler: StatePassing {
    /// Passes the newest sample and the sums that it, or a later one, may still change.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(&newest, of: (SIMD3(), 0)) { newest, archive in
            archive.pass(&newest.value)
            archive.pass(time: &newest.time)
        }
        archive.pass(&stepBeforeNewest)
        archive.pass(&nextOutput.place)
        archive.pass(time: &nextOutput.time)
        archive.pass(&firstReached.place)
        archive.pass(time: &firstReached.time)
        archive.pass(&nextStartsSegment)
        let first = firstReached.place
        let isWithin = (0...plane - kernel.reach).contains(first) && (first...plane).contains(nextOutput.place)
        archive.require(isWithin)
        guard isWithin, !archive.isDamaged else { return }
        archive.require(isInStep)
        // Points before the first that can be reached have been put out, those behind the reach have no sample yet.
        for start in stride(from: first, to: sums.count, by: plane) {
            for place in start..<start + kernel.reach { archive.pass(&sums[place]) }
        }
    }
}

extension Resampler {
    /// Whether no sample has come since the beginning or the end of a segment.
    package var isBetweenSegments: Bool { newest == nil }

    /// Whether places and times belong together, and lie around the newest sample as they do when samples come one after the other:
    /// else the next one would be spread beyond the sums, or grid points without end put out.
    private var isInStep: Bool {
        let points = Int64(nextOutput.place - firstReached.place)
        guard nextOutput.time - firstReached.time == points * settings.step else { return false }
        guard let newest else { return true }
        // The newest sample is not weighed yet; the one before it lies a step back, or there is none.
        let reach = Int64(kernel.reach) * settings.step
        return (0...settings.maximumSpacing).contains(stepBeforeNewest)
            && nextOutput.time > newest.time - settings.halfWidth && nextOutput.time < newest.time + settings.step
            && firstReached.time >= newest.time - max(reach, settings.halfWidth + settings.maximumSpacing)
            && firstReached.time < newest.time - settings.halfWidth + settings.step
    }
}

extension Resampler.Output: StatePassing {
    /// A value to read another into.
    package static let blank = Resampler.Output(value: SIMD3(), time: 0, startsSegment: false)

    /// Passes value, time and whether a segment begins.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(&value)
        archive.pass(time: &time)
        archive.pass(&startsSegment)
    }
}
