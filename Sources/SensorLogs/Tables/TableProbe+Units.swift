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
        try settleAcceleration(&layout, column: column, header: header, logger: logger)
        if hints.hasNegativeSigns || logger.writesNegativeSigns { layout.vectorScale = -layout.vectorScale }
        if layout.vector == .acceleration, layout.addsGravity {
            guesses.append("acceleration is the sum of the columns of gravity and of linear acceleration")
        }
    }

    private mutating func settleAcceleration(
        _ layout: inout TableLayout, column: ColumnName?, header: HeaderLine, logger: Logger
    ) throws(InputError) {
        let format = header.format
        if let format, format.scale != 1 {
            // The app writes its own unit, and total acceleration.
            layout.vectorScale = format.scale * (format.unit == .standardGravity ? Self.standardGravity : 1)
            units[.acceleration] = format.unitName
            guesses.append("acceleration was in \(format.unitName ?? "another unit") and is converted to m/s^2")
            return
        }
        var unit = options.unit ?? hints.unit ?? format?.unit
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
            } else if layout.addsGravity || column?.isGravityForce == true
                || unit != nil && options.unit == nil && (isNamed(column, by: logger) || lines.isLive)
            {
                // A logger that states the unit of its accelerometer calls linear acceleration by that name.
                kind = .total
            }
        }
        if unit == nil || kind == nil {
            (unit, kind) = try guess(layout, unit: unit, kind: kind, header: header, logger: logger)
        }
        if kind == .linear { layout.vector = .linearAcceleration }
        if kind == .total { layout.vector = .acceleration }
        if unit == .standardGravity {
            units[layout.vector ?? .acceleration] = "g"
            layout.vectorScale = Self.standardGravity
            guesses.append("acceleration was in g and is converted to m/s^2")
        }
    }

    /// Whether linear acceleration would have another name, in the header or of the file.
    private func isNamed(_ column: ColumnName?, by logger: Logger) -> Bool {
        guard logger == .phyphox, let column else { return logger.namesLinearAcceleration }
        // "time (s)" is not phyphox's alone; its own files have names, unless they were renamed.
        return column.stem.isEmpty ? hints.fileStem.hasPrefix("acc") : column.stem != "a"
    }

    /// Guesses unit and kind from the first 30 s: see ``AccelerationSizes``.
    private mutating func guess(
        _ layout: TableLayout, unit: LogOptions.Unit?, kind: LogOptions.Acceleration?, header: HeaderLine,
        logger: Logger
    ) throws(InputError) -> (LogOptions.Unit?, LogOptions.Acceleration?) {
        let magnitudes = try magnitudes(layout, slot: 0)
        guard let sizes = AccelerationSizes(magnitudes) else {
            throw InputError(
                .empty, source: lines.name, problem: "no row of the first 30 s holds an acceleration")
        }
        let shown = "the median |a| of the first 30 s is \(Self.rounded(sizes.median))"
        let shownRest = "the mean acceleration of the first 30 s has a size of \(Self.rounded(sizes.rest))"
        // Physics Toolbox's linear acceleration may be large in a vehicle, and is known by its columns.
        if header.isWritten, Logger.writesTotals(header.names), kind == nil, sizes.rest < 6,
            sizes.totalUnit(given: .standardGravity, isTotal: false) == nil
        {
            guesses.append("ax, ay, az beside their size aT are Physics Toolbox's linear acceleration in m/s^2")
            return (unit ?? .metresPerSecondSquared, .linear)
        }
        if kind != .linear, let found = sizes.totalUnit(given: unit, isTotal: kind == .total) {
            let isPlain = sizes.isAtRest(in: found)
            if unit == nil || options.unit != nil {
                guesses.append("\(isPlain ? shown : shownRest): total acceleration in \(found.rawValue) is taken")
            }
            return (found, .total)
        }
        if kind == nil {
            // Heading, app or size tell the unit; that the mean is small tells the kind.
            let known = unit ?? (logger == .sensorLogger || sizes.isSurelyMetric ? .metresPerSecondSquared : nil)
            if let known, sizes.isLinear(in: known) {
                guesses.append("\(shownRest): linear acceleration in \(known.rawValue) is taken")
                return (known, .linear)
            }
            if let unit, options.unit == nil { return (unit, .total) }
        }
        let (missing, remedy) =
            switch (unit, kind) {
            case (nil, nil) where sizes.isLinear(in: .standardGravity):
                (
                    "the unit of acceleration, which has no gravity in it, is",
                    "say --acceleration linear and --unit m/s^2 or --unit g"
                )
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
            problem:
                "\(missing) unknown: no heading tells, and in the first 30 s the median |a| of \(Self.rounded(sizes.median)) and "
                + "the mean vector of \(Self.rounded(sizes.rest)) do not tell",
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
        if slot == 0, let accelerationSizes { return accelerationSizes.finished }
        goToFirstRow(headerLines: layout.headerLines)
        var reader = RowReader(layout)
        var row = RowValues()
        var axes = AxisJoin()
        var first: Int64?
        var tally = MagnitudeTally()
        var others = MagnitudeTally()
        while tally.count < Self.mostSizes, let line = try nextWholeLine() {
            let storage = lines.storage
            guard case .row = reader.read(storage.span, line, plan: layout.plan.span, into: &row) else {
                continue
            }
            if layout.joinsAxes { _ = axes.join(&row) }
            let start = first ?? row.time
            first = start
            let time = row.time.subtractingReportingOverflow(start).partialValue
            if time > Self.calibration { break }
            if slot == TableLayout.pressure {
                if row.present >> UInt32(slot) & 1 == 1 { tally.add(SIMD3(row.slots[slot], 0, 0), at: time) }
                if tally.count >= 20 { break }
                continue
            }
            if let vector = Self.vector(row, slot: slot, layout) { tally.add(vector, at: time) }
            if slot == TableLayout.rotation, let vector = Self.vector(row, slot: 0, layout) {
                others.add(vector, at: time)
            }
        }
        // Only if reading for the acceleration would have ended with the same row.
        if slot == TableLayout.rotation, tally.count < Self.mostSizes, others.count < Self.mostSizes {
            accelerationSizes = others
        }
        return tally.finished
    }

    /// The next line; nil also before one that is too long, which is refused where it is read.
    private func nextWholeLine() throws(InputError) -> Range<Int>? {
        do throws(InputError) {
            return try nextProbeLine()
        } catch {
            guard error.code == .limitExceeded else { throw error }
            return nil
        }
    }

    /// How many sizes are enough.
    private static let mostSizes = 60000

    /// Three slots of a row, with gravity where that has columns of its own; nil where one is missing.
    private static func vector(_ row: RowValues, slot: Int, _ layout: TableLayout) -> SIMD3<Double>? {
        guard (row.present >> UInt32(slot)) & 0b111 == 0b111 else { return nil }
        var vector = SIMD3(row.slots[slot], row.slots[slot + 1], row.slots[slot + 2])
        if slot == 0, layout.addsGravity {
            let first = TableLayout.gravity
            vector += SIMD3(row.slots[first], row.slots[first + 1], row.slots[first + 2])
        }
        return (vector * vector).sum().isFinite ? vector : nil
    }

    private static func rounded(_ value: Double) -> Double {
        abs(value) < 1e12 ? (value * 100).rounded() / 100 : value
    }
}
