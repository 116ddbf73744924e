// SPDX-License-Identifier: Apache-2.0
/// The state of state machines, on its way into bytes or out of them.
///
/// A machine lists its fields once, in ``StatePassing/pass(through:)``, which both saves and restores; the two cannot
/// differ. Numbers are little-endian, floating-point numbers are stored as their bits. Bytes that do not fit make the
/// archive ``isDamaged``; discard then what was read.
package struct StateArchive: Sendable {
    /// The bytes: those saved so far, or those to restore from.
    package private(set) var bytes: [UInt8]
    /// Whether fields are restored; else they are saved.
    package let isRestoring: Bool
    /// Whether the bytes do not fit the state.
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

    /// Marks the archive as damaged unless a condition on the restored values holds.
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

    /// The bound of times in nanoseconds, which is 127 years: sums and differences of two times then fit into `Int64`.
    private static let latest: UInt64 = 4_000_000_000_000_000_000
    /// The bound of counts, so that counting on does not overflow.
    private static let largestCount = 1 << 53

    /// Passes a time or a length of time, in nanoseconds.
    package mutating func pass(time value: inout Int64) {
        pass(&value)
        require(value.magnitude < Self.latest)
    }

    /// Passes a count.
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

    /// Passes an optional value; `initial` is any value, to restore into.
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
        // Each element takes at least a byte, so that a wrong count ends soon.
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

    /// Marks the archive as damaged unless times are in the range of ``pass(time:)``.
    package mutating func require(times: some Sequence<Int64>) {
        require(times.allSatisfy { $0.magnitude < Self.latest })
    }

    /// Passes ascending times that are mostly close together, as differences of 7 bits a byte.
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

/// A state machine that can be saved in the middle of its work and continue later.
package protocol StatePassing {
    /// Passes every field of the state; fields that follow from the settings are left out.
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
    /// A checksum of all bytes so far (Fowler, Noll and Vo, 64 bits).
    package static func checksum(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
