import Glibc

/// SIGINT and SIGTERM, which ask the server to end: a pipe that can be waited for together with connections.
enum StopSignal {
    private nonisolated(unsafe) static var ends: (read: Int32, write: Int32) = (-1, -1)

    /// The file that becomes readable with the signal.
    static var file: Int32 { ends.read }

    /// Whether a signal has come.
    static var hasCome: Bool {
        var byte: UInt8 = 0
        return ends.read >= 0 && read(ends.read, &byte, 1) == 1
    }

    /// Catches the signals from now on; called once, before anything else runs.
    static func prepare() {
        var files: [Int32] = [0, 0]
        guard ends.read < 0, pipe(&files) == 0 else { return }
        files.forEach(Sockets.prepare)
        ends = (files[0], files[1])
        signal(SIGINT) { _ in StopSignal.note() }
        signal(SIGTERM) { _ in StopSignal.note() }
        // Whoever started this program may have had them blocked, which is inherited.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static func note() {
        var byte: UInt8 = 1
        _ = write(ends.write, &byte, 1)
    }
}
