// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Sorts inputs that arrive late by a bounded time.
///
/// A binary heap on time. An input leaves once another has arrived that is later by the allowed lateness. The order of
/// inputs with the same time depends only on their content, so that the order of arrival has no effect.
struct ReorderBuffer: Sendable {
    /// A fix or a report.
    enum Content: Sendable {
        case report(ActivityFlags, Confidence)
        case fix(Location)
    }

    /// An input and its time.
    struct Input: Sendable {
        var time: Timestamp
        var content: Content
    }

    private let lateness: Duration
    private var heap: [Input] = []
    private var latest: Timestamp?
    private var released: Timestamp?
    private var isClosed = false

    init(lateness: Duration) { self.lateness = lateness }

    /// Takes an input; returns false if it is too late.
    mutating func append(_ input: Input) -> Bool {
        if let released, input.time < released { return false }
        heap.append(input)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.precedes(heap[child], heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
        if latest.map({ $0 < input.time }) ?? true { latest = input.time }
        return true
    }

    mutating func close() { isClosed = true }

    /// The next input in order, if no earlier one can come any more.
    mutating func next() -> Input? {
        guard let first = heap.first, let latest else { return nil }
        if !isClosed {
            guard latest - first.time > lateness else { return nil }
        }
        released = first.time
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown()
        }
        return first
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && Self.precedes(heap[child], heap[smallest]) { smallest = child }
            if smallest == parent { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }

    private static func precedes(_ left: Input, _ right: Input) -> Bool {
        if left.time != right.time { return left.time < right.time }
        switch (left.content, right.content) {
        case (.report, .fix): return true
        case (.fix, .report): return false
        case (.report(let flags, let confidence), .report(let otherFlags, let otherConfidence)):
            return (confidence.rawValue, flags.rawValue) < (otherConfidence.rawValue, otherFlags.rawValue)
        case (.fix(let fix), .fix(let other)):
            let accuracy = fix.horizontalAccuracy ?? .infinity
            let otherAccuracy = other.horizontalAccuracy ?? .infinity
            if accuracy != otherAccuracy { return accuracy < otherAccuracy }
            return (fix.latitude, fix.longitude, fix.speed ?? -1, fix.altitude ?? 0)
                < (other.latitude, other.longitude, other.speed ?? -1, other.altitude ?? 0)
        }
    }
}
