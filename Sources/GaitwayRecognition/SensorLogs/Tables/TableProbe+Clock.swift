// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension TableProbe {
    /// Makes sure that the column of times of a table without a header is one: it hardly ever falls.
    ///
    /// - Throws: `ambiguous` if it is not one, and no rate is given; with a rate, the columns are x, y, z, …. Also if
    ///   the column behind it numbers the sensors.
    func requireClock(_ choice: inout ColumnChoice, _ header: HeaderLine) throws(InputError) {
        guard !header.isWritten, let time = choice.times.first else { return }
        let columns = try trends(header)
        if let first = choice.vectors[.acceleration]?.first, columns[first...].dropFirst(3).first?.isWhole == false,
            columns[first].isIdentifier, !columns[first + 1].isWhole, !columns[first + 2].isWhole
        {
            throw .ambiguous(
                "there is no header, and column \(first + 1) seems to number the sensors",
                remedy: "write accelerometer and gyroscope for the numbers, below time,sensor,x,y,z",
                source: lines.name, line: header.lineCount + 1, column: first + 1)
        }
        guard !columns[time].mayBeTime else { return }
        guard options.rate == nil else { return choice.leaveTimesOut(header.names.count, bare: hints.bare) }
        let line = max(1, header.lineCount + 1)
        if let other = columns.firstIndex(where: { $0.mayBeTime && $0.rises }) {
            throw .ambiguous(
                "there is no header, and column \(other + 1) increases steadily as a time does, not column "
                    + "\(time + 1)", remedy: "name the columns in a first line: time, ax, ay, az", source: lines.name,
                line: line)
        }
        throw .ambiguous(
            "there is no header, and no column increases steadily as a time does",
            remedy: "\(set: .init(.rate)), the samples a second", source: lines.name, line: line)
    }

    /// Turns the table round if its rows are newest first: the times of the first rows never rise, and fall.
    mutating func turnNewestFirst(_ layout: RowLayout) throws(InputError) {
        guard case .number = layout.time, let column = layout.plan.firstIndex(of: RowLayout.timeColumn) else { return }
        goToFirstRow(headerLines: layout.headerLines)
        let scanner = layout.timeScanner
        var last: Double?
        var falls = 0
        var looked = 0
        while looked < (lines.isLive ? 50 : 200), let line = try nextProbeLine() {
            looked += 1
            let storage = lines.storage
            let fields = scanner.fields(storage.span, line)
            guard fields.indices.contains(column) else { continue }
            var position = fields[column].lowerBound
            let number = scanner.number(storage.span, at: &position, end: fields[column].upperBound)
            let text = number.1 == .number ? nil : TimeText.parse(storage.span, fields[column])
            let time = text.map { Double($0.nanoseconds) } ?? number.0
            guard !time.isNaN else { continue }
            if let last, time > last { return }
            if let last, time < last { falls += 1 }
            last = time
        }
        guard falls > 1 else { return }
        try lines.turnRound(keeping: layout.headerLines)
        guesses.append(Self.isTurned)
    }

    /// The note on rows or samples in reverse order.
    static let isTurned = "the newest row comes first: the rows are read from the last one"

    /// What the first rows of a column show.
    private struct Trend {
        var last: Double?
        /// Whether a number was larger than the one before it.
        var rises = false
        var falls = 0
        /// Whether it holds dates or clock times.
        var isText = false
        /// Whether all numbers are whole, and the first different ones.
        var isWhole = true
        var values: Set<Double> = []
        var count = 0
        /// Whether it holds a few whole numbers again and again, as acceleration does not.
        var isIdentifier: Bool { isWhole && count >= 20 && (2...8).contains(values.count) }
        /// Whether it rises as the times of samples do, some of them out of order.
        var mayBeTime = true
    }

    private func trends(_ header: HeaderLine) throws(InputError) -> [Trend] {
        goToFirstRow(headerLines: header.lineCount)
        let scanner = FieldScanner(dialect: Dialect(separator: header.separator, mark: UInt8(ascii: ".")))
        var trends = [Trend](repeating: Trend(), count: header.names.count)
        var looked = 0
        let most = lines.isLive ? 50 : 200
        while looked < most, let line = try nextProbeLine() {
            looked += 1
            let bytes = Array(lines.storage[line])
            for (column, field) in scanner.fields(bytes.span, 0..<bytes.count).enumerated()
            where column < trends.count && !field.isEmpty {
                let digits = bytes[field].map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
                let text = String(decoding: digits, as: UTF8.self)
                guard let value = Double(text.filter { $0 != " " }) else {
                    trends[column].isText = true
                    continue
                }
                if let last = trends[column].last {
                    if value < last { trends[column].falls += 1 }
                    if value > last { trends[column].rises = true }
                }
                trends[column].last = value
                trends[column].count += 1
                if text.contains(where: { !$0.isNumber && !"-+ ".contains($0) }) { trends[column].isWhole = false }
                if trends[column].values.count <= 8 { trends[column].values.insert(value) }
            }
        }
        let mostFalls = max(1, looked / 20)
        for column in trends.indices {
            trends[column].mayBeTime =
                trends[column].isText || trends[column].falls <= mostFalls || !trends[column].rises
        }
        return trends
    }
}
