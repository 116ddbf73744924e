// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// Requests that were answered and are not in the store yet: files of one JSON object a line. One thread uses it.
final class ArrivalJournal {
    private let folder: String
    private var descriptor: Int32 = -1
    private var path = ""
    private var number = 0
    private var written = 0

    /// A file with more bytes gets no further ones, as the store takes a file as a whole.
    private static let mostWritten = 4 << 20

    /// The journal in a folder, which is made with the first request.
    init(folder: String) { self.folder = folder }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes requests. They are on the disk when it returns.
    ///
    /// - Throws: `OutputError` if they are not. A part of them may be in the file.
    func append(_ requests: [TrackerRequest]) throws(OutputError) {
        var bytes: [UInt8] = []
        for request in requests { JSONWriter.appendLine(to: &bytes) { request.write(to: &$0) } }
        if descriptor < 0 { try begin() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw fault() }
            rest = rest.dropFirst(max(0, count))
        }
        guard fdatasync(descriptor) == 0 else { throw fault() }
        written += bytes.count
        if written > Self.mostWritten { _ = end() }
    }

    /// Ends the file; returns its path, or nil if nothing was written since the last.
    func end() -> String? {
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        descriptor = -1
        written = 0
        return path
    }

    /// A file with a torn line gets no further ones.
    private func fault() -> OutputError {
        let error = OutputError(path: path, code: errno)
        _ = end()
        return error
    }

    private func begin() throws(OutputError) {
        try OutputFolder.create(folder)
        repeat {
            number += 1
            path = "\(folder)/\(number).ndjson"
            descriptor = FileCalls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
        } while descriptor < 0 && errno == EEXIST
        guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
        OutputFolder.sync(folder)
    }

    /// The files of a journal that a killed server left, the oldest first.
    static func left(in folder: String) -> [String] {
        guard let listing = try? FolderListing(path: folder) else { return [] }
        let numbers = listing.names.compactMap { $0.hasSuffix(".ndjson") ? Int($0.dropLast(7), in: .any) : nil }
        return numbers.sorted().map { "\(folder)/\($0).ndjson" }
    }

    /// The requests of a file. A line that is not whole was not answered.
    static func requests(of path: String) throws(InputError) -> [TrackerRequest] {
        try FileBytes.read(path).split(separator: UInt8(ascii: "\n")).compactMap { line in
            var reader = JSONReader(Array(line))
            return (try? reader.element()).flatMap(TrackerRequest.init)
        }
    }
}
