// SPDX-License-Identifier: Apache-2.0
/// What waits to be taken, oldest first.
struct Queue<Element> {
    /// All that was put in since it was last empty; the first `taken` are gone.
    var elements: [Element] = []
    private var taken = 0

    var count: Int { elements.count - taken }

    /// Gives up to `capacity` of the oldest to `body`, each with its place, and takes them out.
    mutating func take(upTo capacity: Int, _ body: (Element, Int) -> Void) -> Int {
        let number = min(capacity, count)
        for place in 0..<number { body(elements[taken + place], place) }
        taken += number
        if taken == elements.count {
            elements.removeAll(keepingCapacity: true)
            taken = 0
        }
        return number
    }
}

/// Checks the capacity of arrays, and hands out how many elements were taken and are left.
func take(
    capacity: Int, _ taken: UnsafeMutablePointer<Int>?, _ left: UnsafeMutablePointer<Int>?,
    _ body: () throws(CallError) -> (taken: Int, left: Int)
) throws(CallError) {
    taken?.pointee = 0
    left?.pointee = 0
    guard capacity >= 0 else { throw CallError("the capacity is too large") }
    let counts = try body()
    taken?.pointee = counts.taken
    left?.pointee = counts.left
}
