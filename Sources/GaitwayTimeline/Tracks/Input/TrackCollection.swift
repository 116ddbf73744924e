// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The tracks of a folder or an archive: a whole Takeout or Health export, or a folder of a watch's files, as one
/// track.
///
/// The first bytes of a file show its format, not its name. A file that cannot be read is left out with a remark.
package struct TrackCollection {
    /// One file of it.
    private struct Member {
        var name: String
        var open: () throws(InputError) -> TrackBytes
    }

    private var members: [Member] = []
    /// Archives that may lie in a folder, as the parts of a Takeout do, or maps (KMZ) in an archive.
    private static let largestInner = 64 << 20
    private static let deepest = 32
    private static let mostFiles = 200_000

    /// The track at a path: a folder or archive of tracks, or a file of a format that is read piece by piece. Nil for
    /// others: a logger's export, or a file that is read whole.
    ///
    /// - Throws: `InputError`, as reading a track does.
    package static func track(path: String) throws(InputError) -> Track? {
        let kind = FileStatus(path: path)?.kind
        if kind == .folder {
            var collection = TrackCollection()
            try collection.add(folder: path, depth: 0)
            return try collection.track(named: path)
        }
        guard kind == .file else { return nil }
        let input = try TrackBytes(path: path)
        if Self.isArchive(try input.head(4)) { return try track(ZipArchive(path: path)) }
        return try track(stream: input, at: path)
    }

    /// The tracks of an archive in memory or of a gzip; nil if it has no tracks.
    ///
    /// - Throws: `InputError`, as reading a track does.
    package static func track(packed bytes: [UInt8], source: String) throws(InputError) -> Track? {
        if isArchive(bytes) { return try track(ZipArchive(bytes: bytes, source: source)) }
        guard GzipReader.isGzip(bytes) else { return nil }
        return try track(stream: TrackBytes(bytes, name: source), at: source)
    }

    /// The track from a pipe, if it has a format that is read piece by piece. Nil for others, whose bytes are then
    /// still to be read.
    ///
    /// - Throws: `InputError`, as reading a track does.
    package static func track(piped input: TrackBytes, source: String) throws(InputError) -> Track? {
        guard let format = TrackFormat.detect(try input.head(TrackFormat.headSize)), format.isStreamed else {
            return nil
        }
        do throws(InputError) { return try format.track(input) } catch { throw error.inSource(source) }
    }

    private static func track(_ archive: ZipArchive) throws(InputError) -> Track? {
        var collection = TrackCollection()
        try collection.add(archive, mayHoldArchives: true)
        return try collection.track(named: archive.source)
    }

    /// Whether the first bytes of a file are those of an archive or a gzip.
    package static func isPacked(_ head: [UInt8]) -> Bool { isArchive(head) || GzipReader.isGzip(head) }

    private static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// A single file of a format that is read piece by piece, or packed by gzip.
    private static func track(stream: TrackBytes, at path: String) throws(InputError) -> Track? {
        let isPacked = GzipReader.isGzip(try stream.head(2))
        // The reader of logs reports a damaged log.
        let input: TrackBytes
        do throws(InputError) { input = try stream.unpacked() } catch { return nil }
        guard let head = try? input.head(TrackFormat.headSize), let format = TrackFormat.detect(head),
            format.isStreamed || isPacked
        else { return nil }
        do throws(InputError) { return try format.track(input) } catch {
            throw error.inSource(path)
        }
    }

    private mutating func add(folder: String, depth: Int) throws(InputError) {
        guard depth <= Self.deepest, let listing = try? FolderListing(path: folder) else { return }
        for name in listing.names where !name.hasPrefix(".") {
            let path = folder + "/" + name
            // Links could lead back to where the search came from.
            switch FileStatus(path: path, followsLinks: false)?.kind {
            case .folder: try add(folder: path, depth: depth + 1)
            case .file: try add(file: path)
            default: continue
            }
        }
    }

    private mutating func add(file path: String) throws(InputError) {
        guard members.count < Self.mostFiles else {
            throw InputError(
                .limitExceeded, source: path, problem: "there are more than \(Self.mostFiles) files",
                remedy: "give the folder with the location history alone")
        }
        // A file that cannot be opened as an archive counts as any other file.
        if let input = try? TrackBytes(path: path), let head = try? input.head(4), Self.isArchive(head),
            let archive = try? ZipArchive(path: path)
        {
            return try add(archive, mayHoldArchives: false)
        }
        members.append(Member(name: path) { () throws(InputError) in try TrackBytes(path: path) })
    }

    private mutating func add(_ archive: ZipArchive, mayHoldArchives: Bool) throws(InputError) {
        if Workbook.isWorkbook(archive) {
            for sheet in try Workbook(archive).sheets {
                let name = archive.source + "/" + sheet.name + ".csv"
                members.append(Member(name: name) { () throws(InputError) in TrackBytes(sheet.rows, name: name) })
            }
            return
        }
        for entry in archive.entries {
            if mayHoldArchives, entry.name.lowercased().hasSuffix(".kmz"), entry.uncompressedSize <= Self.largestInner,
                let bytes = try? archive.contents(of: entry, maximumBytes: Self.largestInner),
                let inner = try? ZipArchive(bytes: bytes, source: archive.source + "/" + entry.name)
            {
                try add(inner, mayHoldArchives: false)
                continue
            }
            members.append(
                Member(name: archive.source + "/" + entry.name) { () throws(InputError) in
                    try TrackBytes(archive, entry)
                })
        }
    }

    /// Whether a name is that of a file which Google's Takeout has since the history lies on the phone.
    private static func isLeftBehind(_ name: String) -> Bool {
        name.hasSuffix("Timeline Edits.json") || name.hasSuffix("Encrypted Backups.txt")
    }

    private static func historyOnPhone(_ source: String) -> InputError {
        InputError(
            .unsupported, source: source,
            problem: "this Takeout has no location history: it is on your phone",
            remedy: ForeignFile.phoneHistory)
    }

    /// Whether a file is a table, such as loggers write for each sensor. The first line shows which text is one.
    private static func isTable(_ name: String, _ head: [UInt8]) -> Bool {
        let name = name.lowercased()
        let line = head.prefix { $0 != UInt8(ascii: "\n") }
        return [".csv", ".tsv"].contains { name.hasSuffix($0) }
            || name.hasSuffix(".txt") && line.count { ",;\t|".utf8.contains($0) } > 1
    }

    /// All tracks as one; nil if there are none, or if these are a logger's tables with a track beside them.
    private func track(named name: String) throws(InputError) -> Track? {
        var found: [(Member, TrackFormat)] = []
        var unreadable: [InputError] = []
        var tables: [(Member, TrackFormat)] = []
        var (others, hasSensors) = (0, false)
        for member in members {
            do throws(InputError) {
                let head = try member.open().unpacked().head(TrackFormat.headSize)
                if let format = TrackFormat.detect(head) {
                    if format == .csv { tables.append((member, format)) } else { found.append((member, format)) }
                } else {
                    others += 1
                    hasSensors = hasSensors || Self.isTable(member.name, head)
                }
            } catch {
                unreadable.append(error.inSource(member.name))
            }
        }
        // A logger's export has tables of other sensors beside that of the location.
        if !hasSensors { (found, tables) = (found + tables, []) }
        others += tables.count
        if found.isEmpty, members.contains(where: { Self.isLeftBehind($0.name) }) { throw Self.historyOnPhone(name) }
        let isDecisive = found.contains { $0.1.isDecisive || $0.1 == .csv || $0.0.name.contains("workout-routes/") }
        guard let first = found.first, isDecisive || !hasSensors else { return nil }
        let main = found.first { $0.1.isDecisive } ?? first
        var builder = TrackBuilder(format: main.1)
        var firstFault = unreadable.first
        for fault in unreadable { builder.leaveOut(fault) }
        for (member, format) in found {
            do throws(InputError) {
                try format.read(try member.open().unpacked(), into: &builder)
            } catch {
                let fault = error.inSource(member.name)
                firstFault = firstFault ?? fault
                builder.leaveOut(fault)
            }
        }
        if builder.fixes.isEmpty, builder.reports.isEmpty, builder.knowledge.isEmpty, let firstFault {
            throw firstFault
        }
        if others > 0 { builder.remarks.append(.otherFiles(others)) }
        do throws(InputError) { return try builder.track() } catch { throw error.inSource(name) }
    }
}
