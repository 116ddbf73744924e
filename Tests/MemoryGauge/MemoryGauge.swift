// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Runs a command and writes down the most memory that it held, in kibibytes: `MemoryGauge FILE COMMAND [ARGUMENT...]`.
/// It ends as the command ends, with 128 and the number of the signal for one.
///
/// A process that is started counts the memory of the one that starts it as its own, if that was more. The tests hold a
/// lot; this program, between them and the command, does not.
@main
enum MemoryGauge {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else { fail("no command") }
        var words = arguments[2...].map { strdup($0) } + [nil]
        var process: pid_t = 0
        guard posix_spawn(&process, arguments[2], nil, nil, &words, environ) == 0 else {
            fail("cannot start \(arguments[2])")
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { fail("cannot wait") }
        }
        let file = open(arguments[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let text = Array(String(usage.ru_maxrss).utf8)
        guard write(file, text, text.count) == text.count else { fail("cannot write \(arguments[1])") }
        // The low seven bits are the signal that ended the process, the next byte is its exit status.
        let signal = status & 0x7f
        exit(signal == 0 ? (status >> 8) & 0xff : 128 + signal)
    }

    private static func fail(_ problem: String) -> Never {
        let line = Array("MemoryGauge: \(problem)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(125)
    }
}
