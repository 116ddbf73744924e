// SPDX-License-Identifier: Apache-2.0
import FuzzTargets
import Glibc

/// Tries the kept inputs of each fuzz target, then random ones for some seconds, without libFuzzer. Inputs are the same
/// in each run.
///
///     fuzz-replay [--seconds N] [--folder Fuzzing] [TARGET...]
///
/// Each target has a process of its own. If it traps or hangs, the input is reported and left in `corpus/`.
@main
struct FuzzReplay {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--child" {
            guard arguments.count == 5, let target = FuzzTargetList.named(arguments[1]),
                let seconds = Double(arguments[4])
            else { fail("--child is for this program alone") }
            Trial(target: target, folder: arguments[2], note: arguments[3], seconds: seconds).run()
            return
        }
        func option(_ name: String) -> String? {
            guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
            defer { arguments.removeSubrange(place...place + 1) }
            return arguments[place + 1]
        }
        guard let seconds = Double(option("--seconds") ?? "2") else { fail("--seconds takes a number") }
        let folder = option("--folder") ?? "Fuzzing"
        for name in arguments where FuzzTargetList.named(name) == nil { fail("there is no target \(name)") }
        let names = arguments.isEmpty ? FuzzTargetList.all.map { $0.name } : arguments
        exit(TrialRunner(folder: folder, seconds: seconds).run(names) ? 0 : 1)
    }

    private static func fail(_ text: String) -> Never {
        Complaint.say(text)
        exit(2)
    }
}

/// Reports of faults on standard error.
enum Complaint {
    /// Writes a line.
    static func say(_ text: String) {
        let line = Array("fuzz-replay: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
