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

extension MutableSpan<Float> {
    /// The four elements from `index` on, which the caller knows to lie in the span.
    @inline(__always)
    func four(_ index: Int) -> SIMD4<Float> {
        assert(index >= 0 && index + 4 <= count)
        return bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 4, as: SIMD4<Float>.self)
    }

    /// Replaces the four elements from `index` on, which the caller knows to lie in the span.
    @inline(__always)
    mutating func setFour(_ elements: SIMD4<Float>, at index: Int) {
        assert(index >= 0 && index + 4 <= count)
        var bytes = mutableBytes
        bytes.storeBytes(of: elements, toUncheckedByteOffset: index &* 4, as: SIMD4<Float>.self)
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

extension Span<Int16> {
    /// The eight elements from `index` on, which the caller knows to lie in the span.
    @inline(__always)
    func eight(_ index: Int) -> SIMD8<Int16> {
        assert(index >= 0 && index + 8 <= count)
        return bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 2, as: SIMD8<Int16>.self)
    }
}

extension SIMD8<Int16> {
    /// −1 in each lane that exceeds that of `limit`, 0 in the others: what a comparison leaves in a register.
    @inline(__always)
    func exceeding(_ limit: SIMD8<Int16>) -> SIMD8<Int16> { unsafeBitCast(self .> limit, to: SIMD8<Int16>.self) }
}
