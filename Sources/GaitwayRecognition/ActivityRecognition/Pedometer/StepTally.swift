// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Counts steps while the activity stream says walking or running.
///
/// A pure state machine: the times of steps go in as they become known, and the answers of the windows in order. A step
/// counts if it lies in a window that is answered on foot. Windows overlap by half, so that one other answer between
/// two on foot hides no step.
package struct StepTally: Sendable {
    /// The fewest steps that tell a cadence.
    private static let fewest = 3

    /// Whole steps since the recording began.
    package private(set) var steps = 0
    /// Steps a second at the window answered last; nil unless it is on foot and has steps.
    package private(set) var cadence: Double?

    /// Steps of windows that are not answered yet.
    private var waiting: [Int64] = []
    /// The time that the last windows on foot cover together.
    private var onFoot: Range<Int64>?
    /// The newest steps that counted.
    private var newest: [Int64] = []

    /// A tally at the beginning of a recording.
    package init() {}

    /// Takes steps, in time order.
    package mutating func append(_ times: [Int64]) { waiting.append(contentsOf: times) }

    /// Takes the answer of the next window.
    package mutating func take(_ span: Range<Int64>, isOnFoot: Bool) {
        if isOnFoot {
            if let current = onFoot, span.lowerBound <= current.upperBound {
                onFoot = current.lowerBound..<max(current.upperBound, span.upperBound)
            } else {
                settle(before: span.lowerBound)
                onFoot = span
            }
        }
        settle(before: span.lowerBound)
        cadence = isOnFoot ? cadence(in: span) : nil
    }

    /// Ends the recording.
    package mutating func finish() { settle(before: .max) }

    /// Counts the steps in the time on foot, and drops those before a time that are not.
    private mutating func settle(before start: Int64) {
        var settled = 0
        for time in waiting {
            if let onFoot, onFoot.contains(time) {
                steps += 1
                newest.append(time)
            } else if time >= start {
                break
            }
            settled += 1
        }
        waiting.removeFirst(settled)
    }

    private mutating func cadence(in span: Range<Int64>) -> Double? {
        let earlier = newest.prefix { $0 < span.lowerBound }.count
        newest.removeFirst(earlier)
        guard newest.count >= Self.fewest, let first = newest.first, let last = newest.last, last > first else {
            return nil
        }
        return Double(newest.count - 1) / Nanoseconds.seconds(last - first)
    }
}

extension StepTally: StatePassing {
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(count: &steps)
        archive.pass(times: &waiting)
        archive.require(times: waiting)
        var span = onFoot.map { [$0.lowerBound, $0.upperBound] } ?? []
        archive.pass(times: &span)
        archive.require(times: span)
        archive.require(span.isEmpty || span.count == 2 && span[0] <= span[1])
        archive.pass(times: &newest)
        archive.require(times: newest)
        guard archive.isRestoring, !archive.isDamaged else { return }
        onFoot = span.isEmpty ? nil : span[0]..<span[1]
    }
}
