// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Whole small files: manifests, models, policies, places.
package enum FileBytes {
    /// More than any manifest or model has; a log given by mistake is not read into memory.
    package static let limit = 64 << 20

    /// The bytes of a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that the file may have.
    ///   - remedy: what to give instead of a folder or of a file that is larger.
    package static func read(
        _ path: String, limit: Int = Self.limit, remedy: Remedy = "give one file"
    ) throws(InputError) -> [UInt8] {
        try InputFile(path: path).whole(limit: limit, remedy: remedy)
    }

    /// The bytes of a manifest.
    package static func manifest(_ path: String) throws(InputError) -> [UInt8] {
        try read(path, remedy: "give a manifest, as gaitway manifest writes of logs")
    }

    /// The bytes of a file of places, which may be millions.
    package static func places(_ path: String) throws(InputError) -> [UInt8] {
        try read(path, limit: 2 << 30, remedy: "give a file of places, GeoJSON or CSV, of at most 2 GiB")
    }
}
