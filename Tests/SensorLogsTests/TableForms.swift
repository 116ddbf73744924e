// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The sample walk in the forms of table that people have.
enum TableForms {
    /// A row of the sample walk.
    struct Row: Sendable {
        var nanoseconds: Int
        var acceleration: SIMD3<Double>
        var rotation: SIMD3<Double>
        var seconds: Double { Double(nanoseconds) / 1e9 }
        /// x, y and z in another unit.
        func axes(_ scale: Double = 1) -> [String] { TableForms.texts(acceleration, scale) }
        func turns(_ scale: Double = 1) -> [String] { TableForms.texts(rotation, scale) }
    }

    struct File: Sendable {
        var name = "log.csv"
        var bytes: [UInt8]
    }

    typealias Form = @Sendable ([Row]) -> File

    /// 1,500 rows of the sample walk at 50 Hz.
    static let walk: [Row] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Datasets/walk")
        func numbers(_ file: String) -> [[Double]] {
            let text = (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
        }
        return zip(numbers("Accelerometer.txt"), numbers("Gyroscope.txt")).enumerated().filter { $0.offset % 4 == 0 }
            .prefix(1500).map { _, rows in
                Row(
                    nanoseconds: Int(rows.0[0]), acceleration: SIMD3(rows.0[1], rows.0[2], rows.0[3]),
                    rotation: SIMD3(rows.1[1], rows.1[2], rows.1[3]))
            }
    }()

    static func texts(_ vector: SIMD3<Double>, _ scale: Double) -> [String] {
        (0..<3).map { text(vector[$0] * scale, 6) }
    }

    static func text(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }

    /// A table with a header.
    static func table(
        _ header: String?, _ separator: String = ",", name: String = "log.csv", top: String = "", end: String = "\n",
        mend: @escaping @Sendable (String) -> String = { $0 }, _ cells: @escaping @Sendable (Row) -> [String]
    ) -> Form {
        { walk in
            let lines =
                (header.map { [$0.replacing(",", with: separator)] } ?? [])
                + walk.map { cells($0).map(mend).joined(separator: separator) }
            return File(name: name, bytes: Array((top + lines.joined(separator: end) + end).utf8))
        }
    }

    /// A table whose headings differ.
    static func headed(_ header: String) -> Form { table(header) { [text($0.seconds, 6)] + $0.axes() } }

    /// A table whose times differ.
    static func timed(_ heading: String, _ time: @escaping @Sendable (Row) -> String) -> Form {
        table(heading + ",ax,ay,az") { [time($0)] + $0.axes() }
    }

    /// A table whose times are written by a format; `SSSSSS` stands for microseconds.
    static func dated(_ format: String) -> Form {
        timed("time") { row in
            let micros = row.nanoseconds / 1000
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "UTC")
            formatter.dateFormat = format
            let second = formatter.string(from: Date(timeIntervalSince1970: Double(start + micros / 1_000_000)))
            let digits = "\(1_000_000 + micros % 1_000_000)".dropFirst()
            return second.replacing("~~~~~~", with: digits).replacing("~~~", with: digits.prefix(3))
        }
    }

    /// 2025-05-14, 10:00.
    static let start = 1_747_216_800

    /// A table whose acceleration is in another unit.
    static func scaled(_ header: String, _ scale: Double, whole: Bool = false) -> Form {
        table(header) { row in
            [text(row.seconds, 6)]
                + (whole ? (0..<3).map { "\(Int(row.acceleration[$0] * scale))" } : row.axes(scale))
        }
    }

    /// A form made of another one's lines.
    static func lines(_ form: @escaping Form, _ change: @escaping @Sendable ([String]) -> [String]) -> Form {
        { walk in
            let file = form(walk)
            let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            return File(name: file.name, bytes: Array((change(lines).joined(separator: "\n") + "\n").utf8))
        }
    }

    static func bytes(_ name: String, _ head: [UInt8]) -> Form {
        { _ in File(name: name, bytes: head + [UInt8](repeating: 7, count: 600)) }
    }

    static func bytes(_ name: String, _ head: String) -> Form { bytes(name, Array(head.utf8)) }

    /// JSON of the walk.
    static func json(_ name: String = "log.json", _ text: @escaping @Sendable ([Row]) -> String) -> Form {
        { File(name: name, bytes: Array(text($0).utf8)) }
    }

    static func object(_ row: Row) -> String {
        let axes = row.axes()
        return "{\"time\":\(text(row.seconds, 6)),\"ax\":\(axes[0]),\"ay\":\(axes[1]),\"az\":\(axes[2])}"
    }

    /// The rows in an order that is not theirs, `span` rows at a time.
    static func shuffled(_ span: Int) -> Form {
        lines(plain) { lines in
            var generator = SeededGenerator(seed: 3)
            var rows: [String] = []
            for first in stride(from: 1, to: lines.count, by: span) {
                rows += lines[first..<min(first + span, lines.count)].shuffled(using: &generator)
            }
            return [lines[0]] + rows
        }
    }

    static let plain = headed("time,ax,ay,az")
    static let comma: @Sendable (String) -> String = { $0.replacing(".", with: ",") }
}
