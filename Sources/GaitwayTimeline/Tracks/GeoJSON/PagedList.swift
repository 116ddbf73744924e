// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A list that may be as long as a file: it grows without being copied, and gives memory back from its start on.
///
/// An array is held twice while it grows. This list takes pages from the system and gives them back, so that copying
/// one list to another never holds an element twice. The first elements are in an array, since most lists are short.
final class PagedList<Element> {
    private var start: [Element] = []
    /// The pages; nil for one that was given back.
    private var pages: [UnsafeMutablePointer<Element>?] = []
    private(set) var count = 0

    /// The number of elements in the array.
    private static var inStart: Int { 1024 }
    private static var pageBytes: Int { 1 << 20 }
    private static var perPage: Int { pageBytes / MemoryLayout<Element>.stride }

    deinit { release(before: count + Self.perPage) }

    func append(_ element: Element) {
        defer { count += 1 }
        guard count >= Self.inStart else { return start.append(element) }
        let (page, place) = (count - Self.inStart).quotientAndRemainder(dividingBy: Self.perPage)
        if page == pages.count { pages.append(Self.emptyPage()) }
        guard let page = pages[page] else { preconditionFailure("the end was given back") }
        (page + place).initialize(to: element)
    }

    /// The element at a place that was not given back.
    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count, "the index is out of range")
        guard index >= Self.inStart else { return start[index] }
        let (page, place) = (index - Self.inStart).quotientAndRemainder(dividingBy: Self.perPage)
        guard let page = pages[page] else { preconditionFailure("the element was given back") }
        return page[place]
    }

    /// Gives back the pages whose elements all stand before a place.
    func release(before index: Int) {
        for number in 0..<min(pages.count, max(0, index - Self.inStart) / Self.perPage) {
            guard let page = pages[number] else { continue }
            page.deinitialize(count: min(Self.perPage, count - Self.inStart - number * Self.perPage))
            munmap(page, Self.pageBytes)
            pages[number] = nil
        }
    }

    /// Passes each element to the closure, and gives back the memory behind it.
    func consume(_ body: (Element) -> Void) {
        for index in 0..<count {
            body(self[index])
            if index % Self.perPage == 0 { release(before: index) }
        }
    }

    private static func emptyPage() -> UnsafeMutablePointer<Element> {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, pageBytes, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            // As an array that cannot grow.
            fatalError("out of memory")
        }
        return memory.bindMemory(to: Element.self, capacity: perPage)
    }
}
