// SPDX-License-Identifier: Apache-2.0

/// JSON that is a table: objects in an array or one after another, lists under the names of columns, or the samples of
/// Edge Impulse.
///
/// Members of objects within a row get the names of both: `acceleration x`. Browsers' `DeviceMotionEvent` has its
/// rotation rate as alpha, beta and gamma, about z, x and y, in degrees per second (W3C, Device Orientation and Motion,
/// 4.3).
package enum JSONTable {
    private static let largest = 1 << 28
    private static let headSize = 1 << 14

    /// The rows as CSV; nil for other JSON, such as Sensor Logger's, whose objects name their sensor.
    ///
    /// - Parameter read: reads as many of the next bytes as there are, at most `count`.
    package static func csv(
        name: String, read: (_ count: Int) throws(InputError) -> [UInt8]
    ) throws(InputError) -> [UInt8]? {
        var bytes = try read(headSize)
        guard isLikely(bytes) else { return nil }
        while case let block = try read(1 << 20), !block.isEmpty {
            bytes += block
            guard bytes.count <= largest else {
                throw .limitExceeded(
                    "the JSON is larger than \(largest >> 20) MiB", remedy: "write its rows as CSV", source: name)
            }
        }
        do throws(InputError) { return try rows(bytes) } catch { throw error.inSource(name) }
    }

    /// Whether the first bytes of a file may be such a table.
    package static func isLikely(_ head: some Sequence<UInt8>) -> Bool {
        let text = String(decoding: Array(head), as: UTF8.self)
        func has(_ key: String) -> Bool { text.contains("\"" + key + "\"") }
        if has("interval_ms"), has("values") { return true }
        guard !has("sensor"), !has("name"), ForeignFile(Array(text.utf8)) == nil else { return false }
        let axes = ["x", "y", "z"].allSatisfy { axis in
            has(axis)
                || ["acc_", "accel_", "acc", "accel", "a", "acce_", "acceleration_", "Acc", "acceleration"].contains {
                    has($0 + axis) || has($0 + axis.uppercased())
                }
        }
        if axes { return text.contains("{") || text.contains("[") }
        if text.contains(/"acc(el(eration|erometer)?)?"\s*:\s*\[\s*-?\d/) { return true }
        // A list of numbers under its name may fill the head before another name comes.
        return text.prefixMatch(of: /\s*\{\s*"[^"]{1,60}"\s*:\s*(\[\s*"?[-\d]|\{\s*"\d+"\s*:)/) != nil
    }

    private static func rows(_ bytes: [UInt8]) throws(InputError) -> [UInt8]? {
        var reader = JSONReader(bytes)
        var table = Rows()
        do throws(InputError) { if let whole = try read(&reader, into: &table) { return whole } } catch {
            guard error.code == .truncated, !table.names.isEmpty else { throw error }
            // A row that is cut, and counted as such.
            table.bytes.append(UInt8(ascii: "0"))
        }
        return table.names.isEmpty ? nil : table.bytes
    }

    /// Reads rows; returns a whole table if the text is one of another form.
    private static func read(_ reader: inout JSONReader, into table: inout Rows) throws(InputError) -> [UInt8]? {
        while !reader.isAtEnd() {
            if reader.peek() == UInt8(ascii: "[") {
                try reader.array { (reader) throws(InputError) in table.add(try reader.element()) }
            } else {
                let whole = try reader.element()
                if let edge = edgeImpulse(whole) { return edge }
                if let columns = columns(whole) { return columns }
                // Rows may lie within an object that describes them.
                let rows = whole.members?.lazy.compactMap(\.value.elements).first { $0.first?.members != nil }
                let keyed = whole.members?.map(\.value).filter { ($0.members?.count ?? 0) > 1 } ?? []
                for row in rows ?? (keyed.count > 8 ? keyed : [whole]) { table.add(row) }
            }
        }
        return nil
    }

    /// A table of text as its rows are added.
    private struct Rows {
        var names: [String] = []
        var bytes: [UInt8] = []

        /// Adds the row of an object; the first one names the columns.
        mutating func add(_ row: JSONElement) {
            var values: [(String, String)] = []
            JSONTable.flatten(row, "", into: &values)
            guard !values.isEmpty else { return }
            if names.isEmpty {
                names = values.map(\.0)
                append(names)
            }
            var cells = [String](repeating: "", count: names.count)
            for (name, value) in values {
                if let column = names.firstIndex(of: name) { cells[column] = value }
            }
            append(cells)
        }

        mutating func append(_ cells: [String]) {
            for (index, cell) in cells.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(csvField: cell)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    private static let angles = ["alpha": "z (deg/s)", "beta": "x (deg/s)", "gamma": "y (deg/s)"]

    private static func flatten(_ element: JSONElement, _ name: String, into values: inout [(String, String)]) {
        func joined(_ key: String) -> String { name.isEmpty ? key : name + " " + (angles[key] ?? key) }
        switch element.content {
        case .object(let members):
            for member in members { flatten(member.value, joined(member.key), into: &values) }
        case .array(let elements) where elements.count == 3:
            for (axis, value) in zip(["x", "y", "z"], elements) { flatten(value, joined(axis), into: &values) }
        case .number, .text: values.append((name, cell(element)))
        case .array, .boolean, .null: break
        }
    }

    /// `{"time":[…],"ax":[…]}`, or the same with objects from row numbers, as pandas writes them; also its
    /// `{"columns":["time",…],"data":[[…],…]}`.
    private static func columns(_ whole: JSONElement) -> [UInt8]? {
        if let names = whole["columns"]?.elements, let rows = whole["data"]?.elements {
            var table = Rows()
            for row in [names] + rows.map({ $0.elements ?? [] }) { table.append(row.map(cell)) }
            return table.bytes
        }
        func list(_ element: JSONElement) -> [JSONElement]? { element.elements ?? element.members?.map(\.value) }
        let columns = (whole.members ?? []).compactMap { member in list(member.value).map { (member.key, $0) } }
        guard columns.count >= 3, let count = columns.first?.1.count, count > 3, columns.count <= count,
            columns.allSatisfy({ $0.1.count == count })
        else { return nil }
        var table = Rows()
        table.append(columns.map(\.0))
        for row in 0..<count { table.append(columns.map { cell($0.1[row]) }) }
        return table.bytes
    }

    /// Edge Impulse's data acquisition format: rows of values at an interval, and a name and unit for each column.
    private static func edgeImpulse(_ whole: JSONElement) -> [UInt8]? {
        guard let payload = whole["payload"], let interval = payload["interval_ms"]?.number, interval > 0,
            let sensors = payload["sensors"]?.elements, let rows = payload["values"]?.elements
        else { return nil }
        let names = sensors.map { ($0["name"]?.text ?? "") + ($0["units"]?.text.map { " (\($0))" } ?? "") }
        var table = Rows()
        table.append(["time_ms"] + names)
        for (index, row) in rows.enumerated() {
            table.append([shortest(Double(index) * interval)] + (row.elements ?? [row]).map(cell))
        }
        return table.bytes
    }

    private static func cell(_ value: JSONElement) -> String { value.number.map(shortest) ?? value.text ?? "" }

    private static func shortest(_ number: Double) -> String {
        var bytes: [UInt8] = []
        if let whole = Int64(number, in: .any) {
            bytes.append(text: whole.description)
        } else {
            bytes.append(shortest: number)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
