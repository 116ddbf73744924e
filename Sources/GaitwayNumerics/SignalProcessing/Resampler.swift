// SPDX-License-Identifier: Apache-2.0
internal import CVectors
package import GaitwayBase

/// Brings samples of any rate and a jittered clock to a uniform grid, low-passed so that nothing aliases.
///
/// Every output is a weighted mean of the samples around it,
///
///     y(t) = Σ h(t − tᵢ) Δᵢ xᵢ / Σ h(t − tᵢ) Δᵢ,   Δᵢ = (tᵢ₊₁ − tᵢ₋₁) / 2
///
/// the convolution with the low-pass h as a sum over the real sample times. Δ makes dense and sparse stretches count by
/// the time they cover, the division keeps a constant (gravity) exact at any spacing. One low-pass serves as anti-alias
/// filter for fast logs and as interpolator for slow ones, down to a rate of twice its stop band's edge.
///
/// A step of more than `maximumGap` ends the segment: nothing is computed across it, and a new grid begins at the next
/// sample. A step of more than `maximumSpacing` within a segment is filled by a straight line first, as h alone may sum
/// to nothing there. The filter's support is cut off at both ends of a segment.
///
/// A pure state machine: samples go in with ``append(_:at:to:)``. Grid values that they complete wait until they are
/// taken, or are many, or the segment ends: to compute them in runs is several times faster than one by one.
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
            maximumGap: Int64 = SensorSample.longestStep, maximumSpacing: Int64 = 75_000_000
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

    /// A sample as it came.
    private struct Sample {
        var value: SIMD3<Float>
        var time: Int64
    }

    /// How many samples are spread together at the most.
    private static let longestRun = 127

    private let settings: Settings
    private let kernel: LowPassKernel
    private let phase: Int64?
    /// The samples of the segment that are not spread yet. The newest is always here, as its weight depends on its
    /// successor; between segments the list is empty.
    private var samples = [Sample](repeating: Sample(value: SIMD3(), time: 0), count: longestRun + 1)
    private var held = 0
    private var newestTime: Int64 = 0
    /// The step before the first of the samples; 0 for the first of a segment.
    private var stepBefore: Int64 = 0
    private var weighed = [WeighedSample](repeating: WeighedSample(), count: longestRun)
    /// Σ h Δ x in three planes, one for each axis, and Σ h Δ in the fourth, for grid points one after the other. Each
    /// sample is spread over the points that it reaches; a point is done when no later sample can reach it.
    private var sums: [Float]
    /// How many grid points a plane has.
    private let plane: Int
    /// The next output's place in `sums`, and its time.
    private var nextOutput: (place: Int, time: Int64) = (0, 0)
    /// How many outputs are complete and not taken.
    package private(set) var waiting = 0
    /// The time of the sample that completes one more.
    private var due: Int64 = 0
    /// The first grid point that the newest weighted sample reaches: its place in `sums`, and its time.
    private var firstReached: (place: Int, time: Int64) = (0, 0)
    private var nextStartsSegment = true
    /// A step up to which nothing is to be done between two samples.
    private let ordinaryStep: Int64
    private let isWide: Bool

    /// A resampler. With `gridPhase`, every output time is that phase modulo the step, so that two sensors share a
    /// grid; without it each segment's grid begins at its first sample. Wide vectors are used where the processor has
    /// them.
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

    /// Takes a sample whose time, in nanoseconds, is greater than the last one's; others are ignored. Outputs that no
    /// later sample can change wait, or are appended to `outputs`.
    package mutating func append(_ value: SIMD3<Float>, at time: Int64, to outputs: inout [Output]) {
        guard held > 0 else {
            startSegment(value, time)
            return
        }
        let step = time &- newestTime
        guard step > 0 else { return }
        if step > ordinaryStep {
            guard bridge(value, time, to: &outputs) else { return }
        }
        push(value, time, to: &outputs)
    }

    /// Appends the outputs that wait.
    package mutating func take(to outputs: inout [Output]) {
        guard waiting > 0 else { return }
        spread()
        let first = outputs.count
        let blank = Output(value: SIMD3(), time: 0, startsSegment: false)
        outputs.append(contentsOf: repeatElement(blank, count: waiting))
        Self.put(sums, plane: plane, from: nextOutput, step: settings.step, into: &outputs, from: first)
        outputs[first].startsSegment = nextStartsSegment
        nextStartsSegment = false
        nextOutput.place += waiting
        nextOutput.time += Int64(waiting) * settings.step
        waiting = 0
    }

    /// Ends the current segment: what its samples still support is appended to `outputs`.
    package mutating func finish(to outputs: inout [Output]) {
        guard held > 0 else { return }
        spread(isEnd: true)
        // No sample comes that could reach the points up to the last one.
        due -= settings.halfWidth
        count(through: newestTime)
        take(to: &outputs)
    }

    /// The time of the last output that waits; nil if none does.
    package var lastWaiting: Int64? { waiting > 0 ? nextOutput.time + Int64(waiting - 1) * settings.step : nil }

    /// Fills a long step by a straight line; false if it is too long for that, and the sample begins a segment.
    private mutating func bridge(_ value: SIMD3<Float>, _ time: Int64, to outputs: inout [Output]) -> Bool {
        let step = time &- newestTime
        if step > settings.maximumGap {
            finish(to: &outputs)
            startSegment(value, time)
            return false
        }
        let parts = step / settings.maximumSpacing + 1
        let last = samples[held - 1]
        for part in 1..<parts {
            let fraction = Float(part) / Float(parts)
            push(last.value + (value - last.value) * fraction, last.time + step * part / parts, to: &outputs)
        }
        return true
    }

    private mutating func startSegment(_ value: SIMD3<Float>, _ time: Int64) {
        samples[0] = Sample(value: value, time: time)
        held = 1
        newestTime = time
        stepBefore = 0
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
        due = start + settings.halfWidth
        firstReached = (0, start - Int64(kernel.reach) * settings.step)
    }

    @inline(__always)
    private mutating func push(_ value: SIMD3<Float>, _ time: Int64, to outputs: inout [Output]) {
        samples[held] = Sample(value: value, time: time)
        held += 1
        newestTime = time
        if time >= due {
            count(through: time)
            // More would leave no room in the sums.
            if waiting >= 8 * kernel.reach { take(to: &outputs) }
        }
        if held > Self.longestRun { spread() }
    }

    /// Counts the outputs that samples up to a time complete.
    private mutating func count(through time: Int64) {
        while due <= time {
            waiting += 1
            due += settings.step
        }
    }

    /// Spreads the samples over the grid points that they reach; the newest only at the end of the segment.
    private mutating func spread(isEnd: Bool = false) {
        let count = isEnd ? held : held - 1
        var first = 0
        while first < count {
            let end = weigh(from: first, to: min(count, first + Self.longestRun))
            kernel.spread(weighed, count: end - first, over: &sums, plane: plane, isWide: isWide)
            if firstReached.place + kernel.reach > plane { makeRoom() }
            first = end
        }
        guard count > 0 else { return }
        held -= count
        if held > 0 { samples[0] = samples[count] }
    }

    /// Weighs the samples of a range as long as the points that they reach have places, and returns the end of those.
    private mutating func weigh(from first: Int, to end: Int) -> Int {
        Self.weigh(
            samples, count: held, from: first, to: end, kernel: kernel, settings: settings,
            plane: plane, before: &stepBefore, reached: &firstReached, into: &weighed)
    }

    // Spans of several arrays of one value would overlap; as arguments they do not.
    private static func weigh(
        _ samples: [Sample], count: Int, from first: Int, to end: Int, kernel: LowPassKernel, settings: Settings,
        plane: Int, before: inout Int64, reached: inout (place: Int, time: Int64), into weighed: inout [WeighedSample]
    ) -> Int {
        let samples = samples.span.extracting(first: count)
        var weighed = weighed.mutableSpan
        precondition(first >= 0 && end <= samples.count && end - first <= weighed.count, "a run lies in the samples")
        var (point, left) = (reached, before)
        defer { (reached, before) = (point, left) }
        for index in first..<end {
            let sample = samples.element(index)
            let supportStart = sample.time &- settings.halfWidth
            while point.time < supportStart {
                point.time &+= settings.step
                point.place &+= 1
            }
            guard point.place &+ kernel.reach <= plane else { return index }
            let step = index &+ 1 < samples.count ? samples.element(index &+ 1).time &- sample.time : 0
            // At a segment's ends the one known step counts twice; a lone sample weighs 1.
            let steps = (left == 0 ? step : left) &+ (step == 0 ? left : step)
            let weight = steps == 0 ? 1 : Float(steps) * 0.5e-9
            left = step
            let value = kernel.weighed(
                SIMD4(sample.value, 1) * weight, phase: point.time &- supportStart, place: point.place)
            weighed.set(value, at: index &- first)
        }
        return end
    }

    /// Moves the sums that are still needed to the front; in bulk, so that the cost per sample is constant.
    private mutating func makeRoom() {
        let spent = min(firstReached.place, nextOutput.place)
        for first in stride(from: 0, to: sums.count, by: plane) {
            for place in first..<first + plane - spent { sums[place] = sums[place + spent] }
            for place in first + plane - spent..<first + plane { sums[place] = 0 }
        }
        firstReached.place -= spent
        nextOutput.place -= spent
    }

    /// Writes the values of grid points, from a place in the sums on, to the end of `outputs`.
    private static func put(
        _ sums: [Float], plane: Int, from point: (place: Int, time: Int64), step: Int64, into outputs: inout [Output],
        from first: Int
    ) {
        let sums = sums.span
        var outputs = outputs.mutableSpan
        precondition(first >= 0 && point.place >= 0 && point.place + outputs.count - first <= plane)
        precondition(sums.count == 4 * plane)
        for index in first..<outputs.count {
            let place = point.place &+ index &- first
            let sum = SIMD4(sums.element(place), sums.element(place &+ plane), sums.element(place &+ 2 &* plane), 0)
            let mean = sum / SIMD4(repeating: sums.element(place &+ 3 &* plane))
            let value = SIMD3(mean.x, mean.y, mean.z)
            let time = point.time &+ Int64(truncatingIfNeeded: index &- first) &* step
            outputs.set(Output(value: value, time: time, startsSegment: false), at: index)
        }
    }
}

extension Resampler: StatePassing {
    /// Passes the newest sample and the sums that it, or a later one, may still change; the outputs have been taken.
    package mutating func pass(through archive: inout StateArchive) {
        archive.require(waiting == 0)
        if held > 0 {
            spread()
            makeRoom()
        }
        var newest = held > 0 ? samples[0] : nil
        archive.pass(&newest, of: Sample(value: SIMD3(), time: 0)) { newest, archive in
            archive.pass(&newest.value)
            archive.pass(time: &newest.time)
        }
        held = newest == nil ? 0 : 1
        if let newest { samples[0] = newest }
        newestTime = newest?.time ?? 0
        archive.pass(&stepBefore)
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
        due = nextOutput.time + settings.halfWidth
        // Points before the first that can be reached have been put out, those behind the reach have no sample yet.
        for start in stride(from: first, to: sums.count, by: plane) {
            for place in start..<start + kernel.reach { archive.pass(&sums[place]) }
        }
    }
}

extension Resampler {
    /// Whether no sample has come since the beginning or the end of a segment.
    package var isBetweenSegments: Bool { held == 0 }

    /// Whether places and times belong together, and lie around the newest sample as they do when samples come one
    /// after the other: else the next one would be spread beyond the sums, or grid points without end put out.
    private var isInStep: Bool {
        let points = Int64(nextOutput.place - firstReached.place)
        guard nextOutput.time - firstReached.time == points * settings.step else { return false }
        guard held > 0 else { return true }
        // The newest sample is not weighed yet; the one before it lies a step back, or there is none.
        let reach = Int64(kernel.reach) * settings.step
        return (0...settings.maximumSpacing).contains(stepBefore)
            && nextOutput.time > newestTime - settings.halfWidth && nextOutput.time < newestTime + settings.step
            && firstReached.time >= newestTime - max(reach, settings.halfWidth + settings.maximumSpacing)
            && firstReached.time < newestTime - settings.halfWidth + settings.step
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
