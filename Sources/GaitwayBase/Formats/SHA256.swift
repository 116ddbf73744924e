// SPDX-License-Identifier: Apache-2.0

/// The hash SHA-256 (FIPS 180-4): of a page's one script, by which the page names it, and of the rides that a model was
/// trained on. It keeps nothing secret, so that it need not be hardened; a library for it would be the largest part of
/// the program.
package struct SHA256: Sendable {
    private static let blockSize = 64

    private var state = Self.initialState
    /// Bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var length: UInt64 = 0

    /// The hash of nothing, until there is more.
    package init() {}

    /// The 32 bytes of the hash of `message`.
    package static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.append(Array(message)[...])
        return hash.value
    }

    /// Bytes as hexadecimal digits.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Adds bytes to the message.
    package mutating func append(_ bytes: ArraySlice<UInt8>) {
        length += UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let missing = min(Self.blockSize - rest.count, bytes.count)
            rest += bytes.prefix(missing)
            bytes = bytes.dropFirst(missing)
            guard rest.count == Self.blockSize else { return }
            let block = rest
            compress(block.span)
            rest.removeAll(keepingCapacity: true)
        }
        let whole = bytes.count / Self.blockSize * Self.blockSize
        let blocks = bytes.prefix(whole)
        compress(blocks.span)
        rest += bytes.dropFirst(whole)
    }

    /// The 32 bytes of the hash of all that was added.
    package var value: [UInt8] {
        var padded = self
        let end = Self.blockSize - 8
        let zeros = (2 * Self.blockSize - 1 + end - rest.count) % Self.blockSize
        let bits = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: (length &* 8) >> $0) }
        padded.append(([0x80] + [UInt8](repeating: 0, count: zeros) + bits)[...])
        return padded.state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// Takes whole blocks in.
    private mutating func compress(_ bytes: Span<UInt8>) {
        let constants = Self.roundConstants.span
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
            for word in 0..<16 {
                let place = start + 4 * word
                schedule[word] =
                    UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
                    | UInt32(bytes[place + 3])
            }
            for word in 16..<64 {
                let (early, late) = (schedule[word - 15], schedule[word - 2])
                schedule[word] =
                    schedule[word - 16] &+ (Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ early >> 3)
                    &+ schedule[word - 7] &+ (Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ late >> 10)
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for round in 0..<64 {
                let first =
                    h &+ (Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)) &+ (e & f ^ ~e & g)
                    &+ constants[round] &+ schedule[round]
                let second = (Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
                (h, g, f, e) = (g, f, e, d &+ first)
                (d, c, b, a) = (c, b, a, first &+ second)
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
        }
    }

    private static func rotated(_ word: UInt32, _ places: UInt32) -> UInt32 { word >> places | word << (32 - places) }

    private static let primes = (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }

    /// The first 32 bits of the fractions of the square roots of the first eight primes.
    private static let initialState = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

    /// The fractions of the cube roots of the first sixty-four primes. One step of Newton's method mends the last
    /// digits.
    private static let roundConstants = primes.prefix(64).map { fraction(of: cubeRoot(of: Double($0))) }

    private static func cubeRoot(of value: Double) -> Double {
        var root = value.squareRoot()
        for _ in 0..<64 { root -= (root * root * root - value) / (3 * root * root) }
        return root
    }

    private static func fraction(of value: Double) -> UInt32 { UInt32(proven: (value - value.rounded(.down)) * 0x1p32) }
}
