// SPDX-License-Identifier: Apache-2.0
/// A growing array whose elements a program may read where they lie: they keep their place once nothing is added.
final class LentArray<Element: BitwiseCopyable> {
    private var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    private(set) var count = 0

    deinit { memory.deallocate() }

    /// The first element; never NULL, so that a program may hand an empty array on.
    var start: UnsafePointer<Element> {
        if memory.count == 0 { grow(to: 1) }
        return UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
    }

    func append(_ element: Element) {
        if count == memory.count { grow(to: max(4096, 2 * count)) }
        memory.initializeElement(at: count, to: element)
        count += 1
    }

    func removeAll() { count = 0 }

    private func grow(to capacity: Int) {
        let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
        _ = larger.update(fromContentsOf: memory.prefix(count))
        memory.deallocate()
        memory = larger
    }
}
