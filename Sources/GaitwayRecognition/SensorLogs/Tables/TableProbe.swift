// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Finds out how a table is to be read: from its header, its first rows and what is known beforehand.
///
/// The lines stand at the first row afterwards. What was guessed is said, and what cannot be told is refused
/// with the option that settles it.
struct TableProbe {
    let lines: LineBuffer
    let options: LogOptions
    let hints: TableHints
    var guesses: [String] = []
    /// The units that values are converted from.
    var units: [Sensor: String] = [:]
    /// The sizes of the acceleration, if they were read along with another sensor's.
    var accelerationSizes: MagnitudeTally?

    static let noRows = "the file has a header but no rows"
    /// How many rows may be unreadable at the top.
    static let mostBadRows = 100

    init(_ lines: LineBuffer, options: LogOptions, hints: TableHints = TableHints()) {
        self.lines = lines
        self.options = options
        self.hints = hints
    }

    /// Settles how the table is read.
    ///
    /// - Throws: `empty` without rows, `malformed` if it is not a table of numbers, `ambiguous` if an option is needed.
    mutating func settle() throws(InputError) -> SettledTable {
        try lines.skipByteOrderMark()
        lines.setMark()
        let header = try HeaderLine.find(in: lines, bare: hints.bare, columns: options.columns)
        let detected = hints.logger ?? header.format?.logger ?? Logger.detect(header.names)
        let logger = options.logger ?? detected
        if options.refusesOtherLoggers, logger != detected, detected != .plain || hints.isAlone {
            let others = detected == .plain ? "" : "those of \(detected.rawValue), "
            throw InputError(
                .unsupported, source: lines.name, line: header.lineCount,
                problem: "the columns are \(others)not \(others.isEmpty ? "those " : "")of \(logger.rawValue)",
                remedy: detected == .plain
                    ? "leave the logger out" : "leave the logger out to detect it, or name \(detected.rawValue)")
        }
        var choice = ColumnChoice(header, hints: hints)
        try requireClock(&choice, header)
        guard !choice.isEmpty else {
            if let fault = strangeUnit(header) { throw fault }
            throw .unsupported(
                "the header has no column of acceleration, rotation rate, pressure or location",
                remedy: "name the columns time, ax, ay, az, gx, gy, gz, pressure", source: lines.name,
                line: header.lineCount
            ).foreign
        }
        if choice.vectors.isEmpty, hints.wanted?.contains(.acceleration) ?? true, let fault = strangeUnit(header) {
            throw fault
        }
        if !choice.vectors.isEmpty, choice.vectors[.rotationRate] == nil, hints.wanted == nil,
            let fault = strangeUnit(header)
        {
            guesses.append("left out: \(fault.problem)")
        }
        let others = choice.otherOwners(header.names)
        if let owner = choice.owner, !others.isEmpty {
            guesses.append("the columns of \(owner) are read; those of \(others.joined(separator: ", ")) are left out")
        }
        var layout = try plan(header, choice, logger: logger)
        layout.joinsAxes = logger == .scienceJournal && layout.vector != nil
        try settleFirstRows(&layout, header: header)
        try leaveTextOut(&layout)
        try turnNewestFirst(layout)
        try settleTime(&layout, header: header, choice: choice, logger: logger)
        try settleUnits(&layout, header: header, choice: choice, logger: logger)
        restart(headerLines: layout.headerLines)
        if !header.isWritten {
            let time = choice.times.isEmpty ? "" : "time, "
            let number = header.firstColumn == 0 ? "" : "row number or date, "
            guesses.append(
                "there is no header: assuming the columns \(number)\(time)x, y, z\(layout.hasRotation ? ", …" : "")")
        }
        if let guess = header.format?.guess { guesses.append(guess) }
        return SettledTable(
            layout: layout, logger: logger, guesses: guesses, names: header.names,
            headings: header.headings, units: units)
    }

    private func strangeUnit(_ header: HeaderLine) -> InputError? {
        Self.strangeUnit(header.names, bare: hints.bare, source: lines.name, line: header.lineCount)
    }

    /// Goes back to the first row.
    private func restart(headerLines: Int) {
        lines.rewind()
        for _ in 0..<headerLines { _ = lines.takeBufferedLine() ?? lines.takeOpenLine() }
    }

    /// Goes back to the first row and keeps the mark.
    func goToFirstRow(headerLines: Int) {
        restart(headerLines: 0)
        lines.setMark()
        for _ in 0..<headerLines { _ = lines.takeBufferedLine() ?? lines.takeOpenLine() }
    }

    /// The next line while probing; nil at the end or when enough was looked at.
    func nextProbeLine() throws(InputError) -> Range<Int>? {
        lines.isMarkFull ? lines.takeBufferedLine() : try lines.nextLine()
    }

    /// Puts the chosen columns into slots.
    private mutating func plan(_ header: HeaderLine, _ choice: ColumnChoice, logger: Logger) throws(InputError)
        -> RowLayout
    {
        var plan = [UInt8](repeating: RowLayout.skipped, count: header.names.count)
        func place(_ columns: [Int]?, at slot: Int) {
            for (offset, column) in (columns ?? []).enumerated() { plan[column] = UInt8(slot + offset) }
        }
        var layout = RowLayout(
            dialect: Dialect(separator: header.separator, mark: UInt8(ascii: ".")), headerLines: header.lineCount,
            columnCount: header.names.count, plan: [], time: .number(scale: 0))
        let linear = choice.vectors[.linearAcceleration]
        let gravity = choice.vectors[.gravity]
        if options.acceleration == .linear, let linear {
            place(linear, at: 0)
            layout.vector = .linearAcceleration
        } else if let total = choice.vectors[.acceleration] {
            place(total, at: 0)
            layout.vector = .acceleration
        } else if let linear, let gravity {
            place(linear, at: 0)
            place(gravity, at: RowLayout.gravity)
            layout.vector = .acceleration
            layout.addsGravity = true
        } else if let linear {
            place(linear, at: 0)
            layout.vector = .linearAcceleration
        } else if let gravity, hints.bare == .gravity {
            place(gravity, at: 0)
            layout.vector = .acceleration
        }
        if let rotation = choice.vectors[.rotationRate] {
            place(rotation, at: RowLayout.rotation)
            layout.hasRotation = true
        }
        if let pressure = choice.scalars[.pressure] {
            plan[pressure] = UInt8(RowLayout.pressure)
            layout.hasPressure = true
        }
        if let latitude = choice.scalars[.latitude], let longitude = choice.scalars[.longitude] {
            layout.hasLocation = true
            layout.deliversSpeed = options.readsSpeed && choice.scalars[.speed] != nil
            if options.readsLocation || layout.deliversSpeed {
                plan[latitude] = UInt8(RowLayout.location)
                plan[longitude] = UInt8(RowLayout.location + 1)
                let others: [ColumnRole] = [.altitude, .speed, .course, .horizontalAccuracy]
                for (offset, role) in others.enumerated() {
                    guard let column = choice.scalars[role] else { continue }
                    plan[column] = UInt8(RowLayout.location + 2 + offset)
                    let scale = header.names[column].lengthScale
                    switch role {
                    case .altitude: layout.altitudeScale = scale
                    case .speed: layout.speedScale = scale
                    case .horizontalAccuracy: layout.accuracyScale = scale
                    default: break
                    }
                }
            }
        }
        if let clock = header.format?.time { layout.time = clock }
        if header.isWritten { layout.owners = Self.owners(header.names) }
        layout.epochOffset = header.format?.epochOffset
        if case .rowIndex = layout.time {
            // The format has a rate and no times.
        } else if let time = choice.times.first {
            plan[time] = RowLayout.timeColumn
            if options.rate != nil { guesses.append("the log has times: the rate that was given is not used") }
        } else if let rate = options.rate ?? header.preamble.rate {
            layout.time = .rowIndex(step: Nanoseconds.rounded(1 / rate))
            if options.rate == nil {
                layout.epochOffset = header.preamble.start
                guesses.append("assuming \(rate) Hz, as the lines above the table state: the table has no time column")
            }
        } else if logger == .coreMotion {
            layout.time = .rowIndex(step: 20_000_000)
            guesses.append("assuming 50 Hz: there is no time column")
        } else if choice.vectors.isEmpty, hints.wanted == nil {
            throw LogAssembly.noAcceleration(lines.name)
        } else {
            throw .unsupported(
                "the table has no column of times",
                remedy: "name it time or time_ms, or \(set: .init(.rate)), the samples a second", source: lines.name,
                line: max(1, header.lineCount))
        }
        while plan.last == RowLayout.skipped { plan.removeLast() }
        layout.plan = plan
        return layout
    }

    /// The columns that name whose row it is. A table with a time and sensors of one phone has one value in them.
    private static func owners(_ names: [ColumnName]) -> [Int] {
        let stems = LabelColumns.people.union(["device", "deviceid", "devicename"])
        return names.indices.filter { names[$0].axis == nil && stems.contains(names[$0].stem) }
    }

    /// Finds the decimal mark, a leading column without a name, and a row that can be read.
    private func settleFirstRows(_ layout: inout RowLayout, header: HeaderLine) throws(InputError) {
        goToFirstRow(headerLines: layout.headerLines)
        let scanner = FieldScanner(dialect: layout.dialect)
        var rowCount = 0
        var longer = 0
        var commas = 0
        var points = 0
        var timePoints = 0
        while rowCount < 10, let line = try nextProbeLine() {
            let storage = lines.storage
            let bytes = storage.span
            let fields = scanner.fields(bytes, line)
            if fields.count == 1, fields[0].isEmpty { continue }
            rowCount += 1
            if fields.count == header.names.count + 1, !(fields.last?.isEmpty ?? true) { longer += 1 }
            for (column, field) in fields.enumerated() where column < layout.plan.count {
                let target = layout.plan[column]
                // Whether fixes are read must not tell how sensors are.
                guard target != RowLayout.skipped, layout.sensorCount == 0 || !RowLayout.isOfFix(target) else {
                    continue
                }
                if layout.plan[column] == RowLayout.timeColumn {
                    // A date or clock time has marks of its own.
                    if storage.firstPosition(of: UInt8(ascii: "."), in: field) != nil,
                        storage.firstPosition(of: UInt8(ascii: ":"), in: field) == nil
                    {
                        timePoints += 1
                    }
                    if storage.firstPosition(of: UInt8(ascii: ","), in: field) != nil { commas += 1 }
                    continue
                }
                if storage.firstPosition(of: UInt8(ascii: ","), in: field) != nil { commas += 1 }
                if storage.firstPosition(of: UInt8(ascii: "."), in: field) != nil { points += 1 }
            }
        }
        guard rowCount > 0 else { throw LogAssembly.empty(lines.name, Self.noRows) }
        if commas > points {
            layout.dialect.mark = UInt8(ascii: ",")
            if timePoints == rowCount { layout.timeMark = UInt8(ascii: ".") }
        }
        if header.isWritten, hints.mayHoldRowNumbers, longer == rowCount, rowCount > 1 {
            // A script that writes row numbers without naming their column.
            layout.plan.insert(RowLayout.skipped, at: 0)
            layout.columnCount += 1
        }
    }
}
