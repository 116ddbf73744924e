// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Sorts a phone's readings, drops repeated ones, and releases each as soon as no earlier one can be missing: a pure
/// state machine.
///
/// If messages have numbers and none is missing, nothing waits. Otherwise readings behind a hole wait for up to
/// ``patience`` of the phone's time. The order of release is the order in which a log of the session is read, so that
/// the log gives the same samples.
struct SampleOrder: Sendable {
    /// The longest wait for missing readings, in nanoseconds.
    static let patience = 2 * Nanoseconds.perSecond
    /// The first wait for a slow sensor, whose next reading cannot be predicted.
    private static let shortPatience = Nanoseconds.perSecond / 4
    /// After this silence a sensor no longer delays the others.
    private static let longestSilence = 10 * Nanoseconds.perSecond
    /// The readings of a sensor that may wait: ``patience`` at 1,000 a second, and a part of a long message.
    private static let mostWaiting = 1 << 12

    /// Numbers of dropped readings, by reason.
    struct Losses: Sendable {
        var late = 0
        var repeated = 0
        var withoutGravity = 0
        var overflowing = 0
    }

    /// The readings dropped so far.
    private(set) var losses = Losses()
    /// The readings that serve as acceleration; nil during the first two seconds.
    private(set) var source: AccelerationSource?
    /// The newest accepted time.
    private(set) var newest: Int64?
    /// Every reading up to this time has been released.
    private(set) var horizon = Int64.min

    private var lanes = LiveSensor.allCases.map { SensorLane(isScalar: $0 == .pressure) }
    private var slowPatience = SampleOrder.shortPatience
    private var neighbours = GravityNeighbours()

    /// The accelerometer's samples per second; nil at first.
    var rate: Double? {
        guard let lane = source.map({ lanes[$0.sensor.rawValue] }), lane.medianStep > 0 else { return nil }
        return Double(Nanoseconds.perSecond) / Double(lane.medianStep)
    }

    /// Takes a reading at a time of the phone's timeline.
    mutating func take(_ reading: LiveMessage.Reading, at time: Int64) -> SensorLane.Outcome {
        let lane = reading.sensor.rawValue
        guard source?.uses(reading.sensor) ?? true else { return .taken }
        guard lanes[lane].count < Self.mostWaiting else {
            losses.overflowing += 1
            return .late
        }
        let outcome = lanes[lane].insert(SensorSample(sensor: .acceleration, nanoseconds: time, value: reading.value))
        switch outcome {
        case .taken: newest = max(newest ?? time, time)
        case .repeated: losses.repeated += 1
        case .late:
            losses.late += 1
            // This sensor is regularly late: wait longer for its next readings.
            if let newest, lanes[lane].isSlow, newest - time < Self.patience {
                slowPatience = max(slowPatience, min(Self.patience, newest - time + Self.shortPatience))
            }
        }
        return outcome
    }

    /// Releases the readings that are in order.
    ///
    /// - Parameters:
    ///   - isComplete: true if no message is missing; nil if messages have no numbers.
    ///   - isSettled: true to release all readings without a wait.
    mutating func pass(isComplete: Bool?, isSettled: Bool, to output: inout OrderedSamples) {
        guard let newest else { return }
        if source == nil {
            let first = LiveSensor.allCases.compactMap { lanes[$0.rawValue].next?.nanoseconds }.min() ?? newest
            guard isSettled || newest - first >= Self.patience else { return }
            source = AccelerationSource(lanes)
            guard let source else { return }
            for sensor in LiveSensor.allCases where !source.uses(sensor) { lanes[sensor.rawValue] = SensorLane() }
        }
        horizon = max(horizon, isSettled ? newest : limit(newest, isComplete: isComplete))
        merge(to: &output)
        for lane in lanes.indices {
            lanes[lane].close(at: horizon)
            lanes[lane].compact()
        }
    }

    /// The time up to which no reading can be missing.
    private func limit(_ newest: Int64, isComplete: Bool?) -> Int64 {
        var limit = newest
        for lane in lanes.indices {
            guard let last = lanes[lane].newest, newest - last < Self.longestSilence else { continue }
            let frontier =
                lanes[lane].frontier(waitingSince: isComplete == true ? .max : newest - Self.patience) ?? last
            let isSlow = lanes[lane].isSlow && isComplete != false
            limit = min(limit, max(frontier, newest - (isSlow ? slowPatience : Self.patience)))
        }
        return limit
    }

    private mutating func merge(to output: inout OrderedSamples) {
        let merged: [LiveSensor] = [.pressure, .rotationRate, source?.sensor ?? .acceleration]
        while true {
            var first: (sensor: LiveSensor, sample: SensorSample)?
            for sensor in merged {
                guard let sample = lanes[sensor.rawValue].next, sample.nanoseconds <= horizon else { continue }
                if let found = first, found.sample.nanoseconds <= sample.nanoseconds { continue }
                first = (sensor, sample)
            }
            guard let (sensor, sample) = first else { break }
            lanes[sensor.rawValue].takeNext()
            switch sensor {
            case .pressure: output.add(.pressure, sample)
            case .rotationRate: output.add(.rotationRate, sample)
            default: passAcceleration(sample, to: &output)
            }
        }
        // Gravity alone must not fill the memory: what lies before any acceleration to come is looked at already.
        let gravity = LiveSensor.gravity.rawValue
        while lanes[gravity].count > 256, let next = lanes[gravity].next, next.nanoseconds <= horizon {
            takeGravity(next, to: &output)
        }
    }

    private mutating func passAcceleration(_ sample: SensorSample, to output: inout OrderedSamples) {
        guard let source else { return }
        switch source {
        case .total: output.add(.acceleration, sample)
        case .raw(let scale):
            var sample = sample
            sample.value *= scale
            output.add(.acceleration, sample)
        case .linear: output.add(.linearAcceleration, sample)
        case .sum:
            while neighbours.needsNext(for: sample.nanoseconds),
                let next = lanes[LiveSensor.gravity.rawValue].next
            {
                takeGravity(next, to: &output)
            }
            // A log with this reading would be read with gravity that comes later.
            guard !neighbours.needsNext(for: sample.nanoseconds) else {
                losses.withoutGravity += 1
                return
            }
            output.rows.append(.init(table: .linear, time: sample.nanoseconds, value: sample.value))
            guard let gravity = neighbours.gravity(at: sample.nanoseconds) else {
                losses.withoutGravity += 1
                return
            }
            var sum = sample
            sum.value = sample.value + gravity
            output.samples.append(sum)
        }
    }

    private mutating func takeGravity(_ next: SensorSample, to output: inout OrderedSamples) {
        lanes[LiveSensor.gravity.rawValue].takeNext()
        neighbours.take(next)
        output.rows.append(.init(table: .gravity, time: next.nanoseconds, value: next.value))
    }
}

/// Released readings: samples for the recogniser, and rows for the log. Times count from 1970, in nanoseconds.
struct OrderedSamples: Sendable {
    /// A row of a log.
    struct Row: Sendable {
        var table: SessionTable
        var time: Int64
        var value: SIMD3<Float>
    }

    var samples: [SensorSample] = []
    var rows: [Row] = []

    mutating func add(_ sensor: Sensor, _ sample: SensorSample) {
        var sample = sample
        sample.sensor = sensor
        samples.append(sample)
        let table: SessionTable =
            switch sensor {
            case .pressure: .pressure
            case .rotationRate: .rotationRate
            case .linearAcceleration: .linear
            case .acceleration, .speed: .acceleration
            }
        rows.append(Row(table: table, time: sample.nanoseconds, value: sample.value))
    }
}

/// The readings that serve as acceleration. A phone may send it in several ways.
enum AccelerationSource: Sendable, Hashable {
    case total
    /// Linear acceleration and gravity.
    case sum
    case linear
    /// Raw readings, times what makes them m/s².
    case raw(Float)

    /// Chooses from a phone's first readings; nil if none is an acceleration.
    init?(_ lanes: [SensorLane]) {
        func has(_ sensor: LiveSensor) -> Bool { lanes[sensor.rawValue].next != nil }
        if has(.acceleration) {
            self = .total
        } else if has(.rawAcceleration), !(has(.linearAcceleration) && has(.gravity)) {
            // iOS counts raw readings in g.
            let sizes = lanes[LiveSensor.rawAcceleration.rawValue].waiting.map {
                ($0.value * $0.value).sum().squareRoot()
            }
            let median = sizes.sorted()[sizes.count / 2]
            self = .raw(median < 4 ? 9.80665 : 1)
        } else if has(.linearAcceleration) {
            self = has(.gravity) ? .sum : .linear
        } else {
            return nil
        }
    }

    /// The sensor whose readings become samples.
    var sensor: LiveSensor {
        switch self {
        case .total: .acceleration
        case .sum, .linear: .linearAcceleration
        case .raw: .rawAcceleration
        }
    }

    /// True if the readings of `sensor` are of use.
    func uses(_ sensor: LiveSensor) -> Bool {
        switch sensor {
        case .pressure, .rotationRate: true
        case .gravity: self == .sum
        default: sensor == self.sensor
        }
    }
}
