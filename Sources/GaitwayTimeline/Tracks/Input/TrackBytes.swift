// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The bytes of a track's file, piece by piece: from an array, an open file, or an archive. They are not all kept in
/// memory.
package final class TrackBytes {
    /// The name for errors, or nil.
    package let name: String?
    /// The number of bytes; nil if it is unknown before the end.
    private let size: Int?
    private let fill: (inout [UInt8]) throws(InputError) -> Int
    /// Bytes that were read ahead.
    private var ahead: [UInt8] = []
    /// The bytes of one read.
    static let chunk = 1 << 18
    /// The most bytes of a file that is read whole.
    static let wholeLimit = 1 << 30

    /// Bytes that `fill` puts at the start of a buffer; it returns how many, 0 at the end.
    ///
    /// - Parameters:
    ///   - size: their number, if it is known.
    ///   - ahead: bytes that were already taken.
    package init(
        name: String?, size: Int? = nil, ahead: [UInt8] = [],
        fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int
    ) {
        self.name = name
        self.size = size
        self.ahead = ahead
        self.fill = fill
    }

    package convenience init(_ bytes: [UInt8], name: String? = nil) {
        var rest = bytes[...]
        self.init(name: name) { (buffer) throws(InputError) in
            let count = min(rest.count, buffer.count)
            buffer.replaceSubrange(0..<count, with: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
    }

    /// The file at a path.
    ///
    /// - Throws: `unreadable`.
    package convenience init(path: String) throws(InputError) { try self.init(InputFile(path: path)) }

    /// The remaining bytes of an open file or pipe.
    ///
    /// - Parameter ahead: bytes that were taken before.
    package convenience init(_ file: InputFile, ahead: [UInt8] = []) {
        self.init(name: file.name, size: file.size, ahead: ahead) { (buffer) throws(InputError) in
            try file.read(into: &buffer)
        }
    }

    /// A file of an archive.
    package convenience init(_ archive: ZipArchive, _ entry: ZipEntry) throws(InputError) {
        let reader = try archive.reader(for: entry)
        self.init(name: archive.source + "/" + entry.name) { (buffer) throws(InputError) in
            try reader.read(into: &buffer)
        }
    }

    /// The unpacked bytes of a gzip; other bytes unchanged.
    func unpacked() throws(InputError) -> TrackBytes {
        guard GzipReader.isGzip(try head(2)) else { return self }
        let packed = self
        let reader = try GzipReader(source: name ?? "archive") { (buffer) throws(InputError) in
            try packed.read(into: &buffer)
        }
        return TrackBytes(name: name) { (buffer) throws(InputError) in try reader.read(into: &buffer, at: 0) }
    }

    /// The first bytes, at most `count`; they are still to be read.
    package func head(_ count: Int) throws(InputError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while ahead.count < count, case let read = try fill(&buffer), read > 0 { ahead += buffer[..<read] }
        return Array(ahead.prefix(count))
    }

    /// Puts the next bytes at the start of a buffer, which keeps its size; returns how many, 0 at the end.
    func read(into buffer: inout [UInt8]) throws(InputError) -> Int {
        guard !ahead.isEmpty else { return try fill(&buffer) }
        let count = min(ahead.count, buffer.count)
        buffer.replaceSubrange(0..<count, with: ahead[..<count])
        ahead.removeFirst(count)
        return count
    }

    /// All bytes.
    ///
    /// - Throws: `limitExceeded` for more than a gigabyte.
    package func whole() throws(InputError) -> [UInt8] {
        if let size, size > Self.wholeLimit { throw tooLarge }
        var bytes = ahead
        ahead = []
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while case let count = try fill(&buffer), count > 0 {
            bytes += buffer[..<count]
            guard bytes.count <= Self.wholeLimit else { throw tooLarge }
        }
        return bytes
    }

    private var tooLarge: InputError {
        InputError(
            .limitExceeded, source: name, problem: "the file is larger than \(Self.wholeLimit >> 20) MiB",
            remedy: "give the days one by one")
    }
}
