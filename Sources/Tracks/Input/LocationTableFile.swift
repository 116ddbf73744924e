import Glibc
package import MotionTypes

/// A location table in a file or pipe, read piece by piece: however long it is, no more than a piece of it is in memory.
///
/// The pieces together are the fixes of the table read whole, and so are its errors: see ``LocationTableStream``.
package struct LocationTableFile {
    /// What was put right; complete once the table is over.
    package private(set) var repairs: [Track.Repair: Int] = [:]

    private let input: TrackBytes
    private var table: LocationTableStream
    private var buffer = [UInt8](repeating: 0, count: TrackBytes.chunk)
    private var isOver = false

    /// The table at a path; nil for a file of another kind, and for what is no file.
    ///
    /// - Throws: `unreadable`.
    package init?(path: String) throws(InputError) {
        var status = stat()
        // Whoever opens a pipe and goes away ends it.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        try self.init(TrackBytes(path: path), source: path)
    }

    /// The table that comes through a pipe; nil for anything else, of which nothing is taken.
    ///
    /// - Parameter source: its name, for errors.
    /// - Throws: as reading does.
    package init?(_ input: TrackBytes, source: String) throws(InputError) {
        guard LocationTableStream.begins(with: try input.head(TrackFormat.headSize)) ?? false else { return nil }
        self.input = input
        table = LocationTableStream(source: source)
    }

    /// The wall-clock time of elapsed 0, which the first piece tells; nil before it, and for a table without a wall clock.
    package var origin: Timestamp? { table.origin }

    /// The next fixes, by ascending time; nil when the table is over.
    ///
    /// - Throws: `InputError` with its line for a row that makes no sense, or lies before the one above it, and for a table without fixes.
    package mutating func next() throws(InputError) -> [Location]? {
        var fixes: [Location] = []
        while fixes.isEmpty {
            guard !isOver else { return nil }
            let count = try input.read(into: &buffer)
            if count > 0 {
                try table.append(buffer[..<count], to: &fixes)
            } else {
                repairs = try table.finish(to: &fixes)
                isOver = true
            }
        }
        return fixes
    }
}
