import FileWriting
import Glibc
import LiveSessions

/// Keeps what a session's phone sent as a log: a folder that `classify` reads, whose files grow as rows come. Rows are handed to the system
/// at once, so that what was written outlives this program, however it ends.
final class SessionRecorder {
    /// The log's folder.
    let path: String
    /// Why nothing more is written; nil while it is.
    private(set) var fault: String?
    private var files: [SessionTable: Int32] = [:]

    /// Makes the folder, with a number behind its name where there is one of that name.
    ///
    /// - Throws: `OutputError` if it cannot be made.
    init(in folder: String, name: String, device: String) throws(OutputError) {
        try OutputFolder.create(folder)
        var path = folder + "/" + name
        var number = 1
        while mkdir(path, 0o777) != 0 {
            guard errno == EEXIST, number < 100_000 else { throw OutputError(path: path, code: errno) }
            number += 1
            path = folder + "/" + name + "-\(number)"
        }
        self.path = path
        let metadata = try Self.open(path + "/" + SessionTable.metadataFile)
        defer { close(metadata) }
        try Self.write(Array(SessionTable.metadata(device: device).utf8), to: metadata, path)
    }

    deinit { for file in files.values { close(file) } }

    /// Appends rows. After a fault nothing is written any more: a log with a hole would not be what came.
    func append(_ rows: SessionRows) {
        guard fault == nil else { return }
        do throws(OutputError) {
            for table in SessionTable.allCases {
                guard let bytes = rows.tables[table], !bytes.isEmpty else { continue }
                if files[table] == nil {
                    let file = try Self.open(path + "/" + table.rawValue)
                    files[table] = file
                    try Self.write(Array(table.heading.utf8), to: file, path)
                }
                if let file = files[table] { try Self.write(bytes, to: file, path) }
            }
        } catch {
            fault = error.problem
        }
    }

    private static func open(_ path: String) throws(OutputError) -> Int32 {
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw OutputError(path: path, code: errno) }
        return file
    }

    private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OutputError(path: path, code: count < 0 ? errno : ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }
}
