import FileWriting
import Glibc
import MotionTypes

/// The system's calls for sockets, none of which waits.
enum Sockets {
    /// What became of a read or a write.
    enum Outcome: Sendable {
        case moved(Int)
        case wouldWait
        case closed
    }

    /// A socket that listens.
    ///
    /// - Throws: `OutputError` if the address is none, or taken.
    static func listen(host: String, port: UInt16) throws(OutputError) -> Int32 {
        let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
            throw OutputError(
                path: name, problem: "is no address of this machine", remedy: "give --host 127.0.0.1 or 0.0.0.0")
        }
        defer { freeaddrinfo(address) }
        let file = socket(address.pointee.ai_family, Int32(SOCK_STREAM.rawValue), 0)
        guard file >= 0 else { throw OutputError(path: name, code: errno) }
        var one: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        guard bind(file, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0, Glibc.listen(file, 256) == 0 else {
            let code = errno
            close(file)
            throw OutputError(
                path: name, problem: "cannot be listened to: " + String(cString: strerror(code)),
                remedy: code == EADDRINUSE ? "give another --port" : code == EACCES ? "give a --port above 1023" : "")
        }
        prepare(file)
        return file
    }

    /// The port that a socket listens to.
    static func port(of file: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &length) }
        }
        guard found == 0 else { return 0 }
        // The port stands at the same place for both kinds of addresses.
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
    }

    /// The next connection of a listening socket; nil when there is none, or no file for it.
    static func accept(_ listener: Int32) -> Int32? {
        let file = Glibc.accept(listener, nil, nil)
        guard file >= 0 else { return nil }
        prepare(file)
        var one: Int32 = 1
        setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return file
    }

    /// Lets no call on a file wait, and no other program inherit it.
    static func prepare(_ file: Int32) {
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }

    /// Reads what has come, behind what is in `bytes`, through a buffer.
    static func read(_ file: Int32, into bytes: inout [UInt8], through buffer: inout [UInt8]) -> Outcome {
        let count = Glibc.read(file, &buffer, buffer.count)
        if count > 0 {
            bytes.append(contentsOf: buffer[..<count])
            return .moved(count)
        }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .wouldWait : .closed
    }

    /// Writes as much as goes.
    static func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Outcome {
        guard !bytes.isEmpty else { return .moved(0) }
        let count = bytes.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count >= 0 { return .moved(count) }
        return errno == EAGAIN || errno == EINTR ? .wouldWait : .closed
    }

    /// Nanoseconds of a clock that is never set.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * Nanoseconds.perSecond + Int64(time.tv_nsec)
    }

    /// The wall clock.
    static var wallClock: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * Nanoseconds.perSecond + Int64(time.tv_nsec))
    }

    /// The machine's name.
    static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, 255) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
