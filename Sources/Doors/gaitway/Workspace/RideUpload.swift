import Files
import Glibc
import MotionTypes
import SensorLogs
import Workspace

/// A file that a page sends in pieces: it grows in `.gaitway/uploads`, and moves to `rides/` whole.
struct RideUpload {
    private let name: String
    private let folder: WorkspaceFolder

    /// The largest file in bytes.
    static let most = 4 << 30

    /// An upload of a file by its name on the sender's machine, which may have folders.
    init(name: String, folder: WorkspaceFolder) {
        let parts = name.split { $0 == "/" || $0 == "\\" }.suffix(8).map { WorkspaceFolder.fileName(String($0)) }
        self.name = parts.isEmpty ? "unnamed" : parts.joined(separator: "/")
        self.folder = folder
    }

    private var part: String {
        folder.notes + "/uploads/" + name.replacing("/", with: "_") + ".part"
    }

    /// Appends a piece; returns the bytes that have arrived.
    ///
    /// - Throws: `WorkspaceRefusal` with the offset to go on from, `OutputError` for a full disk.
    func append(_ bytes: [UInt8], at offset: Int, total: Int) throws -> Int {
        try OutputFolder.create(folder.notes + "/uploads")
        let size = FileStatus(path: part)?.size ?? 0
        if offset == 0, size > 0 { try OutputFile.remove(part) }
        guard offset == 0 || offset == size, offset + bytes.count <= total else {
            throw WorkspaceRefusal(409, "The next piece begins at \(size).", "Send the file again.")
        }
        let descriptor = open(part, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputError(path: part, code: errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = GrowingFile.system(descriptor, rest)
            guard count > 0 || errno == EINTR else { throw OutputError(path: part, code: errno) }
            rest = rest.dropFirst(max(0, count))
        }
        return offset + bytes.count
    }

    /// Gives the file its name; returns its path below `rides/`, whether it is new, the rides that it holds, and what
    /// cannot be read.
    func finish() throws -> (path: String, isNew: Bool, rides: [String], problems: [String]) {
        let (target, isNew) = try move(to: folder.rides, as: name)
        let search = LogSearch([folder.rides + "/" + target])
        let prefix = folder.rides + "/"
        let rides = search.logs.map(\.name).map { name in
            name.hasPrefix(prefix) ? String(name.dropFirst(prefix.utf8.count)) : name
        }
        return (target, isNew, rides, search.faults.map { "\(target): \($0.problem)" })
    }

    /// Gives the file its name in `inbox/`; returns it.
    func finishInInbox() throws(OutputError) -> String {
        try move(to: folder.inbox, as: name.split(separator: "/").last.map(String.init) ?? name).path
    }

    /// Moves the file to a folder, with a number in its name if another file has it; returns its path there.
    ///
    /// A page whose answer was lost sends a file again: one of the same name and bytes is there already.
    private func move(to folder: String, as name: String) throws(OutputError) -> (path: String, isNew: Bool) {
        var target = name
        var number = 1
        while FileStatus(path: folder + "/" + target) != nil {
            if Self.areEqual(part, folder + "/" + target) {
                try OutputFile.remove(part)
                return (target, false)
            }
            number += 1
            let (stem, ending) = Self.halves(of: name)
            target = "\(stem)-\(number)\(ending)"
        }
        let path = folder + "/" + target
        if let slash = path.lastIndex(of: "/") { try OutputFolder.create(String(path[..<slash])) }
        guard rename(part, path) == 0 else { throw OutputError(path: path, code: errno) }
        return (target, true)
    }

    private static func areEqual(_ one: String, _ other: String) -> Bool {
        guard let first = try? InputFile(path: one), let second = try? InputFile(path: other),
            let size = first.size, size == second.size
        else { return false }
        var (left, right) = ([UInt8](repeating: 0, count: 1 << 20), [UInt8](repeating: 0, count: 1 << 20))
        for start in stride(from: 0, to: size, by: left.count) {
            let count = min(left.count, size - start)
            guard (try? first.fill(&left, count: count, from: start)) != nil,
                (try? second.fill(&right, count: count, from: start)) != nil, left[..<count] == right[..<count]
            else { return false }
        }
        return true
    }

    private static func halves(of name: String) -> (Substring, Substring) {
        let last = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        guard let dot = name[last...].firstIndex(of: "."), dot > last else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }
}
