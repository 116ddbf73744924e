// SPDX-License-Identifier: Apache-2.0
import Glibc
import NIOCore

/// Turns SIGINT, SIGTERM and SIGHUP into a readable pipe, so that the event loop can wait for them.
package enum StopSignal {
    private nonisolated(unsafe) static var ends: (read: Int32, write: Int32) = (-1, -1)

    /// Starts to catch the signals; returns the pipe's reading end, which the caller owns.
    package static func caught() -> Int32 {
        var files: [Int32] = [0, 0]
        guard ends.read < 0, pipe(&files) == 0 else { return ends.read }
        for file in files {
            _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
            _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        }
        ends = (files[0], files[1])
        // A parent process may have blocked the signals, and children inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            signal(number) { _ in StopSignal.note() }
            sigaddset(&signals, number)
        }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        return ends.read
    }

    /// True if the parent process made this program ignore a signal, as `nohup` does.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard number == SIGHUP, sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    private static func note() {
        var byte: UInt8 = 1
        _ = write(ends.write, &byte, 1)
    }
}

/// Calls a function when a pipe becomes readable or its other end closes.
final class StopHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let act: () -> Void

    init(_ act: @escaping () -> Void) { self.act = act }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { act() }
    func channelInactive(context: ChannelHandlerContext) { act() }
}
