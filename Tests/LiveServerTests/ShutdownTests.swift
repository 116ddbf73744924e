// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Testing

@testable import GaitwayLiveServer

/// The end of the event loop.
@Suite(.timeLimit(.minutes(5))) struct ShutdownTests {
    /// The queues that a process shares are often busy. NIO traps if the loop is ended twice meanwhile.
    @Test func theLoopEndsOnceHoweverBusyTheSharedQueuesAre() throws {
        let gate = DispatchSemaphore(value: 0)
        let count = 300
        for _ in 0..<3 {
            let server = try SocketServer(try TrialOptions.make())
            for _ in 0..<count { DispatchQueue.global().async { gate.wait() } }
            defer { for _ in 0..<count { gate.signal() } }
            server.end()
            #expect(server.lines == ["ending"])
        }
    }
}
