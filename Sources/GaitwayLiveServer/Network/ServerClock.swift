// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// The clocks of a server; tests supply their own.
package struct ServerClock: Sendable {
    /// Nanoseconds of a monotonic clock.
    package var now: @Sendable () -> Int64
    /// The time of day.
    package var wall: @Sendable () -> Timestamp

    /// Clocks from two functions.
    package init(now: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Timestamp) {
        self.now = now
        self.wall = wall
    }

    package static let system = ServerClock(
        now: { read(CLOCK_MONOTONIC) }, wall: { Timestamp(nanoseconds: read(CLOCK_REALTIME)) })

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * Nanoseconds.perSecond + Int64(time.tv_nsec)
    }
}
