// SPDX-License-Identifier: Apache-2.0
// Foundation for FileManager and Data.
import Foundation
import GaitwayBase

/// Reads and writes whole files, and lists folders.
package enum Files {
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The sorted names of a folder's files and folders without hidden ones; empty if it cannot be listed.
    package static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    static func bytes(_ path: String) throws(InputError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw InputError(
                .unreadable, source: path, problem: "cannot be read", remedy: "check the path and its permissions")
        }
        return [UInt8](data)
    }

    /// Reads a file with `read`, and names the file in its errors.
    static func reading<Result>(
        _ path: String, _ body: ([UInt8]) throws(InputError) -> Result
    ) throws(InputError) -> Result {
        let bytes = try bytes(path)
        do throws(InputError) {
            return try body(bytes)
        } catch {
            throw error.inSource(path)
        }
    }

    /// Writes a text to a file, and creates its folder.
    package static func write(_ text: String, to name: String, in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
}
