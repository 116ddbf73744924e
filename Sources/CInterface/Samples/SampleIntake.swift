// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayRecognition

/// Takes a program's samples: checks every one of a call before the first is used, merges them by time, and hands them
/// on in runs.
struct SampleIntake {
    /// The time of each sensor's newest sample.
    private var newest = [Int64](repeating: .min, count: Sensor.allCases.count)
    private var run: [SensorSample] = []
    private(set) var isFinished = false
    /// What it is a part of, in messages.
    private let noun: String

    /// Samples are passed on in runs of this length, so that memory stays small.
    private static let runLength = 4096

    init(of kind: HandleKind) { noun = kind.noun }

    /// An intake that goes on after the newest samples that another noted; nil if there are not as many as sensors.
    init?(of kind: HandleKind, after marks: [Int64]) {
        self.init(of: kind)
        guard marks.count == newest.count else { return nil }
        newest = marks
    }

    /// The times of the newest samples, to go on from.
    func marks() throws(CallError) -> [Int64] {
        try checkIsOpen()
        return newest
    }

    /// The largest time of all sensors but speed, whose clock may be another's; nil before the first sample.
    var end: Int64? {
        let times = Sensor.allCases.filter { $0 != .speed }.map { newest[Int($0.rawValue)] }
        return times.max().flatMap { $0 == .min ? nil : $0 }
    }

    /// All samples of a log are taken elsewhere, the last at `end`, and no more come.
    mutating func passOver(until end: Int64) throws(CallError) {
        try checkIsOpen()
        guard newest.allSatisfy({ $0 == .min }) else {
            throw CallError("the \(noun) was given samples already; make another for the log")
        }
        try finish()
        newest[Int(Sensor.acceleration.rawValue)] = end
    }

    /// No more samples come.
    mutating func finish() throws(CallError) {
        try checkIsOpen()
        isFinished = true
    }

    private func checkIsOpen() throws(CallError) {
        guard !isFinished else {
            throw CallError(
                "the \(noun) is finished; make another for the next recording", status: GAITWAY_ERROR_FINISHED)
        }
    }

    // MARK: Arrays of each sensor

    /// Takes series, one of each sensor.
    mutating func take(
        _ first: UnsafePointer<gaitway_series>?, count: Int, _ use: ([SensorSample]) -> Void
    ) throws(CallError) {
        try checkIsOpen()
        let series = try StridedSeries.all(first, count: count)
        guard !series.isEmpty else { return }
        var times = newest
        for one in series { try check(one, &times[Int(one.sensor.rawValue)]) }
        newest = times
        merge(series, use)
    }

    /// Checks all samples of a series, and moves on the time of its newest.
    private func check(_ series: StridedSeries, _ newest: inout Int64) throws(CallError) {
        for index in 0..<series.count {
            let time = try series.nanoseconds(at: index)
            guard time >= newest else { throw Self.disorder(series.name(of: index), time, after: newest) }
            newest = time
            try SampleBounds.check(series.value(at: index), of: series.sensor, series.name(of: index))
        }
    }

    private static func disorder(_ sample: String, _ time: Int64, after newest: Int64) -> CallError {
        CallError(
            "\(sample) has the time \(Nanoseconds.seconds(time)) s, and the one before it "
                + "\(Nanoseconds.seconds(newest)) s; "
                + "give the samples of a sensor in time order", status: GAITWAY_ERROR_ORDER)
    }

    /// Hands on the samples of checked series in time order.
    private mutating func merge(_ series: [StridedSeries], _ use: ([SensorSample]) -> Void) {
        func sample(_ series: StridedSeries, _ index: Int) -> SensorSample? {
            guard index < series.count, let time = try? series.nanoseconds(at: index) else { return nil }
            return SensorSample(sensor: series.sensor, nanoseconds: time, value: series.value(at: index))
        }
        var heads = series.map { sample($0, 0) }
        var places = [Int](repeating: 0, count: series.count)
        run.removeAll(keepingCapacity: true)
        while true {
            var leader: Int?
            var next: SensorSample?
            for index in series.indices {
                guard let head = heads[index] else { continue }
                if let best = next, !head.precedes(best) { continue }
                leader = index
                next = head
            }
            guard let leader, let next else { break }
            run.append(next)
            if run.count == Self.runLength { handOn(use) }
            places[leader] += 1
            heads[leader] = sample(series[leader], places[leader])
        }
        handOn(use)
    }

    private mutating func handOn(_ use: ([SensorSample]) -> Void) {
        guard !run.isEmpty else { return }
        use(run)
        run.removeAll(keepingCapacity: true)
    }

    // MARK: Batches of a log

    /// Takes a batch, whose samples are in time order over all sensors.
    mutating func take(_ batch: UnsafePointer<gaitway_batch>?, _ use: ([SensorSample]) -> Void) throws(CallError) {
        try checkIsOpen()
        let batch = try required(batch, "batch").pointee
        guard batch.count > 0 else {
            guard batch.count == 0 else { throw CallError("batch.count is too large") }
            return
        }
        try Stride.check(3 * MemoryLayout<Float>.stride, count: batch.count, "batch.count")
        let sensors = try required(batch.sensors, "batch.sensors")
        let nanoseconds = try required(batch.times, "batch.times")
        let values = try required(batch.values, "batch.values")
        var times = newest
        run.removeAll(keepingCapacity: true)
        for index in 0..<batch.count {
            guard let sensor = Sensor(rawValue: sensors[index]) else {
                throw CallError("batch.sensors[\(index)] is \(sensors[index]); give one of GAITWAY_SENSOR_...")
            }
            let time = nanoseconds[index]
            let value = SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2])
            func name() -> String { "\(sensor.name) sample \(index)" }
            try SampleBounds.check(time, name())
            let place = Int(sensor.rawValue)
            guard time >= times[place] else { throw Self.disorder(name(), time, after: times[place]) }
            times[place] = time
            try SampleBounds.check(value, of: sensor, name())
            run.append(SensorSample(sensor: sensor, nanoseconds: time, value: value))
        }
        newest = times
        handOn(use)
    }
}
