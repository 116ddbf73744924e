// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import GaitwayLiveServer

/// A server on a port of this machine, on a thread of its own, whose clock the test moves.
final class SocketServer: Sendable {
    /// What the server's thread tells the test.
    private final class Notes: Sendable {
        let lines = Mutex<[String]>([])
        let port = Mutex<UInt16>(0)
        let isReady = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
    }

    let clock = TrialClock()
    let port: UInt16
    private let stop: Int32
    private let notes = Notes()

    init(_ options: ServerOptions) throws {
        var pipe: [Int32] = [0, 0]
        try #require(Glibc.pipe(&pipe) == 0)
        for file in pipe { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        stop = pipe[1]
        let (reading, clock, notes) = (pipe[0], clock, notes)
        let thread = Thread {
            let server = LiveServer(options, clock: clock.server) { line in notes.lines.withLock { $0.append(line) } }
            let port = (try? server.listen()) ?? 0
            notes.port.withLock { $0 = port }
            notes.isReady.signal()
            if port > 0 { server.run(until: reading) }
            notes.hasEnded.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        notes.isReady.wait()
        port = notes.port.withLock { $0 }
        try #require(port > 0)
    }

    /// What the server said to the person who started it.
    var lines: [String] { notes.lines.withLock { $0 } }

    /// Ends the server, and waits until it has ended: it gives its clients two seconds of its clock.
    func end() {
        close(stop)
        while notes.hasEnded.wait(timeout: .now() + .milliseconds(20)) == .timedOut { clock.pass(seconds: 3) }
    }
}

/// A client's socket. Nothing here waits longer than a minute.
final class LiveSocket {
    private let file: Int32

    init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(file >= 0)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        if var size = receiveBuffer {
            setsockopt(file, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        // A `sockaddr_in` of 127.0.0.1; its members are not to be had beside SwiftNIO's own import of them.
        var address: [UInt8] = [UInt8(AF_INET), 0, UInt8(port >> 8), UInt8(port & 255), 127, 0, 0, 1]
        address += [UInt8](repeating: 0, count: 8)
        let result = address.withUnsafeBytes {
            connect(file, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        try #require(result == 0)
    }

    deinit { close(file) }

    /// Sends bytes; false once the server has ended the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next bytes; none at the end.
    func receive() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(file, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : []
    }

    /// What comes until a text stands in it, or until the end.
    func receive(until end: String?) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let more = receive()
            all += more
            if more.isEmpty { return all }
            if let end, all.firstRange(of: Array(end.utf8)) != nil { return all }
        }
    }

    /// The status of the next answer; nil if the connection ends without one.
    func status() -> Int? {
        let answer = receive(until: "\r\n\r\n")
        return answer.starts(with: Array("HTTP/1.1 ".utf8)) ? Int(String(decoding: answer[9..<12], as: UTF8.self)) : nil
    }
}
