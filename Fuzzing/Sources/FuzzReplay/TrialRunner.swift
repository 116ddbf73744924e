// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc

/// Runs a process for each target, one for each processor at a time, and watches its progress.
struct TrialRunner {
    let folder: String
    let seconds: Double

    /// The number of looks, 50 ms apart, after which a process with the same input counts as hanging.
    private static let patience = 200

    private struct Child {
        var name: String
        var process: pid_t
        var note: InputNote
        var begun = -1
        var looks = 0
    }

    /// Tries the targets with these names; false if one failed.
    func run(_ names: [String]) -> Bool {
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        // In memory if such a folder exists: a store waits for its disk.
        let parent =
            FileManager.default.isWritableFile(atPath: "/dev/shm")
            ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        let scratch = parent + "/gaitway-fuzz-\(getpid())"
        do {
            try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        } catch {
            Complaint.say("\(error)")
            return false
        }
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        setenv("GAITWAY_FUZZ_FOLDER", scratch, 1)
        // Swift's backtraces would take seconds for each trap.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        var waiting = names[...]
        var running: [Child] = []
        var isSound = true
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < processors, let name = waiting.popFirst() {
                guard let child = begin(name, in: scratch) else {
                    isSound = false
                    continue
                }
                running.append(child)
            }
            usleep(50_000)
            running = running.compactMap { child in
                var child = child
                switch look(at: &child) {
                case .runs: return child
                case .done: break
                case .failed: isSound = false
                }
                child.note.release()
                return nil
            }
        }
        return isSound
    }

    private enum State {
        case runs, done, failed
    }

    private func begin(_ name: String, in scratch: String) -> Child? {
        let path = scratch + "/" + name
        guard let note = InputNote(path: path) else { return nil }
        let words = [CommandLine.arguments[0], "--child", name, folder, path, String(seconds)]
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process = pid_t()
        guard posix_spawn(&process, "/proc/self/exe", nil, nil, &pointers, environ) == 0 else { return nil }
        return Child(name: name, process: process, note: note)
    }

    private func look(at child: inout Child) -> State {
        var status: Int32 = 0
        guard waitpid(child.process, &status, WNOHANG) == 0 else {
            if status == 0 { return .done }
            let signal = status & 0x7f
            tell(child, signal == 0 ? "ended with \(status >> 8)" : "was ended by signal \(signal)")
            return .failed
        }
        child.looks = child.note.begun == child.begun ? child.looks + 1 : 0
        child.begun = child.note.begun
        guard child.looks > Self.patience else { return .runs }
        kill(child.process, SIGKILL)
        waitpid(child.process, &status, 0)
        tell(child, "hangs")
        return .failed
    }

    private func tell(_ child: Child, _ what: String) {
        let path = folder + "/corpus/" + child.name + "-crash"
        _ = FileManager.default.createFile(atPath: path, contents: Data(child.note.input))
        Complaint.say("\(child.name) \(what) on input \(child.note.begun), which is in \(path)")
    }
}
