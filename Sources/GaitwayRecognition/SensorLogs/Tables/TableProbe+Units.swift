// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension TableProbe {
    /// Finds out the units, from the header, the options, the format, or the first 30 s.
    mutating func settleUnits(
        _ layout: inout RowLayout, header: HeaderLine, choice: ColumnChoice, logger: Logger
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
        let isLinear = layout.vector == .linearAcceleration
        let column =
            (isLinear ? name(.linearAcceleration) : name(.acceleration)) ?? name(.linearAcceleration) ?? name(.gravity)
        try settleAcceleration(&layout, column: column, header: header, logger: logger)
        if hints.hasNegativeSigns || logger.writesNegativeSigns { layout.vectorScale = -layout.vectorScale }
        if layout.vector == .acceleration, layout.addsGravity {
            guesses.append("acceleration is the sum of the columns of gravity and of linear acceleration")
        }
    }

    private mutating func settleAcceleration(
        _ layout: inout RowLayout, column: ColumnName?, header: HeaderLine, logger: Logger
    ) throws(InputError) {
        let format = header.format
        if let format, format.scale != 1 {
            // The app writes its own unit, and total acceleration.
            layout.vectorScale = format.scale * (format.unit?.scale ?? 1)
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
        // Units like cm/s^2 are multiples of m/s^2.
        let metric = unit == nil ? column?.unit?.metric : nil
        if metric != nil { unit = .metresPerSecondSquared }
        unit = unit ?? column?.unit.flatMap(LogOptions.Unit.init)
        if unit == nil, column?.isGravityForce == true || logger == .coreMotion { unit = .standardGravity }
        var kind = options.acceleration ?? statedKind
        if kind == nil {
            if layout.vector == .linearAcceleration {
                kind = .linear
            } else if layout.addsGravity || column?.isGravityForce == true
                || unit != nil && options.unit == nil
                    && (Self.isNamed(column, by: logger, fileStem: hints.fileStem) || lines.isLive)
            {
                // A logger that states the unit of its accelerometer calls linear acceleration by that name.
                kind = .total
            }
        }
        if unit == nil || kind == nil {
            (unit, kind) = try guess(
                layout, unit: unit, scale: metric?.scale ?? 1, kind: kind, header: header, logger: logger)
        }
        if kind == .linear { layout.vector = .linearAcceleration }
        if kind == .total { layout.vector = .acceleration }
        let stated = unit.flatMap { $0 == .metresPerSecondSquared ? nil : (scale: $0.scale, name: $0.rawValue) }
        guard let converted = stated ?? metric else { return }
        units[layout.vector ?? .acceleration] = converted.name
        layout.vectorScale = converted.scale
        guesses.append(SizedUnits.conversion(from: converted.name))
    }

    /// Whether linear acceleration would have another name, in the header or of the file.
    static func isNamed(_ column: ColumnName?, by logger: Logger, fileStem: String) -> Bool {
        guard logger == .phyphox, let column else { return logger.namesLinearAcceleration }
        // "time (s)" is not phyphox's alone; its own files have names, unless they were renamed.
        return column.stem.isEmpty ? fileStem.hasPrefix("acc") : column.stem != "a"
    }

    /// Guesses unit and kind from the first 30 s: see ``AccelerationSizes``.
    ///
    /// - Parameter scale: what values are multiplied by to be in `unit`.
    private mutating func guess(
        _ layout: RowLayout, unit: LogOptions.Unit?, scale: Double, kind: LogOptions.Acceleration?, header: HeaderLine,
        logger: Logger
    ) throws(InputError) -> (LogOptions.Unit?, LogOptions.Acceleration?) {
        guard let sizes = try magnitudes(layout, slot: 0).finished(scale: scale) else {
            throw .empty(
                "no row of the first 30 s holds an acceleration", remedy: LogAssembly.numbersNeeded, source: lines.name)
        }
        // Physics Toolbox's linear acceleration may be large in a vehicle, and is known by its columns.
        if header.isWritten, Logger.writesTotals(header.names), kind == nil, sizes.rest < 6,
            sizes.totalUnit(given: .standardGravity, isTotal: false) == nil
        {
            guesses.append("ax, ay, az beside their size aT are Physics Toolbox's linear acceleration in m/s^2")
            return (unit ?? .metresPerSecondSquared, .linear)
        }
        let sized = SizedUnits(isMetric: logger == .sensorLogger, isUnitGiven: options.unit != nil)
        // ROS calls total acceleration linear, to tell it from that of turning.
        if layout.vector == .linearAcceleration, options.acceleration == nil, sizes.showsGravityInMetres(given: unit) {
            guesses.append("assuming total acceleration in m/s^2: the columns of linear acceleration hold gravity")
            return (.metresPerSecondSquared, .total)
        }
        guard let found = sized.acceleration(sizes, unit: unit, kind: kind) else {
            if options.unit == nil, let unit, let other = sizes.totalUnit(given: nil, isTotal: false), other != unit {
                throw .ambiguous(
                    "the heading states \(unit.rawValue), but the first 30 s are those of total acceleration "
                        + "in \(other.rawValue)", remedy: "\(set: .init(.unit, other.rawValue))", source: lines.name,
                    line: layout.headerLines + 1)
            }
            throw SizedUnits.ambiguous(sizes, unit: unit, kind: kind, source: lines.name, line: layout.headerLines + 1)
        }
        if let note = found.note { guesses.append(note) }
        return (found.unit, found.kind)
    }

    private mutating func settleRotation(_ layout: inout RowLayout, unit: ColumnUnit?, mayWait: Bool) throws(InputError)
    {
        if unit == .degreesPerSecond {
            convertDegrees(&layout, note: SizedUnits.degreesAreConverted)
        }
        guard unit == nil, mayWait,
            let note = SizedUnits.rotationInDegrees(
                try magnitudes(layout, slot: RowLayout.rotation).finished(), acceleration: accelerationSizes?.finished()
            )
        else { return }
        convertDegrees(&layout, note: note)
    }

    private mutating func convertDegrees(_ layout: inout RowLayout, note: String) {
        layout.rotationScale = SizedUnits.degree
        units[.rotationRate] = "deg/s"
        guesses.append(note)
    }

    private mutating func settlePressure(_ layout: inout RowLayout, unit: ColumnUnit?) throws(InputError) {
        if let unit, let scale = unit.pressureScale {
            guard scale != 1 else { return }
            layout.pressureScale = scale
            guesses.append(SizedUnits.pressureIsConverted)
            units[.pressure] = unit == .kilopascal ? "kPa" : "Pa"
            return
        }
        guard let found = SizedUnits.pressure(try magnitudes(layout, slot: RowLayout.pressure).finished()) else {
            return
        }
        layout.pressureScale = found.scale
        units[.pressure] = found.name
        guesses.append(found.note)
    }

    /// The sizes of the values in a slot (the length of three, or one) over the first 30 s.
    ///
    /// What is read for the rotation rate serves the acceleration of the same rows too.
    private mutating func magnitudes(_ layout: RowLayout, slot: Int) throws(InputError) -> MagnitudeTally {
        if slot == 0, let accelerationSizes { return accelerationSizes }
        goToFirstRow(headerLines: layout.headerLines)
        var reader = RowReader(layout)
        var row = RowValues()
        var axes = AxisJoin()
        var first: Int64?
        var tally = MagnitudeTally()
        var others = MagnitudeTally()
        while tally.count < Self.mostSizes, let line = try nextWholeLine() {
            let storage = lines.storage
            guard case .row = reader.read(storage.span, line, plan: layout.plan.span, into: &row) else { continue }
            if layout.joinsAxes { _ = axes.join(&row) }
            let start = first ?? row.time
            first = start
            let time = row.time.subtractingReportingOverflow(start).partialValue
            if time > SizedUnits.calibration { break }
            if slot == RowLayout.pressure {
                if row.present >> UInt32(slot) & 1 == 1 { tally.add(SIMD3(row.slots[slot], 0, 0), at: time) }
                if tally.count >= 20 { break }
                continue
            }
            if let vector = Self.vector(row, slot: slot, layout) { tally.add(vector, at: time) }
            if slot == RowLayout.rotation, let vector = Self.vector(row, slot: 0, layout) {
                others.add(vector, at: time)
            }
        }
        // Only if reading for the acceleration would have ended with the same row.
        if slot == RowLayout.rotation, tally.count < Self.mostSizes, others.count < Self.mostSizes {
            accelerationSizes = others
        }
        return tally
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
    private static func vector(_ row: RowValues, slot: Int, _ layout: RowLayout) -> SIMD3<Double>? {
        guard (row.present >> UInt32(slot)) & 0b111 == 0b111 else { return nil }
        var vector = SIMD3(row.slots[slot], row.slots[slot + 1], row.slots[slot + 2])
        if slot == 0, layout.addsGravity {
            let first = RowLayout.gravity
            vector += SIMD3(row.slots[first], row.slots[first + 1], row.slots[first + 2])
        }
        return (vector * vector).sum().isFinite ? vector : nil
    }
}
