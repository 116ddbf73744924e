// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A logger's table without names of columns, recognised by the way it is written.
struct TableFormat {
    /// The app that writes it.
    var logger: Logger
    /// The columns, under the names that they have here.
    var names: [ColumnName]
    /// What separates the columns; nil if the caller knows.
    var separator: UInt8?
    /// The number of lines above the rows.
    var headerRows = 0
    /// The source of the time; nil for a column that is to be probed.
    var time: TimeColumn?
    /// What is added to the log's clock to get nanoseconds since 1970.
    var epochOffset: Int64?
    var unit: LogOptions.Unit?
    /// What acceleration is multiplied by to be in ``unit``.
    var scale = 1.0
    /// The unit's name for people, if it differs from ``unit``.
    var unitName: String?
    /// What was guessed of the columns, for people; nil for a format that tells them itself.
    var guess: String?

    /// SensorLog without its header row.
    static func sensorLog(_ row: [UInt8]) -> TableFormat? {
        for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\t")]
        where row.count(where: { $0 == separator }) + 1 >= SensorLogColumns.leastColumns {
            guard let names = SensorLogColumns.names(of: row, separator: separator) else { continue }
            return TableFormat(
                logger: .sensorLog, names: names, separator: separator,
                guess: "there is no header: assuming the \(names.count) columns of SensorLog in its order")
        }
        return nil
    }

    /// Empatica E4: a row of the start as seconds since 1970, a row of the rate, then integers in 1/64 g.
    static func empatica(_ first: [UInt8], _ second: [UInt8]) -> TableFormat? {
        guard let starts = same(first), let rates = same(second), starts > 1e9, starts < 4e9, rates > 0, rates <= 1000
        else { return nil }
        return TableFormat(
            logger: .empatica, names: names("x", "y", "z"), headerRows: 2,
            time: .rowIndex(step: Nanoseconds.rounded(1 / rates)), epochOffset: Nanoseconds.rounded(starts),
            unit: .standardGravity, scale: 1 / 64.0, unitName: "1/64 g")
    }

    /// Accelerometer Analyzer: a title in a comment, then rows of x, y, z and the milliseconds since the row before.
    static func analyzer(title: [UInt8], separator: UInt8, count: Int) -> TableFormat? {
        guard separator == UInt8(ascii: " ") || separator == UInt8(ascii: "\t"), count == 4 else { return nil }
        guard String(decoding: title, as: UTF8.self).lowercased().contains("accelerometer") else { return nil }
        return TableFormat(logger: .accelerometerAnalyzer, names: names("x", "y", "z", "time"), time: .step(scale: 6))
    }

    /// Sensorstream: a time, then 3 and acceleration, 4 and the rotation rate, and other sensors under their numbers.
    static func sensorStream(_ row: [UInt8], _ next: [UInt8], separator: UInt8) -> TableFormat? {
        func cells(_ row: [UInt8]) -> [String] {
            row.split(separator: separator, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
        }
        let cells = (first: cells(row), next: cells(next))
        guard cells.first.count >= 5, cells.first[1] == "3", cells.next.count > 1, cells.next[1] == "3",
            cells.first.count == 5 || cells.first.count > 8 && cells.first[5] == "4"
        else { return nil }
        var columns = names("time")
        for place in stride(from: 1, to: cells.first.count - 3, by: 4) {
            let sensor = ["3": "a", "4": "g"][cells.first[place]]
            columns +=
                [ColumnName([])]
                + ["x", "y", "z"].map { axis in
                    ColumnName(sensor.map { Array(($0 + axis).utf8) } ?? [])
                }
        }
        while columns.count < cells.first.count { columns.append(ColumnName([])) }
        return TableFormat(
            logger: .plain, names: columns, guess: "there is no header: assuming the columns of Sensorstream")
    }

    /// GENEActiv: time, acceleration in g, light, button and temperature.
    static func geneActiv(count: Int) -> TableFormat? {
        guard count >= 4 else { return nil }
        let rest = [ColumnName](repeating: ColumnName([]), count: count - 4)
        return TableFormat(logger: .plain, names: names("time", "x (g)", "y (g)", "z (g)") + rest)
    }

    /// Rows that name each sensor before its axes: `2024-06-12 15:34:11.663/Accelerometer/x/y/z/Gyroscope/…`.
    static func named(_ row: [UInt8], separator: UInt8) -> TableFormat? {
        let scanner = FieldScanner(dialect: Dialect(separator: separator, mark: UInt8(ascii: ".")))
        let fields = scanner.fields(row.span, 0..<row.count)
        guard fields.count >= 5, TimeText.parse(row.span, fields[0]) != nil else { return nil }
        var names = [ColumnName(Array("time".utf8))]
        var sensor = ""
        var axis = 0
        for field in fields.dropFirst() {
            let text = String(decoding: row[field], as: UTF8.self)
            if Double(text.replacing(",", with: ".")) == nil {
                sensor = text
                axis = 0
                names.append(ColumnName([]))
            } else {
                let suffix = axis < 3 ? ["x", "y", "z"][axis] : "\(axis)"
                names.append(ColumnName(Array((sensor + " " + suffix).utf8)))
                axis += 1
            }
        }
        guard names.contains(where: { $0.role(bare: nil)?.role == .acceleration }) else { return nil }
        return TableFormat(logger: .plain, names: names)
    }

    private static func names(_ names: String...) -> [ColumnName] { names.map { ColumnName(Array($0.utf8)) } }

    /// The number that all three fields of a row hold; nil for any other row.
    private static func same(_ row: [UInt8]) -> Double? {
        let fields = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            Double(String(decoding: $0.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self))
        }
        guard fields.count == 3, let first = fields[0], fields[1] == first, fields[2] == first else { return nil }
        return first
    }
}
