// The only file of this target that leaves bounds unchecked or reads bits as another type; every caller states why its
// index is inside.

extension Span {
    /// The element at `index`, which the caller knows to lie below `count`.
    @inline(__always)
    func element(_ index: Int) -> Element {
        assert(index >= 0 && index < count)
        return self[unchecked: index]
    }
}

extension MutableSpan {
    /// The element at `index`, which the caller knows to lie below `count`.
    @inline(__always)
    func element(_ index: Int) -> Element {
        assert(index >= 0 && index < count)
        return self[unchecked: index]
    }

    /// Replaces the element at `index`, which the caller knows to lie below `count`.
    @inline(__always)
    mutating func set(_ element: Element, at index: Int) {
        assert(index >= 0 && index < count)
        self[unchecked: index] = element
    }
}

extension SIMD4<Float> {
    /// The bits of each lane.
    @inline(__always)
    var bitPattern: SIMD4<Int32> { unsafeBitCast(self, to: SIMD4<Int32>.self) }

    /// The lanes of such bits.
    @inline(__always)
    init(bitPattern: SIMD4<Int32>) { self = unsafeBitCast(bitPattern, to: SIMD4<Float>.self) }
}
