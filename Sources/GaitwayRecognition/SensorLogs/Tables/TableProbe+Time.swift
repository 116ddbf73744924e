// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension TableProbe {
    /// Finds the unit of the time column, and whether it holds the wall clock.
    mutating func settleTime(
        _ layout: inout RowLayout, header: HeaderLine, choice: ColumnChoice, logger: Logger
    ) throws(InputError) {
        try settleClock(&layout, header: header, choice: choice, logger: logger)
        try checkRows(layout, header: header)
    }

    private mutating func settleClock(
        _ layout: inout RowLayout, header: HeaderLine, choice: ColumnChoice, logger: Logger
    ) throws(InputError) {
        switch layout.time {
        case .rowIndex, .step: return
        default: break
        }
        try chooseReadableTime(&layout, header: header, choice: choice)
        guard let column = layout.plan.firstIndex(of: RowLayout.timeColumn) else { return }
        if try settleTextTime(&layout, column: column, stated: header.preamble.order, header: header, choice: choice) {
            return
        }
        if try settleTwoClocks(&layout, header: header, choice: choice) { return }
        let offset = layout.columnCount - header.names.count
        let name = header.names.indices.contains(column - offset) ? header.names[column - offset] : nil
        var exponent = name?.unit?.timeExponent ?? hints.timeExponent
        switch name?.stem {
        case "secondselapsed" where exponent == nil, "seconds" where exponent == nil: exponent = 9
        case "milliseconds" where exponent == nil: exponent = 6
        case "uptimenanos" where exponent == nil: exponent = 0
        default: break
        }
        let times = try numbers(in: column, layout, most: lines.isLive ? 50 : 200)
        guard let first = times.first else { return }
        // Many samples may share a stamp, but none counts days to one digit.
        if times.count >= 20, first.magnitude >= 1e11, times.allSatisfy({ $0 == first }), first.isRounded {
            throw .malformed(
                "the first \(times.count) times are all \(first): a spreadsheet has rounded them",
                remedy: "export the log again without a spreadsheet, or \(set: .init(.rate))", source: lines.name,
                line: layout.headerLines + 1, column: column + 1)
        }
        if exponent == nil {
            let (found, step) = ClockUnit.exponent(of: times)
            exponent = ClockUnit.epochExponent(first, step: found == nil ? 0 : step)
            guard let found = exponent ?? found else {
                let falls = zip(times.dropFirst(), times).count { $0 < $1 }
                if falls > times.count / 4 {
                    throw layout.disorder(falls, of: times.count, source: lines.name, line: layout.headerLines + 1)
                }
                if step > 0, step < 1e-5, (20_000...80_000).contains(first) {
                    (layout.time, layout.epochOffset) = (.days, 0)
                    guesses.append("assuming UTC: times count days since 1900, as in spreadsheets")
                    return
                }
                throw .ambiguous(
                    "the unit of the time is unknown: the median step, \(ClockUnit.shown(step)), fits "
                        + (ClockUnit.isEitherUnit(step) ? "s at 1 Hz and ms at 1 kHz" : "neither s, ms, us nor ns"),
                    remedy: "name the column time_s, time_ms, time_us or time_ns", source: lines.name,
                    line: layout.headerLines + 1, column: column + 1)
            }
            guard exponent == nil else {
                layout.time = .number(scale: found)
                layout.epochOffset = 0
                return
            }
            exponent = found
            guesses.append("assuming time in \(ClockUnit.name(of: found)) (median step \(ClockUnit.shown(step)))")
        }
        guard let exponent else { return }
        layout.time = .number(scale: exponent)
        if ClockUnit.epochExponent(first) == exponent {
            layout.epochOffset = 0
        } else if logger != .phyphox {
            try settleDate(&layout, column: column, header: header, choice: choice, scale: exponent)
        }
    }

    /// Takes the next best column of times if the best one cannot be read, as after a spreadsheet has rounded it.
    private mutating func chooseReadableTime(
        _ layout: inout RowLayout, header: HeaderLine, choice: ColumnChoice
    ) throws(InputError) {
        guard header.isWritten, choice.times.count > 1 else { return }
        let offset = layout.columnCount - header.names.count
        for (place, column) in choice.times.enumerated() {
            guard try isReadable(column + offset, layout) else { continue }
            guard place > 0, let best = choice.times.first else { return }
            retime(&layout, to: column + offset)
            guesses.append(
                "the column \(QuotedText.text(header.names[best].text)) holds no usable times: "
                    + "\(QuotedText.text(header.names[column].text)) has the times instead")
            return
        }
    }

    /// Whether the first rows have different times in a column. Dates of whole seconds are not the times of samples.
    private func isReadable(_ column: Int, _ layout: RowLayout) throws(InputError) -> Bool {
        goToFirstRow(headerLines: layout.headerLines)
        let scanner = layout.timeScanner
        var first: Double?
        var looked = 0
        var read = 0
        var seconds: Set<Int64> = []
        var texts = 0
        while looked < 20, let line = try nextProbeLine() {
            let storage = lines.storage
            let bytes = storage.span
            let fields = scanner.fields(bytes, line)
            guard fields.indices.contains(column), !fields[column].isEmpty else { continue }
            looked += 1
            if let text = TimeText.parse(bytes, fields[column]) {
                guard text.nanoseconds % Nanoseconds.perSecond == 0 else { return true }
                seconds.insert(text.nanoseconds)
                texts += 1
                continue
            }
            var position = fields[column].lowerBound
            let (value, kind) = scanner.number(bytes, at: &position, end: fields[column].upperBound)
            guard kind == .number, position > fields[column].upperBound else { continue }
            read += 1
            if first ?? value != value { return true }
            first = value
        }
        if texts > 0 { return texts < 8 || seconds.count > texts / 4 }
        // Many rows of one time are not a clock; a short log may have a single row.
        return read > 0 && (looked < 20 || read < looked)
    }

    /// Reads a column of the first rows as numbers, without the rows in which it is not a number.
    private func numbers(in column: Int, _ layout: RowLayout, most: Int) throws(InputError) -> [Double] {
        goToFirstRow(headerLines: layout.headerLines)
        let scanner = layout.timeScanner
        var result: [Double] = []
        var looked = 0
        while result.count < most, looked < most + Self.mostBadRows, let line = try nextProbeLine() {
            looked += 1
            let storage = lines.storage
            let bytes = storage.span
            var position = line.lowerBound
            for _ in 0..<column where position <= line.upperBound {
                _ = scanner.field(bytes, at: &position, end: line.upperBound)
            }
            guard position <= line.upperBound else { continue }
            let (value, kind) = scanner.number(bytes, at: &position, end: line.upperBound)
            if kind == .number { result.append(value) }
        }
        return result
    }

    /// Whether the time is text; then finds the unit of its fractions.
    private mutating func settleTextTime(
        _ layout: inout RowLayout, column: Int, stated: TimeText.DateOrder?, header: HeaderLine, choice: ColumnChoice
    ) throws(InputError) -> Bool {
        goToFirstRow(headerLines: layout.headerLines)
        let scanner = FieldScanner(dialect: layout.dialect)
        var found: TimeText?
        var order = stated
        var isOpen = false
        var mostDigits = 0
        var looked = 0
        while looked < 50, let line = try nextProbeLine() {
            let storage = lines.storage
            let bytes = storage.span
            let fields = scanner.fields(bytes, line)
            looked += 1
            guard fields.indices.contains(column), let text = TimeText.parse(bytes, fields[column]) else {
                // One text decides the kind; numbers never do.
                if found == nil, looked >= 10 { return false }
                continue
            }
            found = found ?? text
            order = order ?? text.order
            isOpen = isOpen || text.isOpen
            mostDigits = max(mostDigits, text.colonDigits)
        }
        guard let found else { return false }
        layout.time = .text(mostDigits == 4 ? .tenthsOfMilliseconds : .milliseconds, order ?? .dayFirst)
        if found.hasDate {
            if isOpen, order == nil {
                guesses.append("assuming that the day is first: the dates do not show whether the day or the month is")
            }
            layout.epochOffset = 0
            if !found.hasZone { guesses.append("assuming UTC: the dates name no time zone") }
        } else if let midnight = try midnight(layout, beside: column, header: header, choice: choice) {
            layout.epochOffset = midnight
            guesses.append("assuming UTC: the dates name no time zone")
        }
        return true
    }

    /// The midnight of the date that the first row has in a column beside that of the clock; nil without one.
    private func midnight(
        _ layout: RowLayout, beside column: Int, header: HeaderLine, choice: ColumnChoice
    ) throws(InputError) -> Int64? {
        goToFirstRow(headerLines: layout.headerLines)
        guard choice.times.count > 1, let line = try nextProbeLine() else { return nil }
        let storage = lines.storage
        let fields = FieldScanner(dialect: layout.dialect).fields(storage.span, line)
        let offset = layout.columnCount - header.names.count
        for other in choice.times.map({ $0 + offset }) where other != column && fields.indices.contains(other) {
            // An open date leaves the month unknown, so that the log keeps its own clock.
            let text = String(decoding: storage[fields[other]], as: UTF8.self) + " 00:00:00"
            if let date = TimeText.parse(text), date.hasDate, !date.isOpen { return date.nanoseconds }
        }
        return nil
    }

    /// Heterogeneity-data tables have two clocks: the sensor's own, with an unknown start and unit, and the app's,
    /// in milliseconds since 1970 and in bursts. The first is taken where it agrees with the second in its rate.
    private mutating func settleTwoClocks(
        _ layout: inout RowLayout, header: HeaderLine, choice: ColumnChoice
    ) throws(InputError) -> Bool {
        func column(_ stem: String) -> Int? {
            choice.times.first { header.names.indices.contains($0) && header.names[$0].stem == stem }
        }
        guard header.isWritten, layout.columnCount == header.names.count,
            let creation = column("creationtime"),
            let arrival = column("arrivaltime")
        else { return false }
        let most = lines.isLive ? 200 : 2000
        let created = try numbers(in: creation, layout, most: most)
        let arrived = try numbers(in: arrival, layout, most: most)
        guard let firstCreated = created.first, let lastCreated = created.last,
            let firstArrived = arrived.first,
            let lastArrived = arrived.last, let epoch = ClockUnit.epochExponent(firstArrived)
        else { return false }
        var scale = 1.0
        for _ in 0..<epoch { scale *= 10 }
        let span = (lastArrived - firstArrived) * scale
        let isRising = zip(created.dropFirst(), created).allSatisfy { $0 > $1 }
        for (exponent, size) in [(0, 1.0), (3, 1e3), (6, 1e6)] {
            // Bursts distort the second clock, but the possible units are a thousand apart.
            let ratio = (lastCreated - firstCreated) * size / span
            guard isRising, ratio > 0.3, ratio < 3,
                let start = Int64((firstArrived * scale).rounded(), in: .any),
                let sensorStart = Int64((firstCreated * size).rounded(), in: .any)
            else { continue }
            retime(&layout, to: creation)
            layout.time = .number(scale: exponent)
            layout.epochOffset = start.subtractingReportingOverflow(sensorStart).partialValue
            guesses.append(
                "time is Creation_Time in \(ClockUnit.name(of: exponent)), which agrees with Arrival_Time in its rate; "
                    + "the wall clock is that of the first Arrival_Time")
            return true
        }
        retime(&layout, to: arrival)
        layout.time = .number(scale: epoch)
        layout.epochOffset = 0
        guesses.append("time is Arrival_Time: Creation_Time does not agree with it")
        return true
    }

    private func retime(_ layout: inout RowLayout, to column: Int) {
        for index in layout.plan.indices where layout.plan[index] == RowLayout.timeColumn {
            layout.plan[index] = RowLayout.skipped
        }
        while layout.plan.count <= column { layout.plan.append(RowLayout.skipped) }
        layout.plan[column] = RowLayout.timeColumn
    }

    /// Takes the wall clock from a second column that holds dates, or times since 1970.
    private mutating func settleDate(
        _ layout: inout RowLayout, column: Int, header: HeaderLine, choice: ColumnChoice, scale: Int
    ) throws(InputError) {
        guard choice.times.count > 1 else { return }
        goToFirstRow(headerLines: layout.headerLines)
        let scanner = layout.timeScanner
        let offset = layout.columnCount - header.names.count
        guard let line = try nextProbeLine() else { return }
        let storage = lines.storage
        let bytes = storage.span
        let fields = scanner.fields(bytes, line)
        guard fields.indices.contains(column) else { return }
        var position = fields[column].lowerBound
        guard let first = scanner.decimal(bytes, at: &position, end: line.upperBound).integer(scale: scale)
        else { return }
        for other in choice.times where other + offset != column && fields.indices.contains(other + offset) {
            // An open date leaves the month unknown, so that the log keeps its own clock.
            guard let text = TimeText.parse(bytes, fields[other + offset]), text.hasDate, !text.isOpen else {
                guard let epoch = Self.epoch(bytes, fields[other + offset], unit: header.names[other].unit) else {
                    continue
                }
                layout.epochOffset = epoch.subtractingReportingOverflow(first).partialValue
                return
            }
            layout.epochOffset = text.nanoseconds.subtractingReportingOverflow(first).partialValue
            if !text.hasZone { guesses.append("assuming UTC: the dates name no time zone") }
            return
        }
    }

    /// A field that counts from 1970, in nanoseconds. A spreadsheet may have kept only some of its digits, and written
    /// a comma.
    private static func epoch(_ bytes: Span<UInt8>, _ field: Range<Int>, unit: ColumnUnit?) -> Int64? {
        let hasComma = field.contains { bytes.byte($0) == UInt8(ascii: ",") }
        let digits = field.prefix { bytes.byte($0) | 0x20 != UInt8(ascii: "e") }.count { bytes.byte($0) &- 48 < 10 }
        var position = field.lowerBound
        let decimal = DecimalNumber.scan(
            bytes, at: &position, end: field.upperBound, mark: UInt8(ascii: hasComma ? "," : "."))
        guard decimal.kind == .number, position == field.upperBound,
            let value = decimal.exactDouble ?? decimal.integer(scale: 0).map(Double.init),
            let exponent = ClockUnit.epochExponent(value), unit?.timeExponent ?? exponent == exponent,
            digits + exponent >= 13
        else { return nil }
        return decimal.integer(scale: exponent)
    }

    /// Makes sure that one of the first rows can be read.
    private func checkRows(_ layout: RowLayout, header: HeaderLine) throws(InputError) {
        goToFirstRow(headerLines: layout.headerLines)
        var reader = RowReader(layout)
        var row = RowValues()
        var firstBad: (line: Int, column: Int, problem: String)?
        var looked = 0
        while looked < Self.mostBadRows, let line = try nextProbeLine() {
            let storage = lines.storage
            switch reader.read(storage.span, line, plan: layout.plan.span, into: &row) {
            case .row: return
            case .blank: continue
            case .bad(let column):
                looked += 1
                if firstBad == nil {
                    let problem = badField(Array(storage[line]), column, layout, header: header)
                    firstBad = (lines.lineNumber, column, problem)
                }
            }
        }
        guard let firstBad else { throw LogAssembly.empty(lines.name, Self.noRows) }
        // `59:00.0` is what a spreadsheet keeps of 07:59:00.013.
        let isCut = firstBad.problem.firstMatch(of: /"\d{1,2}:\d\d\.\d"/) != nil
        throw InputError(
            .malformed, source: lines.name, line: firstBad.line, column: firstBad.column,
            problem: firstBad.problem
                + (isCut
                    ? ": a spreadsheet has cut the hours and the date" : ", and Gaitway cannot read the rows near it"),
            remedy: Self.unitRemedy(firstBad.problem)
                ?? (isCut
                    ? "export the log again without a spreadsheet, or \(set: .init(.rate))"
                    : firstBad.problem.hasSuffix("is not a time")
                        ? "write seconds or 2026-05-01T08:00:00.250, or leave the times out and \(set: .init(.rate))"
                        : "give each row the header's columns, with numbers"))
    }

    /// The line that removes a unit which stands behind each number: `0.020 sec`.
    private static func unitRemedy(_ problem: String) -> Remedy? {
        guard let found = problem.firstMatch(of: /^"-?[\d.,]+(?<unit> ?[A-Za-zµ°][A-Za-z\/^²0-9]{0,7})"/) else {
            return nil
        }
        return "remove the units: sed '2,$ s|\(String(found.unit))||g' FILE > log.csv"
    }

    /// The error for a column (from 1) of a row.
    private func badField(_ row: [UInt8], _ column: Int, _ layout: RowLayout, header: HeaderLine) -> String {
        let fields = FieldScanner(dialect: layout.dialect).fields(row.span, 0..<row.count)
        guard fields.indices.contains(column - 1) else {
            return "the row ends after column \(fields.count) of \(layout.columnCount)"
        }
        let isTime = layout.plan.indices.contains(column - 1) && layout.plan[column - 1] == RowLayout.timeColumn
        return "\(quoted: row[fields[column - 1]]) is not a \(isTime ? "time" : "number")"
    }
}

extension Double {
    /// Whether a large number has at most six digits that are not zeros at its end, as spreadsheets show it.
    fileprivate var isRounded: Bool {
        var unit = 1.0
        while unit * 1e6 < magnitude { unit *= 10 }
        return (self / unit).rounded() * unit == self
    }
}
