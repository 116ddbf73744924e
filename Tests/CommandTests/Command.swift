// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

/// What one run of the command gave.
struct CommandResult {
    /// The exit status; 128 and more for a signal.
    let status: Int32
    /// Standard output.
    let output: [UInt8]
    /// Standard error.
    let errors: String
    /// The most memory that it held, in bytes.
    let peakMemory: Int

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard error.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// The built command, run as a process.
///
/// `posix_spawn` instead of Foundation's Process: it says which signal ended the command, and lets no other test's pipe
/// into it.
enum Command {
    /// The binary, which lies beside the tests.
    static let path = folder + "/gaitway"

    /// The folder of the tests, and of all that is built with them.
    private static let folder: String = {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        let tests = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()

    /// Held while a process is started, and while a pipe is made that it must not inherit.
    static let spawning = Mutex<Void>(())

    /// A command that hangs is ended after this many seconds, with status 124. None takes a tenth of that on a busy
    /// machine.
    static let longest = "600"

    /// Runs the command; `input` is a file that becomes its standard input.
    static func run(_ arguments: [String], input: String = "/dev/null", in folder: TemporaryFolder) throws
        -> CommandResult
    {
        let streams = Streams(folder)
        let input = try Descriptor(opening: input)
        return try finish(spawn([path] + arguments, input: input.number, streams), streams)
    }

    /// Runs the command with `chunks` coming out of a pipe one after the other.
    static func run(_ arguments: [String], chunks: [ArraySlice<UInt8>], in folder: TemporaryFolder) throws
        -> CommandResult
    {
        let streams = Streams(folder)
        let (reading, writing) = try Descriptor.pipe()
        let process = try spawn([path] + arguments, input: reading.number, streams)
        reading.close()
        for chunk in chunks { guard writing.write(chunk) else { break } }
        writing.close()
        return try finish(process, streams)
    }

    /// Runs a line of bash in which `$GAITWAY` is the command.
    static func shell(_ line: String, in folder: TemporaryFolder) throws -> CommandResult {
        let streams = Streams(folder)
        let input = try Descriptor(opening: "/dev/null")
        return try finish(spawn(["/bin/bash", "-c", line], input: input.number, streams), streams)
    }

    /// Starts the command with pipes to and from it, gives `feed` to it, and returns what it has written by the time
    /// there are `lines` lines, while its input is still open; then closes the input.
    static func live(
        _ arguments: [String], feed: [UInt8], lines: Int, in folder: TemporaryFolder
    ) throws -> (early: [UInt8], result: CommandResult) {
        var streams = Streams(folder)
        let (inputEnd, writing) = try Descriptor.pipe()
        let (reading, outputEnd) = try Descriptor.pipe()
        streams.outputDescriptor = outputEnd.number
        let process = try spawn([path] + arguments, input: inputEnd.number, streams)
        inputEnd.close()
        outputEnd.close()
        _ = writing.write(feed[...])
        var early: [UInt8] = []
        while early.count(where: { $0 == UInt8(ascii: "\n") }) < lines, let more = reading.read(),
            !more.isEmpty
        { early += more }
        writing.close()
        var rest: [UInt8] = []
        while let more = reading.read(), !more.isEmpty { rest += more }
        let result = try finish(process, streams)
        return (
            early,
            CommandResult(
                status: result.status, output: early + rest, errors: result.errors,
                peakMemory: result.peakMemory)
        )
    }

    private struct Streams {
        let output: String
        let errors: String
        let memory: String
        var outputDescriptor: Int32?

        init(_ folder: TemporaryFolder) {
            output = folder.path(".output")
            errors = folder.path(".errors")
            memory = folder.path(".memory")
        }
    }

    private static func spawn(_ words: [String], input: Int32, _ streams: Streams) throws -> pid_t {
        // A command that ends early must not take the tests with it.
        signal(SIGPIPE, SIG_IGN)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        if let output = streams.outputDescriptor {
            posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, streams.output, flags, 0o600)
        }
        posix_spawn_file_actions_addopen(&actions, 2, streams.errors, flags, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // A thread that has signals blocked would hand that down.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = [Self.folder + "/MemoryGauge", streams.memory, "/usr/bin/timeout", longest] + words
        // Nothing of the caller's surroundings but what a sanitizer is told, and which line `make mutations` has
        // broken.
        let told = ["ASAN_OPTIONS", "TSAN_OPTIONS", "GAITWAY_BROKEN_LINE"].compactMap { name in
            getenv(name).map { name + "=" + String(cString: $0) }
        }
        let environment =
            ["PATH=/usr/bin:/bin", "GAITWAY=" + path, "SWIFT_BACKTRACE=enable=no", "LC_ALL=C", "TZ=UTC"]
            + told
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process: pid_t = 0
        let code = spawning.withLock { _ in
            posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
        }
        try #require(code == 0, "cannot start the command")
        return process
    }

    private static func finish(_ process: pid_t, _ streams: Streams) throws -> CommandResult {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { try #require(errno == EINTR) }
        // The low seven bits are the signal that ended the process, the next byte is its exit status.
        let signal = status & 0x7f
        let memory = String(decoding: try Descriptor(opening: streams.memory).readAll(), as: UTF8.self)
        return CommandResult(
            status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
            output: streams.outputDescriptor == nil ? try Descriptor(opening: streams.output).readAll() : [],
            errors: String(decoding: try Descriptor(opening: streams.errors).readAll(), as: UTF8.self),
            peakMemory: try #require(Int(memory)) << 10)
    }
}
