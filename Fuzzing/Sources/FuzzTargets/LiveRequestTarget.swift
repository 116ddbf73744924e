// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayLiveServer
import GaitwayLiveSessions
import GaitwayRecognition
import NIOCore
import NIOEmbedded

/// Reads any bytes as requests to the live server, one behind the other. The first byte says where the input is cut in
/// two: the pieces make no difference to the answers.
enum LiveRequestTarget: FuzzTarget {
    static let name = "live-request"

    static func take(_ input: [UInt8]) {
        let bytes = Array(input.dropFirst())
        let cut = Int(input.first ?? 0) % max(1, bytes.count)
        let whole = answers(to: [bytes[...]])
        precondition(answers(to: [bytes[..<cut], bytes[cut...]]) == whole, "pieces make a difference")
        precondition(whole.isEmpty || whole.starts(with: Array("HTTP/1.1 ".utf8)), "no answer of HTTP/1.1")
    }

    /// What a server sends on a connection on which pieces come.
    static func answers(to pieces: [ArraySlice<UInt8>]) -> [UInt8] {
        var options = ServerOptions(
            settings: LiveSession.Settings(
                model: Fixtures.model, smoothing: .causal, policy: .gaitway, places: Fixtures.places, keepsLog: false),
            page: "<!doctype html>", pagePolicy: "default-src 'none'")
        options.longestBody = 1 << 16
        let clock = ServerClock(now: { 1 }, wall: { Timestamp(nanoseconds: 1) })
        let server = LiveServer(options, clock: clock) { _ in }
        let channel = EmbeddedChannel()
        guard (try? server.attach(channel)) != nil,
            (try? channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()) != nil
        else { preconditionFailure("there is no channel") }
        for piece in pieces where channel.isActive {
            _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
            channel.embeddedEventLoop.run()
        }
        var sent: [UInt8] = []
        while let part = try? channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let bytes) = part { sent += Array(bytes.readableBytesView) }
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        server.pass()
        return sent
    }
}
