/// What state machines remember, on its way into bytes or out of them.
///
/// A machine lists its fields once, in ``StatePassing/pass(through:)``, which saves and restores: what is written and what is read
/// cannot differ. Numbers are little-endian, floating-point numbers their bits. Bytes that do not fit make the archive
/// ``isDamaged``; what was read from it is then worth nothing.
package struct StateArchive: Sendable {
    /// The bytes: those saved so far, or those to restore from.
    package private(set) var bytes: [UInt8]
    /// Whether fields are read, and not written.
    package let isRestoring: Bool
    /// Whether the bytes were not those of such a state.
    package private(set) var isDamaged = false
    private var place = 0

    /// An empty archive, to save in.
    package init() {
        bytes = []
        isRestoring = false
    }

    /// The bytes of an archive, to restore from.
    package init(restoring bytes: [UInt8]) {
        self.bytes = bytes
        isRestoring = true
    }

    /// Whether everything was read.
    package var isAtEnd: Bool { place == bytes.count }

    /// Says what must hold of what was read.
    package mutating func require(_ condition: Bool) { if !condition { isDamaged = true } }

    /// Passes an integer.
    package mutating func pass<Number: FixedWidthInteger>(_ value: inout Number) {
        let size = Number.bitWidth / 8
        guard isRestoring else {
            for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> Number(byte * 8))) }
            return
        }
        guard bytes.count - place >= size else {
            isDamaged = true
            return
        }
        var read: UInt64 = 0
        for byte in 0..<size { read |= UInt64(bytes[place + byte]) << UInt64(byte * 8) }
        value = Number(truncatingIfNeeded: read)
        place += size
    }

    /// Times lie closer to 0 than this, in nanoseconds, which is 127 years: sums and differences of two of them, and a little more, have an
    /// `Int64`.
    private static let latest: UInt64 = 4_000_000_000_000_000_000
    /// No count is larger: what goes on counting from there does not overflow.
    private static let largestCount = 1 << 53

    /// Passes a time or a length of time, in nanoseconds.
    package mutating func pass(time value: inout Int64) {
        pass(&value)
        require(value.magnitude < Self.latest)
    }

    /// Passes how many there are of something.
    package mutating func pass(count value: inout Int) {
        pass(&value)
        require((0...Self.largestCount).contains(value))
    }

    /// Passes a number's bits.
    package mutating func pass(_ value: inout Double) {
        var bits = value.bitPattern
        pass(&bits)
        value = Double(bitPattern: bits)
    }

    /// Passes a number's bits.
    package mutating func pass(_ value: inout Float) {
        var bits = value.bitPattern
        pass(&bits)
        value = Float(bitPattern: bits)
    }

    /// Passes a truth value.
    package mutating func pass(_ value: inout Bool) {
        var byte: UInt8 = value ? 1 : 0
        pass(&byte)
        require(byte <= 1)
        value = byte == 1
    }

    /// Passes the lanes of a vector.
    package mutating func pass(_ value: inout SIMD3<Float>) { for lane in 0..<3 { pass(&value[lane]) } }

    /// Passes the lanes of a vector.
    package mutating func pass(_ value: inout SIMD8<Double>) { for lane in 0..<8 { pass(&value[lane]) } }

    /// Passes a text of up to 65,535 bytes.
    package mutating func pass(_ value: inout String) {
        var text = Array(value.utf8.prefix(Int(UInt16.max)))
        pass(&text, of: 0) { $1.pass(&$0) }
        if isRestoring { value = String(decoding: text, as: UTF8.self) }
    }

    /// Passes a case by its place among all.
    package mutating func pass<Case: CaseIterable & Equatable>(case value: inout Case) {
        let cases = Array(Case.allCases)
        var number = UInt8(cases.firstIndex(of: value) ?? 0)
        pass(&number)
        guard cases.indices.contains(Int(number)) else {
            isDamaged = true
            return
        }
        value = cases[Int(number)]
    }

    /// Passes a state machine, or a part of one.
    package mutating func pass(_ value: inout some StatePassing) { value.pass(through: &self) }

    /// Passes what may not be there; `initial` is any value, for what is read to go into.
    package mutating func pass<Value>(
        _ value: inout Value?, of initial: Value, _ body: (inout Value, inout StateArchive) -> Void
    ) {
        var isThere = value != nil
        pass(&isThere)
        guard isThere else {
            value = nil
            return
        }
        var own = value ?? initial
        body(&own, &self)
        value = own
    }

    /// Passes a list.
    package mutating func pass<Element>(
        _ values: inout [Element], of initial: Element, _ body: (inout Element, inout StateArchive) -> Void
    ) {
        var count = UInt32(clamping: values.count)
        pass(&count)
        guard isRestoring else {
            for index in values.indices { body(&values[index], &self) }
            return
        }
        // Each element has a byte at least, so that a wrong count ends soon.
        guard !isDamaged, Int(count) <= bytes.count - place else {
            isDamaged = true
            return
        }
        values.removeAll()
        for _ in 0..<count where !isDamaged {
            var element = initial
            body(&element, &self)
            values.append(element)
        }
    }

    /// Says that times are such as ``pass(time:)`` takes.
    package mutating func require(times: some Sequence<Int64>) {
        require(times.allSatisfy { $0.magnitude < Self.latest })
    }

    /// Passes rising times, most of which lie near each other: as differences of 7 bits a byte.
    package mutating func pass(times: inout [Int64]) {
        var previous: Int64 = 0
        pass(&times, of: 0) { time, archive in
            var difference = time &- previous
            archive.pass(short: &difference)
            time = previous &+ difference
            previous = time
        }
    }

    /// Passes a number that is mostly small: 7 bits a byte, the sign last.
    private mutating func pass(short value: inout Int64) {
        var bits = UInt64(bitPattern: (value << 1) ^ (value >> 63))
        if !isRestoring {
            while bits > 0x7F {
                bytes.append(UInt8(bits & 0x7F) | 0x80)
                bits >>= 7
            }
            bytes.append(UInt8(bits))
            return
        }
        bits = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard place < bytes.count else { break }
            let byte = bytes[place]
            place += 1
            bits |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                value = Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
                return
            }
        }
        isDamaged = true
    }
}

/// What can be saved in the middle of its work, and go on from there.
package protocol StatePassing {
    /// Passes every field that is remembered; those that follow from the settings are left alone.
    mutating func pass(through archive: inout StateArchive)
}

extension ActivityProbabilities: StatePassing {
    /// Passes the six probabilities.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(&stationary)
        archive.pass(&walking)
        archive.pass(&running)
        archive.pass(&cycling)
        archive.pass(&automotive)
        archive.pass(&noneOfThese)
        archive.require(ActivityClass.allCases.allSatisfy { self[$0] >= 0 && self[$0].isFinite })
    }
}

extension StateArchive {
    /// A number for all bytes so far (Fowler, Noll and Vo, 64 bits), by which damage shows.
    package static func checksum(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
