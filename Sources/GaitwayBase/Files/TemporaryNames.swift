// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// The names of temporary files. A signal that ends the process removes them.
///
/// The handler may run between any two instructions. It only reads words that are set in one step, and makes calls of
/// the system. Names are never freed, since the handler may be reading one.
enum TemporaryNames {
    /// The most files that can be watched at the same time. A signal would leave any others behind.
    private static let capacity = 256
    nonisolated(unsafe) private static let names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        names.initialize(repeating: nil, count: capacity)
        return names
    }()

    /// The open file of each name; -1 before there is one.
    nonisolated(unsafe) private static let descriptors: UnsafeMutablePointer<Int32> = {
        let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
        descriptors.initialize(repeating: -1, count: capacity)
        return descriptors
    }()

    /// Whether the handlers are installed.
    private static let state = Mutex(false)

    /// Has a file removed if a signal ends the process; returns its slot, or nil if all are taken. Until
    /// ``own(_:_:)``, it is removed only if no process has locked it.
    static func watch(_ name: String) -> Int? {
        state.withLock { isInstalled in
            if !isInstalled {
                isInstalled = true
                install()
            }
            guard let slot = (0..<capacity).first(where: { names[$0] == nil }) else { return nil }
            descriptors[slot] = -1
            names[slot] = strdup(name.systemPath)
            return slot
        }
    }

    /// Takes the file, open and locked, for this process's own.
    static func own(_ slot: Int, _ descriptor: Int32) { state.withLock { _ in descriptors[slot] = descriptor } }

    /// Stops watching a file that is gone or has its final name.
    static func forget(_ slot: Int) { state.withLock { _ in names[slot] = nil } }

    /// Removes all watched files.
    private static func removeAll() {
        var slot = 0
        while slot < capacity {
            if let name = names[slot] {
                let descriptor = descriptors[slot]
                if descriptor < 0 {
                    _ = UnlockedFile.remove(name)
                } else if UnlockedFile.isNamed(descriptor, name) {
                    unlink(name)
                }
            }
            slot += 1
        }
    }

    private static func install() {
        // Initialised here, since a handler must not do it.
        _ = (names[0], descriptors[0])
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
