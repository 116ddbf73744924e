// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// A program of the user's own that names places: run once by the shell, with the questions on its standard input.
///
/// What it writes to standard error is shown as it is.
package struct NamingProgram {
    /// A line of the shell.
    package let command: String
    /// It is ended after so long.
    package let longest: Duration

    package init(command: String, longest: Duration) {
        self.command = command
        self.longest = longest
    }

    /// No program writes more, in bytes.
    private static let mostAnswers = 16 << 20

    /// What a message calls it.
    package var source: String { "--name-places " + QuotedText.text(command) }

    /// What it writes when it is given `questions`.
    ///
    /// - Throws: `InputError` for one that cannot be run, fails, writes too much or takes too long.
    package func answers(to questions: [UInt8]) throws(InputError) -> [UInt8] {
        // A socket each way instead of pipes: writing to one whose reader has gone is an error that can be asked for.
        let (ours, theirs) = try socket()
        defer { close(ours) }
        let process = try start(theirs)
        close(theirs)
        let deadline = ContinuousClock.now + longest
        let talk = exchange(questions, over: ours, until: deadline)
        // All that it started is ended with it.
        if talk.fault != nil { kill(-process, SIGKILL) }
        // It may have closed its output and go on.
        guard let status = wait(for: process, until: deadline) else {
            kill(-process, SIGKILL)
            _ = wait(for: process, until: nil)
            throw tooSlow
        }
        if let fault = talk.fault { throw fault }
        guard status == 0 else {
            let how =
                status & 0x7f == 0
                ? "it ended with exit code \(status >> 8 & 0xff)" : "it was ended by signal \(status & 0x7f)"
            throw fault(
                .unreadable, how,
                "run it by hand with a line as {\"latitude\":52.5,\"longitude\":13.4} on its standard input")
        }
        return talk.answers
    }

    private func fault(_ kind: InputError.Code, _ problem: String, _ remedy: Remedy) -> InputError {
        InputError(kind, source: source, problem: problem, remedy: remedy)
    }

    private var tooSlow: InputError {
        fault(
            .limitExceeded, "it took longer than \(longest.inSeconds) s",
            "make it faster, or give it longer by --naming-time")
    }

    private func failure(_ code: Int32) -> InputError {
        fault(.unreadable, "it cannot be run: \(String(cString: strerror(code)))", "check the machine's limits")
    }

    private func socket() throws(InputError) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure(errno) }
        return (ends[0], ends[1])
    }

    /// Starts the shell in a process group of its own.
    private func start(_ stream: Int32) throws(InputError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, stream, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, stream, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This command ignores them; a program of the user's own expects them as they are by default.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let line = ["/bin/sh", "-c", command]
        var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
        guard code == 0 else { throw failure(code) }
        return process
    }

    /// Writes the questions and reads the answers, each when the other side is ready.
    private func exchange(
        _ questions: [UInt8], over stream: Int32, until deadline: ContinuousClock.Instant
    ) -> (answers: [UInt8], fault: InputError?) {
        var rest = questions[...]
        var answers: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let left = deadline - .now
            guard left > .zero else { return (answers, tooSlow) }
            var wanted = pollfd(fd: stream, events: Int16(POLLIN | (rest.isEmpty ? 0 : POLLOUT)), revents: 0)
            _ = poll(&wanted, 1, Int32(clamping: min(left.inSeconds * 1000, 1000).rounded(.up)))
            if Int32(wanted.revents) & POLLOUT != 0, !rest.isEmpty {
                let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                let sent = rest.withUnsafeBytes { send(stream, $0.baseAddress, $0.count, flags) }
                // A program that reads no further may still answer; how much is missing is judged by its answers.
                if sent > 0 { rest.removeFirst(sent) } else if errno != EAGAIN && errno != EINTR { rest = [] }
                if rest.isEmpty { shutdown(stream, Int32(SHUT_WR)) }
            }
            if Int32(wanted.revents) & (POLLIN | POLLHUP | POLLERR) != 0 {
                let count = chunk.withUnsafeMutableBytes {
                    recv(stream, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
                }
                if count > 0 { answers.append(contentsOf: chunk[..<count]) }
                if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return (answers, nil) }
                guard answers.count <= Self.mostAnswers else {
                    return (
                        answers,
                        fault(
                            .limitExceeded, "it wrote more than \(Self.mostAnswers >> 20) MiB",
                            "let it answer a line for each line")
                    )
                }
            }
        }
    }

    /// How the process ended; nil if it has not by then.
    private func wait(for process: pid_t, until deadline: ContinuousClock.Instant?) -> Int32? {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, deadline == nil ? 0 : WNOHANG)
            if ended == process || ended < 0 && errno != EINTR { return status }
            guard let deadline else { continue }
            guard .now < deadline else { return nil }
            usleep(2000)
        }
    }
}
