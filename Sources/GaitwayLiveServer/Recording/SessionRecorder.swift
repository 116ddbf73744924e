// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions

/// Writes a session's rows to a log: a folder that `classify` reads.
///
/// It passes each row to the system at once, so that the rows survive if this program is killed. If the disk is full,
/// the rows wait for room, up to a bound. The files always end with a whole row.
final class SessionRecorder {
    /// The log's folder; nil until there was room for it.
    private(set) var path: String?
    /// Why rows wait; nil if all rows have been written.
    private(set) var fault: String?
    /// The number of rows that were dropped because too many waited.
    private(set) var lost = 0
    private let folder: String
    private let name: String
    private let device: String
    private let isPrivate: Bool
    private var metadata: GrowingFile?
    private var hasMetadata = false
    private var files: [SessionTable: (file: GrowingFile, hasHeading: Bool)] = [:]
    private var waiting = SessionRows()
    /// The file that took no rows last. Only a row in it shows that there is room again.
    private var full: SessionTable?
    private let write: GrowingFile.Writer

    /// The bytes of rows that may wait for room.
    static let mostWaiting = 1 << 18

    /// A recorder for a log in `folder`. It makes the log with the first rows, with a number behind its name if the
    /// name is taken.
    init(
        in folder: String, name: String, device: String, isPrivate: Bool = true,
        write: @escaping GrowingFile.Writer = GrowingFile.system
    ) {
        self.folder = folder
        self.name = name
        self.device = device
        self.isPrivate = isPrivate
        self.write = write
    }

    /// The name of the log's folder without the folders above it, which clients may see.
    var folderName: String? { path?.split(separator: "/").last.map(String.init) }

    /// Appends rows behind those that wait, as soon as there is room for them.
    func append(_ rows: SessionRows) {
        for (table, bytes) in rows.tables { waiting.tables[table, default: []] += bytes }
        var current: SessionTable?
        do throws(OutputError) {
            let path = try madeFolder()
            for table in SessionTable.allCases where waiting.tables[table]?.isEmpty == false {
                current = table
                try writeOut(table, in: path)
                if table == full { full = nil }
            }
            if full == nil { fault = nil }
        } catch {
            fault = error.problem
            full = current
            let count = waiting.tables.values.reduce(0) { $0 + $1.count }
            // A log with a gap is better than a server without memory.
            if count > Self.mostWaiting {
                lost += waiting.tables.values.reduce(0) { $0 + $1.count { $0 == UInt8(ascii: "\n") } }
                waiting = SessionRows()
            }
        }
    }

    private func madeFolder() throws(OutputError) -> String {
        let path: String
        if let made = self.path {
            path = made
        } else {
            path = try OutputFolder.createNew(in: folder, name: name, isPrivate: isPrivate)
            self.path = path
        }
        guard !hasMetadata else { return path }
        if metadata == nil { metadata = try file(SessionTable.metadataFile, in: path) }
        try metadata?.append(Array(SessionTable.metadata(device: device).utf8))
        metadata = nil
        hasMetadata = true
        return path
    }

    private func file(_ name: String, in path: String) throws(OutputError) -> GrowingFile {
        try GrowingFile(path: path + "/" + name, isPrivate: isPrivate, write: write)
    }

    private func writeOut(_ table: SessionTable, in path: String) throws(OutputError) {
        guard let bytes = waiting.tables[table], !bytes.isEmpty else { return }
        if files[table] == nil { files[table] = (try file(table.rawValue, in: path), hasHeading: false) }
        guard let (file, hasHeading) = files[table] else { return }
        if !hasHeading {
            try file.append(Array(table.heading.utf8))
            files[table]?.hasHeading = true
        }
        try file.append(bytes)
        waiting.tables[table] = nil
    }
}
