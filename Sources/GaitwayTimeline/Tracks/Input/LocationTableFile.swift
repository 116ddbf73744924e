// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A location table in a file or pipe, read piece by piece, so that at most one piece is in memory.
///
/// The pieces together are the fixes of the table read whole, and so are its errors: see ``LocationTableStream``.
package struct LocationTableFile {
    /// A track without fixes that tells what was put right and left out; complete once the table is over.
    package private(set) var account = Track(format: .csv, origin: nil, fixes: [])

    private let input: TrackBytes
    private var table: LocationTableStream
    private var buffer = [UInt8](repeating: 0, count: TrackBytes.chunk)
    private var isOver = false

    /// The table at a path; nil for other files, folders and pipes.
    ///
    /// - Throws: `unreadable`.
    package init?(path: String) throws(InputError) {
        // Opening a pipe and closing it again would end it.
        guard FileStatus(path: path)?.kind == .file else { return nil }
        try self.init(TrackBytes(path: path), source: path)
    }

    /// The table from a pipe; nil for other content, which is then still to be read.
    ///
    /// - Parameter source: its name, for errors.
    /// - Throws: as reading does.
    package init?(_ input: TrackBytes, source: String) throws(InputError) {
        guard LocationTableStream.begins(with: try input.head(TrackFormat.headSize)) ?? false else { return nil }
        self.input = input
        table = LocationTableStream(source: source)
    }

    /// The wall-clock time of elapsed 0; nil before the first piece, and for a table without a wall clock.
    package var origin: Timestamp? { table.origin }

    /// The next fixes, by ascending time; nil when the table is over.
    ///
    /// - Throws: `InputError` as ``LocationTableStream`` does.
    package mutating func next() throws(InputError) -> [Location]? {
        var fixes: [Location] = []
        while fixes.isEmpty {
            guard !isOver else { return nil }
            let count = try input.read(into: &buffer)
            if count > 0 {
                try table.append(buffer[..<count], to: &fixes)
            } else {
                account = try table.finish(to: &fixes)
                isOver = true
            }
        }
        return fixes
    }
}
