import MotionTypes
import SensorLogs

/// Puts a phone's readings in order, each once, and passes them on as soon as nothing earlier can be missing: a pure state machine.
///
/// What comes late is waited for, for ``patience`` of the phone's time at the most: where messages are numbered and all have come, not
/// at all; else where a sensor's readings have a hole. What is passed on is in the order in which a log of it is read, so that the log
/// gives the same samples again.
struct SampleOrder: Sendable {
    /// How long what may be missing is waited for, in nanoseconds.
    static let patience = 2 * Nanoseconds.perSecond
    /// The same for a sensor of few readings a second, at first: whether the next one is due cannot be told.
    private static let shortPatience = Nanoseconds.perSecond / 4
    /// A sensor that is silent for so long holds nothing up.
    private static let longestSilence = 10 * Nanoseconds.perSecond
    /// More readings than any sensor gives in the time that is waited.
    private static let mostWaiting = 1 << 15

    /// Readings left out, each counted.
    struct Losses: Sendable {
        var late = 0
        var repeated = 0
        var withoutGravity = 0
        var overflowing = 0
    }

    /// What was left out so far.
    private(set) var losses = Losses()
    /// What the accelerometer's readings are; nil before the first two seconds are there.
    private(set) var source: AccelerationSource?
    /// The newest time that was taken.
    private(set) var newest: Int64?
    /// Everything up to this time was passed on.
    private(set) var horizon = Int64.min

    private var lanes = LiveSensor.allCases.map { SensorLane(isScalar: $0 == .pressure) }
    private var slowPatience = SampleOrder.shortPatience
    private var neighbours = GravityNeighbours()

    /// Samples a second of the accelerometer; nil before there are some.
    var rate: Double? {
        guard let lane = source.map({ lanes[$0.sensor.rawValue] }), lane.medianStep > 0 else { return nil }
        return Double(Nanoseconds.perSecond) / Double(lane.medianStep)
    }

    /// Takes a reading, whose time is in the phone's line of time.
    mutating func take(_ reading: LiveMessage.Reading, at time: Int64) -> SensorLane.Outcome {
        let lane = reading.sensor.rawValue
        guard source?.uses(reading.sensor) ?? true else { return .taken }
        guard lanes[lane].count < Self.mostWaiting else {
            losses.overflowing += 1
            return .late
        }
        let outcome = lanes[lane].insert(
            SensorSample(sensor: .acceleration, nanoseconds: time, value: reading.value))
        switch outcome {
        case .taken: newest = max(newest ?? time, time)
        case .repeated: losses.repeated += 1
        case .late:
            losses.late += 1
            // It comes regularly so late that the next ones are better waited for.
            if let newest, lanes[lane].isSlow, newest - time < Self.patience {
                slowPatience = max(slowPatience, min(Self.patience, newest - time + Self.shortPatience))
            }
        }
        return outcome
    }

    /// Passes on what is in order.
    ///
    /// - Parameters:
    ///   - isComplete: whether no message can be missing; nil where messages have no numbers.
    ///   - isSettled: whether nothing is waited for any longer.
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

    /// Up to when nothing can be missing.
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

/// What is passed on: samples for the recogniser, and the rows that a log keeps of them. Times count since 1970.
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

/// What stands for acceleration, where a phone sends it in several ways.
enum AccelerationSource: Sendable, Hashable {
    case total
    /// Linear acceleration and gravity.
    case sum
    case linear
    /// Raw readings, times what makes them m/s².
    case raw(Float)

    /// What a phone's first readings offer; nil where no acceleration is among them.
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

    /// The sensor that samples are made of.
    var sensor: LiveSensor {
        switch self {
        case .total: .acceleration
        case .sum, .linear: .linearAcceleration
        case .raw: .rawAcceleration
        }
    }

    /// Whether readings of a sensor are used.
    func uses(_ sensor: LiveSensor) -> Bool {
        switch sensor {
        case .pressure, .rotationRate: true
        case .gravity: self == .sum
        default: sensor == self.sensor
        }
    }
}
