/// Which of a session's numbered messages have come. What is repeated is told by the readings' times, not by their numbers, so that a
/// phone may begin to count anew.
struct MessageNumbers: Sendable {
    /// All numbers below this one have come, or are waited for no longer.
    private var next: Int?
    /// Those above it that have come.
    private var ahead: Set<Int> = []
    private static let mostAhead = 1024

    /// Whether every number up to the newest has come; nil where messages have no numbers.
    var isComplete: Bool? { next == nil ? nil : ahead.isEmpty }

    /// Notes a message.
    mutating func note(_ number: Int) {
        guard let start = next else {
            next = number + 1
            return
        }
        guard number >= start else { return }
        ahead.insert(number)
        var here = start
        while ahead.remove(here) != nil { here += 1 }
        next = here
        if ahead.count > Self.mostAhead { waitNoLonger() }
    }

    /// Gives up on those that have not come.
    mutating func waitNoLonger() {
        guard let newest = ahead.max() else { return }
        next = newest + 1
        ahead.removeAll(keepingCapacity: true)
    }
}
