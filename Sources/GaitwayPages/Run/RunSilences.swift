// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay

/// The times in which no report came: what was reported last is old, and says little about the phone then.
struct RunSilences {
    /// The silences by time, in elapsed time.
    let spans: [(from: Duration, to: Duration)]

    /// A stream has a report a minute at least, unless nothing is measured.
    private static let longestOfStream = Duration.seconds(300)
    /// A phone reports changes only, and its last report may hold for a while.
    private static let longestOfPhone = Duration.seconds(3600)
    /// How long a report holds without another one.
    private static let hold = Duration.seconds(60)

    /// - Parameter end: when the page ends.
    init(_ ride: RecordedRide, until end: Duration) {
        let longest = ride.stream == nil ? Self.longestOfPhone : Self.longestOfStream
        let times = ride.reports.map(\.delivered).filter { $0 < end }
        spans = zip(times, times.dropFirst() + [end]).compactMap { time, next in
            next - time > longest ? (from: time + Self.hold, to: next) : nil
        }
    }
}
