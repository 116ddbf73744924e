// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Tables with a column that names the sensor of each row: `time,sensor,x,y,z`.
extension MixedRowFormat {
    /// The names of such a column, as letters and digits in lower case.
    private static let columns: Set<String> = [
        "sensor", "sensortype", "sensorname", "sensorid", "type", "name", "kind", "messagetype", "source",
        "stream", "channel", "topic",
    ]

    /// What words of that column mean, as letters and digits in lower case. The numbers are those of Android's
    /// `Sensor.TYPE_…`.
    private static let meanings: [(words: [String], role: ColumnRole, acceleration: LogOptions.Acceleration?)] = [
        (["accelerometer", "accelerometers", "acceleration", "accel", "acce", "acc", "a", "1"], .acceleration, nil),
        (["totalacceleration", "accelerometeruncalibrated", "35"], .acceleration, .total),
        (
            ["linearacceleration", "linearaccelerometer", "linear", "useracceleration", "lacc", "10"], .acceleration,
            .linear
        ),
        (["gyroscope", "gyro", "gyr", "rotationrate", "g", "4"], .rotationRate, nil),
        (["pressure", "barometer", "baro", "6"], .pressure, nil),
    ]

    private static let androidTypes = Set((1...20).map(String.init) + ["35"])

    private static let separators = [",", ";", "\t", "|", " "].map { UInt8(ascii: $0) }

    private static func fields(_ row: [UInt8], _ separator: UInt8) -> [String] {
        row.split(separator: separator, omittingEmptySubsequences: false).map {
            String(decoding: $0.filter { $0 != UInt8(ascii: "\"") && $0 != 13 }, as: UTF8.self).trimmingBlanks
        }
    }

    private static func separator(of row: [UInt8]) -> UInt8? {
        separators.first { separator in row.count { $0 == separator } >= 3 }
    }

    /// The header that a row lacks whose first or second field names a sensor, with a time beside it and x, y, z
    /// behind; nil for other rows.
    static func header(above row: [UInt8]) -> [UInt8]? {
        guard let separator = separator(of: row) else { return nil }
        let fields = fields(row, separator)
        guard (5...8).contains(fields.count), fields[2..<5].allSatisfy({ Double($0) != nil }) else { return nil }
        let known = fields[..<2].map { field in
            (Double(field) == nil || Int(field, in: .any) != nil)
                && Self.meanings.contains { $0.words.contains(meaning(stem(field))) }
        }
        // A number names a sensor only behind the time.
        guard let column = known[1] ? 1 : known[0] && Double(fields[0]) == nil ? 0 : nil,
            fields[1 - column].contains(where: \.isNumber)
        else { return nil }
        let names = (column == 1 ? ["time", "sensor"] : ["sensor", "time"]) + ["x", "y", "z", "", "", ""]
        return Array(names.prefix(fields.count).joined(separator: String(Character(Unicode.Scalar(separator)))).utf8)
    }

    private static func stem(_ word: String) -> String {
        let last = word.lowercased().split(separator: ".").last.map(String.init) ?? ""
        let stem = last.filter { $0.isLetter || $0.isNumber }
        return stem.hasPrefix("type") && stem.count > 4 ? String(stem.dropFirst(4)) : stem
    }

    /// "LSM6DSO Accelerometer" ends with what it is.
    private static func meaning(_ stem: String) -> String {
        Self.meanings.flatMap(\.words).filter { $0.count > 7 && stem.hasSuffix($0) }.max { $0.count < $1.count } ?? stem
    }

    /// A part of each of these names.
    private static let parts = ["sensor", "type", "name", "kind", "source", "stream", "channel", "topic"].map {
        Array($0.utf8)
    }

    /// Whether a header may name such a column, which few do.
    static func mayName(_ header: ArraySlice<UInt8>) -> Bool {
        parts.contains { part in
            header.indices.contains { start in
                header[start...].prefix(part.count).elementsEqual(part) { $0 | 0x20 == $1 }
            }
        }
    }

    /// The format of a table with this header whose column names sensors in the rows below it; nil for other tables.
    ///
    /// A column of numbers names sensors only if they change from row to row: labels stay for a while.
    ///
    /// - Parameter isWritten: whether the table has this header; without one, all words must be of sensors.
    init?(header: [UInt8], rows: [[UInt8]], isWritten: Bool = true) {
        guard let separator = Self.separator(of: header) else { return nil }
        let names = Self.fields(header, separator).map { ColumnName(Array($0.utf8)) }
        guard let column = names.firstIndex(where: { $0.axis == nil && Self.columns.contains($0.stem) }),
            Set(names.filter(\.stem.isEmpty).compactMap(\.axis)).count == 3
                || names.contains(where: { $0.stem == "values" })
        else { return nil }
        let words = rows.map { Self.fields($0, separator) }.filter { $0.count > column }.map { $0[column] }
        let isNumeric = words.allSatisfy { Int($0, in: .any) != nil }
        let changes = zip(words, words.dropFirst()).count { $0 != $1 }
        guard Set(words).count > 1, !isNumeric || changes * 8 > words.count else { return nil }
        guard isWritten || Set(words).count < 20 && (!isNumeric || Self.androidTypes.isSuperset(of: words)) else {
            return nil
        }
        var kinds: [Kind] = []
        for (known, role, acceleration) in Self.meanings {
            for word in Set(words).sorted() where known.contains(Self.meaning(Self.stem(word))) {
                kinds.append(
                    Kind(
                        word: word, role: role, header: String(decoding: header, as: UTF8.self),
                        acceleration: acceleration))
            }
        }
        guard kinds.contains(where: { $0.role == .acceleration }) else { return nil }
        let others = Set(words).subtracting(kinds.map(\.word)).sorted()
        self.init(
            logger: .plain, separator: separator, column: column, kinds: kinds,
            note: others.isEmpty
                ? nil : "rows of \(QuotedText.text(others.joined(separator: ", "))) are left out: other sensors",
            hasNumbers: true)
    }
}
