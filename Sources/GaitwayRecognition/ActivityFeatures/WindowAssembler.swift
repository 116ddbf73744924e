// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics

/// Turns a recording's samples, in time order, into windows on the uniform grid.
///
/// A pure state machine: samples go in one by one, events come out, and how the samples were grouped does not matter. A
/// window is complete when the low-pass has what it needs after its last grid point, 0.5 s. It then waits for the
/// gyroscope, if that is alive: until it has come as far, or has been silent for 0.5 s and counts as missing. A
/// gyroscope with a gap at each step has come as far with its samples. Any other sensor shows that the accelerometer is
/// silent, so that its windows from before a gap never come after what is said about the gap.
package struct WindowAssembler: Sendable {
    /// What the samples brought about.
    package enum Event: Sendable, Hashable {
        case window(MotionWindow)
        /// The first half of the first window after a gap or the beginning.
        case beginning(WindowBeginning)
        /// The accelerometer was silent from its last sample before a gap to its first after.
        case gap(from: Int64, to: Int64)
    }

    /// A window whose acceleration is complete, or the first half of one.
    private struct Pending: Sendable {
        var start: Int64
        var startsSegment: Bool
        var samples: Int
        var fault: SensorFault?
        var acceleration: [SIMD3<Float>]
        var recorded: RecordedAcceleration?
    }

    /// A raw accelerometer sample, when it was taken, and what it says about a fault.
    private struct Reading: Sendable {
        var time: Int64
        var value: SIMD3<Float>
        var sign: ReadingSign
    }

    /// The least samples per second from which windows have the total acceleration as recorded; nil: none has.
    private let recordedFrom: Double?
    /// Whether the first half of a first window is an event.
    private let givesBeginnings: Bool
    private let settings = Resampler.Settings()
    private var accelerationResampler = Resampler(settings: .init(), gridPhase: 0)
    private var rotationResampler = Resampler(settings: .init(), gridPhase: 0)
    private var barometer = BarometerHistory()
    private var speeds = SpeedHistory()
    private var steadyRate = SteadyRate()
    private var acceleration: [Resampler.Output] = []
    private var rotation: [Resampler.Output] = []
    /// The raw accelerometer samples since the start of the next window.
    private var readings: [Reading] = []
    private var lastValue: SIMD3<Float>?
    /// Total or linear acceleration, whichever comes first; the other is left alone.
    private var accelerometer: Sensor?
    /// Times of the raw gyroscope samples since the start of the next window.
    private var rotationTimes: [Int64] = []
    private var pending: [Pending] = []
    private var nextStartsSegment = true
    private var newestAcceleration: Int64?
    private var newestRotation: Int64?
    private var newest: Int64 = .min
    private var events: [Event] = []

    /// An assembler that has seen nothing.
    ///
    /// - Parameter recordedFrom: the least accelerometer samples per second from which windows have the total
    ///   acceleration as recorded; nil: none has.
    /// - Parameter givesBeginnings: whether the first half of the first window of each segment is an event.
    package init(recordedFrom: Double? = nil, givesBeginnings: Bool = false) {
        self.recordedFrom = recordedFrom
        self.givesBeginnings = givesBeginnings
    }

    /// How many points of acceleration are worth a look for windows.
    private var wanted: Int {
        givesBeginnings && nextStartsSegment && acceleration.count < WindowGrid.hop ? WindowGrid.hop : WindowGrid.count
    }

    /// Takes a sample; true if events wait to be taken. Sensors that windows do not use are ignored.
    @discardableResult
    package mutating func append(_ sample: SensorSample) -> Bool {
        if sample.sensor == .speed {
            // No window waits for a fix, and a fix may have a wrong clock.
            speeds.append(sample.value.x, at: sample.nanoseconds)
            return !events.isEmpty
        }
        newest = max(newest, sample.nanoseconds)
        switch sample.sensor {
        case .acceleration, .linearAcceleration:
            if accelerometer == nil { accelerometer = sample.sensor }
            if sample.sensor == accelerometer { appendAcceleration(sample) }
        case .rotationRate:
            rotationResampler.append(sample.value, at: sample.nanoseconds, to: &rotation)
            newestRotation = sample.nanoseconds
            rotationTimes.append(sample.nanoseconds)
            endSilentSegment(at: sample.nanoseconds)
            if pending.isEmpty { forgetRotation(before: sample.nanoseconds) } else { resolvePending() }
        case .pressure:
            barometer.append(sample.value.x, at: sample.nanoseconds)
            endSilentSegment(at: sample.nanoseconds)
        case .speed: break
        }
        return !events.isEmpty
    }

    /// Takes samples up to the first that brings events about, and returns the index behind it; the end of the
    /// samples if none does.
    package mutating func append(_ samples: [SensorSample], from first: Int) -> Int {
        for index in first..<samples.count where append(samples[index]) { return index + 1 }
        return samples.count
    }

    /// Ends the recording: what is complete comes out.
    package mutating func finish() {
        let first = acceleration.count
        accelerationResampler.finish(to: &acceleration)
        rotationResampler.finish(to: &rotation)
        collectAcceleration(from: first)
        resolvePending(isFinal: true)
    }

    /// Moves the events since the last call to the end of `destination`.
    package mutating func takeEvents(into destination: inout [Event]) {
        guard !events.isEmpty else { return }
        destination.append(contentsOf: events)
        events.removeAll(keepingCapacity: true)
    }

    private mutating func appendAcceleration(_ sample: SensorSample) {
        let previous = newestAcceleration
        newestAcceleration = sample.nanoseconds
        // A gyroscope that fell silent has the rest of its segment to give before windows do without it.
        if let newestRotation, sample.nanoseconds - newestRotation > settings.maximumGap {
            rotationResampler.finish(to: &rotation)
        }
        let first = acceleration.count
        accelerationResampler.append(sample.value, at: sample.nanoseconds, to: &acceleration)
        if acceleration.count + accelerationResampler.waiting >= wanted {
            accelerationResampler.take(to: &acceleration)
        }
        if acceleration.count > first { collectAcceleration(from: first) }
        readings.append(
            Reading(
                time: sample.nanoseconds, value: sample.value, sign: ReadingSign(of: sample.value, after: lastValue)))
        lastValue = sample.value
        if !pending.isEmpty { resolvePending() }
        if let previous, sample.nanoseconds - previous > settings.maximumGap {
            // Windows from before the gap come before it: the gyroscope cannot add to them any more.
            resolvePending(isFinal: true)
            readings.removeFirst(readings.count - 1)
            events.append(.gap(from: previous, to: sample.nanoseconds))
        }
    }

    /// Ends the segment of an accelerometer that has been silent for longer than a window may span.
    @inline(__always)
    private mutating func endSilentSegment(at time: Int64) {
        guard let newestAcceleration, time - newestAcceleration > settings.maximumGap else { return }
        endSegment(at: time)
    }

    @inline(never)
    private mutating func endSegment(at time: Int64) {
        let isRotationSilent = newestRotation.map { time - $0 > settings.maximumGap } ?? true
        if isRotationSilent { rotationResampler.finish(to: &rotation) }
        let first = acceleration.count
        accelerationResampler.finish(to: &acceleration)
        if acceleration.count > first { collectAcceleration(from: first) }
        if isRotationSilent { resolvePending(isFinal: true) }
    }

    /// Cuts windows from the resampled acceleration, whose values from `first` on are new.
    private mutating func collectAcceleration(from first: Int) {
        var index = first
        while index < acceleration.count {
            if acceleration[index].startsSegment, index > 0 {
                acceleration.removeFirst(index)
                index = 0
                nextStartsSegment = true
            }
            if index + 1 == WindowGrid.hop, nextStartsSegment, givesBeginnings { addPending(WindowGrid.hop) }
            if index + 1 == WindowGrid.count {
                completeWindow()
                index -= WindowGrid.hop
            }
            index += 1
        }
        resolvePending()
    }

    /// Adds the first `count` points of acceleration as a window, or as the first half of one.
    private mutating func addPending(_ count: Int) {
        let start = acceleration[0].time
        let own = Self.count(readings, from: start, to: start + Int64(count) * WindowGrid.step)
        let fault = SensorFault(
            readings: own.all, repeated: own.repeated, atEnd: own.atEnd, hasGravity: accelerometer == .acceleration)
        pending.append(
            Pending(
                start: start, startsSegment: nextStartsSegment, samples: own.all, fault: fault,
                acceleration: acceleration.prefix(count).map(\.value),
                recorded: count == WindowGrid.count ? recorded(from: start, count: own.all) : nil))
    }

    private mutating func completeWindow() {
        let start = acceleration[0].time
        addPending(WindowGrid.count)
        nextStartsSegment = false
        acceleration.removeFirst(WindowGrid.hop)
        let spent = readings.prefix { $0.time < start + WindowGrid.hopDuration }.count
        readings.removeFirst(spent)
    }

    /// The `count` readings from the start of a window on, if windows of their rate have them.
    private func recorded(from start: Int64, count: Int) -> RecordedAcceleration? {
        guard let recordedFrom, accelerometer == .acceleration, Self.rate(ofSamples: count) >= recordedFrom
        else { return nil }
        let first = readings.prefix { $0.time < start }.count
        let own = readings[first..<min(first + count, readings.count)]
        return RecordedAcceleration(times: own.map(\.time), values: own.map(\.value))
    }

    /// Samples per second of a window, or of another number of points on the grid.
    private static func rate(ofSamples count: Int, points: Int = WindowGrid.count) -> Double {
        Double(count) / Nanoseconds.product(Int64(points) * WindowGrid.step)
    }

    /// How many readings there are in a span of time, and how many of them are signs of a fault.
    private static func count(
        _ readings: [Reading], from start: Int64, to end: Int64
    ) -> (all: Int, repeated: Int, atEnd: Int) {
        var (all, repeated, atEnd) = (0, 0, 0)
        for reading in readings where reading.time >= start {
            guard reading.time < end else { break }
            all += 1
            switch reading.sign {
            case .sound: break
            case .repeated: repeated += 1
            case .atEnd: atEnd += 1
            }
        }
        return (all, repeated, atEnd)
    }

    /// Releases the pending windows that need not wait for the gyroscope any longer.
    private mutating func resolvePending(isFinal: Bool = false) {
        while let window = pending.first {
            let lastPoint = window.start + Int64(window.acceleration.count - 1) * WindowGrid.step
            let covered = (rotationResampler.lastWaiting ?? rotation.last?.time ?? .min) >= lastPoint
            if !covered, !isFinal, let newestRotation, let newestAcceleration,
                newestAcceleration - newestRotation <= settings.maximumGap,
                newestRotation < lastPoint + settings.halfWidth + settings.maximumGap
            {
                return
            }
            pending.removeFirst()
            release(window)
        }
    }

    private mutating func release(_ window: Pending) {
        let count = window.acceleration.count
        let end = window.start + Int64(count) * WindowGrid.step
        rotationResampler.take(to: &rotation)
        let spent = rotation.prefix { $0.time < window.start }.count
        rotation.removeFirst(spent)
        rotationTimes.removeFirst(rotationTimes.prefix { $0 < window.start }.count)
        let isWhole = count == WindowGrid.count
        let rate = Self.rate(ofSamples: window.samples, points: count)
        let own = MotionWindow(
            start: window.start, end: end, arrival: newest, startsSegment: window.startsSegment,
            rate: isWhole ? steadyRate.take(rate) : rate, acceleration: window.acceleration,
            recorded: window.recorded, hasGravity: accelerometer == .acceleration, fault: window.fault,
            rotationRate: rotationCovering(window.start, points: count),
            pressureSpread: barometer.spread(endingAt: end), pressure: barometer.mean(endingAt: end),
            speed: speeds.median(from: window.start - WindowGrid.speedLead, to: end))
        events.append(isWhole ? .window(own) : .beginning(WindowBeginning(of: own)))
    }

    /// Keeps the memory of rotation bounded while the accelerometer is silent and no window takes it.
    private mutating func forgetRotation(before elapsed: Int64) {
        guard elapsed - (newestAcceleration ?? .min / 2) > settings.maximumGap else { return }
        rotationResampler.take(to: &rotation)
        if rotation.count > 2 * WindowGrid.count { rotation.removeFirst(rotation.count - WindowGrid.count) }
        if rotationTimes.count > 16 * WindowGrid.count { rotationTimes.removeFirst(8 * WindowGrid.count) }
    }

    /// The rotation rate on a number of grid points, if one unbroken segment has them all, at a rate that carries the
    /// features' bands.
    private func rotationCovering(_ start: Int64, points: Int) -> [SIMD3<Float>]? {
        guard rotation.count >= points, rotation[0].time == start else { return nil }
        let length = Int64(points) * WindowGrid.step
        let samples = rotationTimes.prefix { $0 < start + length }.count
        guard Double(samples) >= WindowGrid.minimumRotationRate * Nanoseconds.product(length) else { return nil }
        let outputs = rotation.prefix(points)
        guard !outputs.dropFirst().contains(where: \.startsSegment) else { return nil }
        return outputs.map(\.value)
    }
}

extension WindowAssembler: StatePassing {
    /// Passes what is on its way to a window. Events have been taken.
    package mutating func pass(through archive: inout StateArchive) {
        let first = acceleration.count
        accelerationResampler.take(to: &acceleration)
        if acceleration.count > first { collectAcceleration(from: first) }
        rotationResampler.take(to: &rotation)
        archive.pass(&accelerationResampler)
        archive.pass(&rotationResampler)
        archive.pass(&barometer)
        archive.pass(&speeds)
        archive.pass(&steadyRate)
        archive.pass(&acceleration, of: .blank) { $1.pass(&$0) }
        archive.pass(&rotation, of: .blank) { $1.pass(&$0) }
        var times = readings.map(\.time)
        var signs = readings.map(\.sign)
        var values = recordedFrom == nil ? [] : readings.map(\.value)
        archive.pass(times: &times)
        archive.pass(&signs, of: .sound) { $1.pass(case: &$0) }
        if recordedFrom != nil { archive.pass(&values, of: SIMD3()) { $1.pass(&$0) } }
        archive.require(times: times)
        archive.require(times.count == signs.count)
        archive.require(recordedFrom == nil || times.count == values.count)
        readings = times.indices.prefix(signs.count).map { index in
            Reading(time: times[index], value: index < values.count ? values[index] : SIMD3(), sign: signs[index])
        }
        archive.pass(&lastValue, of: SIMD3()) { $1.pass(&$0) }
        archive.pass(&accelerometer, of: .acceleration) { $1.pass(case: &$0) }
        archive.pass(times: &rotationTimes)
        archive.require(times: rotationTimes)
        let keepsRecorded = recordedFrom != nil
        let empty = Pending(start: 0, startsSegment: false, samples: 0, fault: nil, acceleration: [])
        archive.pass(&pending, of: empty) { window, archive in
            archive.pass(time: &window.start)
            archive.pass(&window.startsSegment)
            archive.pass(count: &window.samples)
            archive.pass(&window.fault, of: .dead) { $1.pass(case: &$0) }
            archive.pass(&window.acceleration, of: SIMD3()) { $1.pass(&$0) }
            archive.require([WindowGrid.hop, WindowGrid.count].contains(window.acceleration.count))
            if keepsRecorded { archive.pass(&window.recorded, of: RecordedAcceleration()) { $1.pass(&$0) } }
        }
        archive.require(acceleration.count < WindowGrid.count)
        archive.pass(&nextStartsSegment)
        archive.pass(&newestAcceleration, of: 0) { $1.pass(time: &$0) }
        archive.pass(&newestRotation, of: 0) { $1.pass(time: &$0) }
        archive.pass(&newest)
        // Before the first sample no window is on its way.
        if newest == .min {
            archive.require(
                pending.isEmpty && acceleration.isEmpty && accelerationResampler.isBetweenSegments && readings.isEmpty)
        } else {
            archive.require(times: CollectionOfOne(newest))
        }
    }
}
