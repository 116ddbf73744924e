// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Sensor Logger's JSON as an export folder: one table for each sensor that it holds.
///
/// The export lists all samples of one sensor after all of another's, so the file is read once for each sensor.
struct SensorLoggerJSON: LogContainer {
    let name: String
    var hasFiles: Bool { false }
    let files: [String]
    var logger: Logger? { .sensorLogger }

    private let source: () throws(InputError) -> any ByteSource
    /// The keys of each table, in the order of its first object.
    private let keys: [String: [String]]

    /// Looks through the text for sensors.
    ///
    /// - Parameter source: opens the text; called once for each pass.
    init(name: String, source: @escaping () throws(InputError) -> any ByteSource) throws(InputError) {
        self.name = name
        self.source = source
        let head = try source().head(ForeignFile.headSize)
        if let foreign = ForeignFile(head) { throw foreign.error(source: name) }
        guard !head.isEmpty else { throw LogAssembly.empty(name) }
        var keys: [String: [String]] = [:]
        var reader = JSONObjectStream(try source(), name: name)
        while try reader.next() {
            guard let sensor = Self.sensor(reader) else { continue }
            let file = sensor + ".csv"
            guard keys[file] == nil, keys.count < 100 else { continue }
            keys[file] = reader.members.map { String(decoding: reader.text[$0.key], as: UTF8.self) }
                .filter { $0 != "sensor" && $0 != "name" }
        }
        guard !keys.isEmpty else {
            throw .unsupported(
                "the JSON is not a known log: no object has a key sensor or name",
                remedy: "give Sensor Logger's JSON, or a table as CSV", source: name
            ).foreign
        }
        self.keys = keys
        files = keys.keys.sorted()
    }

    func open(_ file: String) throws(InputError) -> any ByteSource {
        let reader = JSONObjectStream(try source(), name: name)
        return SensorTableSource(reader, sensor: String(file.dropLast(4)), keys: keys[file] ?? [])
    }

    fileprivate static func sensor(_ reader: JSONObjectStream) -> String? {
        reader.value("sensor") ?? reader.value("name")
    }
}

/// The objects of one sensor as a table of text.
private final class SensorTableSource: ByteSource {
    let isLive = false
    private var reader: JSONObjectStream
    private let sensor: String
    private let keys: [[UInt8]]
    private var waiting: [UInt8]
    private var sent = 0
    private var hasEnded = false

    init(_ reader: JSONObjectStream, sensor: String, keys: [String]) {
        self.reader = reader
        self.sensor = sensor
        self.keys = keys.map { Array($0.utf8) }
        waiting = Array(CSVText.record(keys).utf8)
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        while sent == waiting.count, !hasEnded {
            waiting.removeAll(keepingCapacity: true)
            sent = 0
            try addRows()
        }
        var rest = waiting[sent...]
        let count = rest.move(into: &buffer, at: offset)
        sent += count
        return count
    }

    private func addRows() throws(InputError) {
        while waiting.count < 1 << 16 {
            guard try reader.next() else {
                hasEnded = true
                // A cut object shows as a cut row.
                if reader.isCut, reader.value("sensor") == sensor { addRow(isCut: true) }
                return
            }
            if SensorLoggerJSON.sensor(reader) == sensor { addRow(isCut: false) }
        }
    }

    private func addRow(isCut: Bool) {
        var isFirst = true
        for (index, key) in keys.enumerated() {
            // Objects of one sensor have their keys in one order, so that the place is nearly always known.
            let guess = reader.members.count - keys.count + index
            var found =
                reader.members.indices.contains(guess) && reader.text[reader.members[guess].key].elementsEqual(key)
                ? reader.members[guess] : nil
            found = found ?? reader.members.first { reader.text[$0.key].elementsEqual(key) }
            if found == nil, isCut { break }
            if !isFirst { waiting.append(UInt8(ascii: ",")) }
            isFirst = false
            guard let value = found?.value else { continue }
            waiting.append(csvField: reader.text[value])
        }
        if !isCut { waiting.append(UInt8(ascii: "\n")) }
    }
}

extension JSONObjectStream {
    /// The objects of a source of bytes.
    fileprivate init(_ source: any ByteSource, name: String) {
        self.init(name: name) { (buffer) throws(InputError) in try source.read(into: &buffer, at: 0) }
    }
}
