import Glibc
import Synchronization

/// The names of files that are being written, which go away when a signal ends the process.
///
/// The handler runs between any two instructions: it only reads pointers that are set in one step and calls `unlink`, `signal` and
/// `raise`. Names are kept for as long as the process lives, since the handler may be reading one.
enum TemporaryNames {
    /// How many files can be open at the same time; more would stay behind after a signal.
    private static let capacity = 256
    nonisolated(unsafe) private static let names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        names.initialize(repeating: nil, count: capacity)
        return names
    }()

    private struct State {
        var isInstalled = false
        var made = 0
    }

    private static let state = Mutex(State())

    /// A name in `folder` that no other file of this process has. It begins with a dot, so that nobody takes it for a result.
    static func next(in folder: String) -> String {
        let number = state.withLock { state in
            state.made += 1
            return state.made
        }
        return (folder == "/" ? "" : folder) + "/.gaitway-\(getpid())-\(number).tmp"
    }

    /// Has a file removed when a signal ends the process; gives a slot, nil if there is none left.
    static func watch(_ name: String) -> Int? {
        state.withLock { state in
            if !state.isInstalled {
                state.isInstalled = true
                install()
            }
            guard let slot = (0..<capacity).first(where: { names[$0] == nil }) else { return nil }
            names[slot] = strdup(name)
            return slot
        }
    }

    /// The file is gone or has its own name now.
    static func forget(_ slot: Int) { state.withLock { _ in names[slot] = nil } }

    /// Removes what is being written.
    private static func removeAll() {
        var slot = 0
        while slot < capacity {
            if let name = names[slot] { unlink(name) }
            slot += 1
        }
    }

    private static func install() {
        // Touched before a handler may run, since what a first use sets up is no work for a handler.
        _ = names[0]
        atexit { TemporaryNames.removeAll() }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            // A signal that is ignored, as under nohup, stays ignored.
            guard sigaction(number, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil else { continue }
            signal(number) { number in
                TemporaryNames.removeAll()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
