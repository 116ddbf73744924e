// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The waiting readings of one sensor, in time order, without repetition.
struct SensorLane: Sendable {
    /// The result of ``insert(_:)``.
    enum Outcome: Sendable {
        case taken
        /// A reading of that time is already there.
        case repeated
        /// Later readings have already been released.
        case late
    }

    private let isScalar: Bool
    private var readings: [SensorSample] = []
    private var head = 0
    /// Ascending times of released readings, which identify repeated ones.
    private var passed: [Int64] = []
    private var steps: [Int64] = []
    private var nextStep = 0
    private(set) var medianStep: Int64 = 0
    /// Readings at or before this time are too late.
    private(set) var watermark = Int64.min

    private static let mostPassed = 2048
    private static let mostSteps = 64

    /// The time of the newest reading; nil before the first.
    private(set) var newest: Int64?

    /// The number of waiting readings.
    var count: Int { readings.count - head }
    /// True if the readings are too rare to show whether one is missing.
    var isSlow: Bool { medianStep == 0 ? isScalar : medianStep > Self.longestEvenStep }
    var waiting: ArraySlice<SensorSample> { readings[head...] }
    var next: SensorSample? { head < readings.count ? readings[head] : nil }

    /// A lane without readings. A scalar's lane counts as slow until its rate is known.
    init(isScalar: Bool = false) { self.isScalar = isScalar }

    /// Inserts a reading by its time.
    mutating func insert(_ reading: SensorSample) -> Outcome {
        let time = reading.nanoseconds
        guard time > watermark else { return Self.holds(passed, time) ? .repeated : .late }
        newest = max(newest ?? time, time)
        guard let last = readings.last, head < readings.count, last.nanoseconds >= time else {
            readings.append(reading)
            return .taken
        }
        let place = waiting.partitioningIndex { $0.nanoseconds >= time }
        guard place == readings.count || readings[place].nanoseconds != time else { return .repeated }
        readings.insert(reading, at: place)
        return .taken
    }

    /// Releases the next reading.
    mutating func takeNext() {
        let time = readings[head].nanoseconds
        head += 1
        if let last = passed.last { note(step: time - last) }
        passed.append(time)
        if passed.count >= 2 * Self.mostPassed { passed.removeFirst(passed.count - Self.mostPassed) }
        close(at: time)
    }

    /// Makes readings at or before `time` too late.
    mutating func close(at time: Int64) { watermark = max(watermark, time) }

    /// Frees the memory of released readings, and computes the median step.
    mutating func compact() {
        if head == readings.count {
            readings.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1024 {
            readings.removeFirst(head)
            head = 0
        }
        if steps.count > 4 { medianStep = steps.sorted()[steps.count / 2] }
    }

    /// The time up to which the readings have no hole: that of the last reading before a long step. A hole whose later
    /// side is older than `limit` does not count.
    func frontier(waitingSince limit: Int64) -> Int64? {
        guard let newest else { return nil }
        guard head < readings.count else { return max(newest, watermark) }
        guard !isSlow else { return newest }
        let step = medianStep > 0 ? medianStep : Self.stepAtFirst
        // One reading that is missing makes a step of two; clocks of phones are more even than that.
        let longest = step * 8 / 5
        guard var before = passed.last ?? next?.nanoseconds else { return newest }
        for reading in readings[head...] {
            if reading.nanoseconds - before > longest, reading.nanoseconds > limit { return before }
            before = reading.nanoseconds
        }
        return newest
    }

    private static let stepAtFirst: Int64 = 20_000_000
    private static let longestEvenStep: Int64 = 200_000_000

    /// True if an ascending list contains `time`.
    private static func holds(_ times: [Int64], _ time: Int64) -> Bool {
        let place = times.partitioningIndex { $0 >= time }
        return place < times.count && times[place] == time
    }

    private mutating func note(step: Int64) {
        guard step < Nanoseconds.perSecond * 10 else { return }
        if steps.count < Self.mostSteps {
            steps.append(step)
        } else {
            steps[nextStep] = step
            nextStep = (nextStep + 1) % Self.mostSteps
        }
    }
}
