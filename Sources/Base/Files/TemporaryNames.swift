import Glibc
import Synchronization

/// The names of temporary files. A signal that ends the process removes them.
///
/// The handler may run between any two instructions. It only reads pointers that are set in one step, and calls
/// `unlink`, `signal` and `raise`. Names are never freed, since the handler may be reading one.
enum TemporaryNames {
    /// The most files that can be watched at the same time. A signal would leave any others behind.
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

    /// A name in `folder` that no other file of this process has. It begins with a dot, so that it is not mistaken for
    /// a result.
    static func next(in folder: String) -> String {
        let number = state.withLock { state in
            state.made += 1
            return state.made
        }
        return (folder == "/" ? "" : folder) + "/.gaitway-\(getpid())-\(number).tmp"
    }

    /// Has a file removed if a signal ends the process; returns its slot, or nil if all are taken.
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

    /// Stops watching a file that is gone or has its final name.
    static func forget(_ slot: Int) { state.withLock { _ in names[slot] = nil } }

    /// Removes all watched files.
    private static func removeAll() {
        var slot = 0
        while slot < capacity {
            if let name = names[slot] { unlink(name) }
            slot += 1
        }
    }

    private static func install() {
        // Initialised here, since a handler must not do it.
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
