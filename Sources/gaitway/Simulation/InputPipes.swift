import Glibc
import MotionTypes
import Tracks

/// Files and pipes that are read as they come, whichever has something first; `-` is standard input.
final class InputPipes {
    /// One of them.
    private struct Input {
        let path: String
        let descriptor: Int32
        var isOpen = true
    }

    private var inputs: [Input] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Whether a path is a pipe, or anything else that is neither a file nor a folder.
    static func isPipe(_ path: String) -> Bool {
        guard path != "-" else { return true }
        var status = stat()
        return stat(path, &status) == 0 && [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT)
    }

    /// Opens one more, and returns its number.
    func open(_ path: String) throws(InputError) -> Int {
        let descriptor = path == "-" ? STDIN_FILENO : Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileBytes.unreadable(path, "check the path and its permissions") }
        inputs.append(Input(path: path, descriptor: descriptor))
        return inputs.count - 1
    }

    deinit {
        for input in inputs where input.descriptor != STDIN_FILENO { close(input.descriptor) }
    }

    /// The next bytes of one of them; empty at its end, of which it is told once.
    func read(_ number: Int) throws(InputError) -> ArraySlice<UInt8> {
        buffer[..<(try read(number, into: &buffer))]
    }

    /// All that comes through a pipe, for a reader of tracks.
    static func track(at path: String) throws(InputError) -> TrackBytes {
        let pipes = InputPipes()
        return pipes.track(try pipes.open(path))
    }

    /// What is still to come of one of them, for a reader of tracks; `ahead` was taken before.
    func track(_ number: Int, ahead: [UInt8] = []) -> TrackBytes {
        var status = stat()
        let isFile = fstat(inputs[number].descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return TrackBytes(
            name: StandardInput.name(of: inputs[number].path), size: isFile ? Int(status.st_size) : nil, ahead: ahead
        ) { (buffer) throws(InputError) in try self.read(number, into: &buffer) }
    }

    private func read(_ number: Int, into buffer: inout [UInt8]) throws(InputError) -> Int {
        while true {
            let count = Glibc.read(inputs[number].descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw FileBytes.unreadable(inputs[number].path, "check the path and its permissions")
            }
            if count == 0 { inputs[number].isOpen = false }
            return count
        }
    }

    /// Reads no more of one of them.
    func leave(_ number: Int) { inputs[number].isOpen = false }

    /// Waits until one of those that are not over has something, and returns its number; nil when all are over.
    func next() throws(InputError) -> Int? {
        let open = inputs.indices.filter { inputs[$0].isOpen }
        guard !open.isEmpty else { return nil }
        var waiting = open.map { pollfd(fd: inputs[$0].descriptor, events: Int16(POLLIN), revents: 0) }
        while poll(&waiting, nfds_t(waiting.count), -1) < 0 {
            guard errno == EINTR else { throw FileBytes.unreadable(inputs[open[0]].path, "check the input") }
        }
        return waiting.firstIndex { $0.revents != 0 }.map { open[$0] } ?? open[0]
    }
}
