/// The hash by which a page names the one script that may run in it (FIPS 180-4, SHA-256). It keeps nothing secret, so that it
/// need not be hardened; a library for it would be the largest part of the program.
enum SHA256 {
    /// The 32 bytes of the hash of `message`.
    static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        var state = initialState
        var padded = Array(message)
        let bits = UInt64(padded.count) * 8
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        var schedule = [UInt32](repeating: 0, count: 64)
        for start in stride(from: 0, to: padded.count, by: 64) {
            for word in 0..<16 {
                schedule[word] = (0..<4).reduce(0) { $0 << 8 | UInt32(padded[start + 4 * word + $1]) }
            }
            for word in 16..<64 {
                let (early, late) = (schedule[word - 15], schedule[word - 2])
                schedule[word] =
                    schedule[word - 16] &+ (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3)
                    &+ schedule[word - 7] &+ (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10)
            }
            compress(schedule, into: &state)
        }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static func compress(_ schedule: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let first =
                h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ roundConstants[round]
                &+ schedule[round]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ places: UInt32) -> UInt32 { word >> places | word << (32 - places) }

    private static let primes = (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }

    /// The first 32 bits of the fractions of the square roots of the first eight primes.
    private static let initialState = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

    /// The same of the cube roots of the first sixty-four: by Newton's method, one step of which mends the last digits.
    private static let roundConstants = primes.prefix(64).map { fraction(of: cubeRoot(of: Double($0))) }

    private static func cubeRoot(of value: Double) -> Double {
        var root = value.squareRoot()
        for _ in 0..<64 { root -= (root * root * root - value) / (3 * root * root) }
        return root
    }

    private static func fraction(of value: Double) -> UInt32 {
        UInt32((value - value.rounded(.down)) * 0x1p32)
    }
}
