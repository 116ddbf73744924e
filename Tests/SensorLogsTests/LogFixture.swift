// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase

@testable import GaitwayRecognition

/// A log written by a test: a table in memory, or a folder of files that is removed with its last reference.
final class LogFixture {
    /// The folder that the files were written to.
    let path: String

    /// Writes files; a name may contain a folder.
    init(_ files: [String: String]) throws {
        path = FileManager.default.temporaryDirectory.path + "/gaitway-log-\(UUID().uuidString)"
        for (name, text) in files {
            let url = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Reads the folder.
    func read(_ options: LogOptions = LogOptions()) throws -> Recording {
        try Recording(path: path, options: options)
    }

    /// Reads a table from memory, in chunks of `chunk` bytes.
    static func read(
        _ text: String, chunk: Int = .max, options: LogOptions = LogOptions(), isLive: Bool = false
    ) throws -> Recording {
        try read(Array(text.utf8), chunk: chunk, options: options, isLive: isLive)
    }

    /// Reads a table from memory, in chunks of `chunk` bytes.
    static func read(
        _ bytes: [UInt8], chunk: Int = .max, options: LogOptions = LogOptions(), isLive: Bool = false
    ) throws -> Recording {
        let source = MemorySource(bytes, chunk: chunk, isLive: isLive)
        return try Recording(RecordingReader(source: source, name: "log.csv", options: options))
    }

    /// The error that reading a table ends with; nil if it does not.
    static func fault(_ text: String, options: LogOptions = LogOptions()) -> InputError? {
        do {
            _ = try read(text, options: options)
            return nil
        } catch {
            return error as? InputError
        }
    }

    /// Rows of a quiet phone: time, 0.1, 0.2 and about one g in z, and what `more` adds.
    static func rows(
        _ count: Int, step: Double = 0.02, scale: Double = 9.81, separator: String = ",",
        more: (Int) -> String = { _ in "" }
    ) -> String {
        (0..<count).map { row in
            let time = (Double(row) * step * 1e6).rounded() / 1e6
            let wave = Double(row % 7) / 1000
            return [String(time), "0.1", "0.2", String(scale + wave)].joined(separator: separator) + more(row)
                + "\n"
        }.joined()
    }
}

extension Recording.Series {
    /// The times in seconds.
    var seconds: [Double] { nanoseconds.map { Double($0) / 1e9 } }
}

extension Recording {
    /// Everything that was delivered, for comparison.
    var contents: [[SIMD4<Double>]] {
        Sensor.allCases.map { sensor in
            zip(self[sensor].nanoseconds, self[sensor].values).map { time, value in
                SIMD4(Double(time), Double(value.x), Double(value.y), Double(value.z))
            }
        }
    }
}
