// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import NIOCore

/// The listening socket, with a spare file descriptor.
///
/// If the system has no descriptor for a new connection, NIO tries again after a second. Meanwhile the listener uses
/// the spare descriptor to answer the waiting clients with 503.
final class Listener: ChannelInboundHandler {
    typealias InboundIn = any Channel

    let file: Int32
    private var spare: Int32
    /// Prints a line for the person who started the server.
    private let say: (String) -> Void
    private var hasSaid = false

    /// Starts to listen.
    ///
    /// - Throws: `OutputError` if the address does not belong to this machine or is in use.
    init(host: String, port: UInt16, say: @escaping (String) -> Void) throws(OutputError) {
        let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
            throw OutputError(
                path: name, problem: "is not an address of this machine",
                remedy: "\(set: .init(.host, "127.0.0.1", "0.0.0.0"))")
        }
        defer { freeaddrinfo(address) }
        file = socket(address.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { throw OutputError(path: name, code: errno) }
        var one: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        // The socket listens before anyone learns the port.
        guard bind(file, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0, listen(file, 256) == 0 else {
            let code = errno
            close(file)
            throw OutputError(
                path: name,
                problem: code == EADDRINUSE
                    ? "is already in use" : "cannot be opened for phones: " + String(cString: strerror(code)),
                remedy: code == EADDRINUSE
                    ? "choose another with \(name: .port)" : code == EACCES ? "choose a \(name: .port) above 1023" : "")
        }
        spare = Self.reserve()
        self.say = say
    }

    deinit { close(spare) }

    /// The port of the socket.
    var port: UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &length) }
        }
        guard found == 0 else { return 0 }
        // IPv4 and IPv6 addresses have the port at the same place.
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) {
            refuseWaitingClients()
        }
        context.fireErrorCaught(error)
    }

    private func refuseWaitingClients() {
        if !hasSaid { say("no file descriptor is left; further connections are refused") }
        hasSaid = true
        let answer = Array("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        for _ in 0..<256 {
            close(spare)
            let client = accept(file, nil, nil)
            if client >= 0 {
                _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                close(client)
            }
            spare = Self.reserve()
            if client < 0 { return }
        }
    }

    private static func reserve() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
