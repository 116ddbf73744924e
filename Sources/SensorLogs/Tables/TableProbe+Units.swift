import MotionTypes
import TextFormats

extension TableProbe {
    /// Standard gravity in m/s² (ISO 80000-3).
    static let standardGravity = 9.80665
    /// The part of a recording that units are guessed from, in nanoseconds.
    private static let calibration: Int64 = 30_000_000_000
    private static let degree = Double.pi / 180

    /// Finds out the units, from the header, the options, the format, or the first 30 s.
    mutating func settleUnits(
        _ layout: inout TableLayout, header: HeaderLine, choice: ColumnChoice, logger: Logger
    ) throws(InputError) {
        func name(_ role: ColumnRole) -> ColumnName? {
            choice.vectors[role]?.first.flatMap { header.isWritten ? header.names[$0] : nil }
        }
        if layout.hasPressure {
            let unit = choice.scalars[.pressure].flatMap { header.isWritten ? header.names[$0].unit : nil }
            try settlePressure(&layout, unit: unit)
        }
        if layout.hasRotation {
            let unit = name(.rotationRate)?.unit
            let mayWait = !lines.isLive || options.unit == nil || options.acceleration == nil
            try settleRotation(&layout, unit: unit, mayWait: mayWait && logger != .sensorLogger)
        }
        guard layout.vector != nil else { return }
        let column = name(.acceleration) ?? name(.linearAcceleration) ?? name(.gravity)
        try settleAcceleration(&layout, column: column, logger: logger)
        if hints.hasNegativeSigns || logger.writesNegativeSigns { layout.vectorScale = -layout.vectorScale }
        if layout.vector == .acceleration, layout.addsGravity {
            guesses.append("acceleration is the sum of the columns of gravity and of linear acceleration")
        }
    }

    private mutating func settleAcceleration(_ layout: inout TableLayout, column: ColumnName?, logger: Logger)
        throws(InputError)
    {
        var unit = options.unit ?? hints.unit
        var statedKind = hints.acceleration
        if logger == .sensorLogger, statedKind == nil {
            // A file of an export, on its own: what it holds follows from its name.
            let stem = hints.fileStem
            if stem.hasPrefix("totalacceleration") || stem.hasPrefix("gravity") {
                statedKind = .total
                unit = unit ?? .metresPerSecondSquared
            } else if stem.hasPrefix("accelerometer"), !stem.hasPrefix("accelerometeruncalibrated") {
                statedKind = .linear
                unit = unit ?? .metresPerSecondSquared
                if options.acceleration == nil {
                    guesses.append("Sensor Logger's Accelerometer file is linear acceleration")
                }
            }
        }
        if unit == nil {
            switch column?.unit {
            case .metresPerSecondSquared: unit = .metresPerSecondSquared
            case .standardGravity: unit = .standardGravity
            default: unit = column?.isGravityForce == true || logger == .coreMotion ? .standardGravity : nil
            }
        }
        var kind = options.acceleration ?? statedKind
        if kind == nil {
            if layout.vector == .linearAcceleration {
                kind = .linear
            } else if layout.addsGravity || unit != nil && options.unit == nil {
                // A logger that states the unit of its accelerometer calls linear acceleration by that name.
                kind = .total
            }
        }
        if unit == nil || kind == nil {
            (unit, kind) = try guess(layout, unit: unit, kind: kind)
        }
        if kind == .linear { layout.vector = .linearAcceleration }
        if kind == .total { layout.vector = .acceleration }
        if unit == .standardGravity {
            units[layout.vector ?? .acceleration] = "g"
            layout.vectorScale = Self.standardGravity
            guesses.append("acceleration was in g and is converted to m/s^2")
        }
    }

    /// Guesses unit and kind from the median |a| of the first 30 s.
    private mutating func guess(
        _ layout: TableLayout, unit: LogOptions.Unit?, kind: LogOptions.Acceleration?
    ) throws(InputError) -> (LogOptions.Unit?, LogOptions.Acceleration?) {
        let magnitudes = try magnitudes(layout, slot: 0)
        guard let median = magnitudes.median else {
            throw InputError(
                .empty, source: lines.name, problem: "no row of the first 30 s holds an acceleration")
        }
        let shown = Self.rounded(median)
        let options: [(LogOptions.Unit, ClosedRange<Double>)] =
            kind == .total
            ? [(.standardGravity, 0.4...2.5), (.metresPerSecondSquared, 4...25)]
            : [(.standardGravity, 0.9...1.1), (.metresPerSecondSquared, 8.8...10.8)]
        for (candidate, range) in options where range.contains(median) && kind != .linear {
            guard unit == nil || unit == candidate else { continue }
            guesses.append(
                "the median |a| of the first 30 s is \(shown): total acceleration in \(candidate.rawValue) is taken"
            )
            return (candidate, .total)
        }
        let (missing, remedy) =
            switch (unit, kind) {
            case (nil, nil):
                (
                    "the unit and kind of acceleration are",
                    "say --unit m/s^2 or --unit g, and --acceleration total or linear"
                )
            case (nil, _): ("the unit of acceleration is", "say --unit m/s^2 or --unit g")
            default: ("the kind of acceleration is", "say --acceleration total or --acceleration linear")
            }
        throw InputError(
            .ambiguous, source: lines.name, line: layout.headerLines + 1,
            problem: "\(missing) not stated and cannot be told from the median |a| of \(shown) in the first 30 s",
            remedy: remedy)
    }

    private mutating func settleRotation(_ layout: inout TableLayout, unit: ColumnUnit?, mayWait: Bool)
        throws(InputError)
    {
        if unit == .degreesPerSecond {
            layout.rotationScale = Self.degree
            units[.rotationRate] = "deg/s"
            guesses.append("the rotation rate was in deg/s and is converted to rad/s")
        }
        guard unit == nil, mayWait else { return }
        let magnitudes = try magnitudes(layout, slot: TableLayout.rotation)
        guard let median = magnitudes.median, let high = magnitudes.quantile95 else { return }
        // Gyroscopes of phones end at 2000 deg/s, 35 rad/s, and nobody turns by 5 rad/s half of the time.
        if median > 5 || high > 35 {
            layout.rotationScale = Self.degree
            units[.rotationRate] = "deg/s"
            guesses.append(
                "the rotation rate has a median of \(Self.rounded(median)) in the first 30 s: deg/s is taken")
        }
    }

    private mutating func settlePressure(_ layout: inout TableLayout, unit: ColumnUnit?) throws(InputError) {
        switch unit {
        case .kilopascal: layout.pressureScale = 10
        case .pascal: layout.pressureScale = 0.01
        case .hectopascal: return
        default:
            guard let median = try magnitudes(layout, slot: TableLayout.pressure).median else { return }
            switch median {
            case 30...115: layout.pressureScale = 10
            case 30000...115_000: layout.pressureScale = 0.01
            default: return
            }
            guesses.append(
                "the median pressure is \(Self.rounded(median)) and is taken to be in \(median < 200 ? "kPa" : "Pa")"
            )
            units[.pressure] = median < 200 ? "kPa" : "Pa"
            return
        }
        guesses.append("pressure is converted to hPa")
        units[.pressure] = unit == .kilopascal ? "kPa" : "Pa"
    }

    /// The sizes of the values in a slot (the length of three, or one) over the first 30 s.
    ///
    /// What is read for the rotation rate serves the acceleration of the same rows too.
    private mutating func magnitudes(_ layout: TableLayout, slot: Int) throws(InputError) -> Magnitudes {
        if slot == 0, let accelerationSizes { return Magnitudes(accelerationSizes.sorted()) }
        goToFirstRow(headerLines: layout.headerLines)
        var reader = RowReader(layout)
        var row = RowValues()
        var first: Int64?
        var sizes: [Double] = []
        var others: [Double] = []
        while sizes.count < Self.mostSizes, let line = try nextProbeLine() {
            let storage = lines.storage
            guard case .row = reader.read(storage.span, line, plan: layout.plan.span, into: &row) else {
                continue
            }
            let start = first ?? row.time
            first = start
            if row.time.subtractingReportingOverflow(start).partialValue > Self.calibration { break }
            if slot == TableLayout.pressure {
                if row.present >> UInt32(slot) & 1 == 1 { sizes.append(row.slots[slot]) }
                if sizes.count >= 20 { break }
                continue
            }
            if let size = Self.size(row, slot: slot, layout) { sizes.append(size) }
            if slot == TableLayout.rotation, let size = Self.size(row, slot: 0, layout) { others.append(size) }
        }
        // Only if reading for the acceleration would have ended with the same row.
        if slot == TableLayout.rotation, sizes.count < Self.mostSizes, others.count < Self.mostSizes {
            accelerationSizes = others
        }
        return Magnitudes(sizes.sorted())
    }

    /// How many sizes are enough.
    private static let mostSizes = 60000

    /// The length of three slots of a row, with gravity where that has columns of its own; nil where one is missing.
    private static func size(_ row: RowValues, slot: Int, _ layout: TableLayout) -> Double? {
        guard (row.present >> UInt32(slot)) & 0b111 == 0b111 else { return nil }
        var square = 0.0
        for axis in 0..<3 {
            var value = row.slots[slot + axis]
            if slot == 0, layout.addsGravity { value += row.slots[TableLayout.gravity + axis] }
            square += value * value
        }
        return square.isFinite ? square.squareRoot() : nil
    }

    private static func rounded(_ value: Double) -> Double {
        abs(value) < 1e12 ? (value * 100).rounded() / 100 : value
    }
}

/// The order statistics that units are guessed from.
private struct Magnitudes {
    private let sorted: [Double]

    init(_ sorted: [Double]) { self.sorted = sorted }

    var median: Double? { sorted.isEmpty ? nil : sorted[sorted.count / 2] }
    var quantile95: Double? { sorted.isEmpty ? nil : sorted[sorted.count * 95 / 100] }
}
