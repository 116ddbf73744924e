// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// Lets a server outlive arrivals that end the process which derives the days from them.
///
/// A mark lies in `.gaitway/` while the server derives. A server that finds one at its start knows that the server
/// before it died meanwhile: over an arrival, or as it was killed. It then derives in processes of its own until it
/// ends, and puts aside an arrival that ends such a process.
final class ArrivalGuard: Sendable {
    /// Whether the server before this one died while it derived.
    let isCareful: Bool
    private let folder: WorkspaceFolder
    private let mark: String

    /// The guard of one kind of arrivals.
    init(_ kind: String, folder: WorkspaceFolder) {
        self.folder = folder
        mark = "\(folder.notes)/deriving-\(kind)"
        isCareful = FileStatus(path: mark, followsLinks: false) != nil
    }

    /// Puts an arrival into the store: by `work` under the mark, or in a process of its own.
    ///
    /// - Returns: what was new.
    /// - Throws: ``ArrivalFault`` if the arrival is at fault; other errors of the store or the disk.
    func keep(_ file: String, _ work: () throws -> String) throws -> String {
        if isCareful { return try ArrivalProcess(folder: folder).keep(file) }
        try OutputFile.save([], to: mark)
        defer { end() }
        return try work()
    }

    /// Ends in good order.
    func end() { try? OutputFile.remove(mark) }
}

/// Why an arrival cannot be kept.
package struct ArrivalFault: Error {
    package var text: String
    /// Whether it seems to be another person's.
    package var isStrange = false

    /// The fault of an arrival that an error is about; nil for an error of the store.
    package init?(_ error: InputError, store: DayStore, folder: WorkspaceFolder) {
        guard !error.isPassing, error.code == .ambiguous || error.source != store.path else { return nil }
        (text, isStrange) = (folder.message("\(error)"), error.code == .ambiguous)
    }

    package init(text: String, isStrange: Bool = false) { (self.text, self.isStrange) = (text, isStrange) }
}

/// A process of this command that puts one file of arrivals into the store.
package struct ArrivalProcess {
    package let folder: WorkspaceFolder

    /// The exit codes beside 0: the store or the disk fails, the arrival is at fault, it is another person's.
    package static let (failed, refused, strange): (Int32, Int32, Int32) = (1, 3, 4)
    /// The subcommand that the process runs.
    package static let command = "keep-arrival"

    /// What was new in a file.
    ///
    /// - Throws: ``ArrivalFault`` if the arrival ends the process or is refused, `OutputError` if the store fails.
    package func keep(_ file: String) throws -> String {
        let (status, text) = try run(["gaitway", Self.command, folder.path, file])
        let signal = status & 0x7f
        // A user who stops the server may stop its processes, too.
        if [SIGTERM, SIGINT, SIGHUP].contains(signal) { throw failure("it was stopped") }
        guard signal == 0 else {
            throw ArrivalFault(
                text: "the process that derived the days from it ended with signal \(signal) "
                    + "(\(String(cString: strsignal(signal)))); it is not tried again. Report this fault with the file."
            )
        }
        switch status >> 8 & 0xff {
        case 0: return text
        case Self.refused: throw ArrivalFault(text: text)
        case Self.strange: throw ArrivalFault(text: text, isStrange: true)
        default: throw failure(text)
        }
    }

    private func failure(_ problem: String) -> OutputError { OutputError(path: folder.life, problem: problem) }

    /// The wait status of a process with these words, and what it wrote.
    private func run(_ line: [String]) throws(OutputError) -> (status: Int32, text: String) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw OutputError(path: folder.path, code: errno) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A terminal's interrupt is for the server.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &words, environ)
        close(ends[1])
        guard code == 0 else { throw OutputError(path: folder.path, code: code) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &chunk, chunk.count)
            if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { break }
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return (
            status,
            String(decoding: Array(bytes.split(separator: UInt8(ascii: "\n")).joined(separator: [32])), as: UTF8.self)
        )
    }
}
