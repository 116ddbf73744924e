// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Makes new inputs: copies of given ones with a few random changes, the same in each run.
struct Mutator {
    private let seeds: [[UInt8]]
    private var random: SplitMix64
    /// Texts that are difficult for readers.
    private static let words = [
        "0", "-1", "1e308", "-1e308", "1e-320", "NaN", "null", "true", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "4294967296", "0.5", "\"", "{", "}", "[", "]", ",", ";", "\n", "\r\n", "\t", "\\u0000",
        "\u{feff}", "é",
        "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "180", "-90",
    ].map { Array($0.utf8) }
    private static let longest = 4096

    /// A mutator of at least one input.
    init(seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds
        random = SplitMix64(seed: seed)
    }

    /// The next input.
    mutating func next() -> [UInt8] {
        var bytes = seeds[below(seeds.count)]
        for _ in 0...below(5) { change(&bytes) }
        return Array(bytes.prefix(Self.longest))
    }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count + 1)
        let length = min(bytes.count - place, 1 + below(1 << below(7)))
        let part = bytes[place..<place + length]
        switch below(8) {
        case 0: if length > 0 { bytes[place] ^= 1 << UInt8(below(8)) }
        case 1: if length > 0 { bytes[place] = UInt8(below(256)) }
        case 2: bytes.insert(UInt8(below(256)), at: place)
        case 3: bytes.removeSubrange(place..<place + length)
        case 4: bytes.insert(contentsOf: part, at: below(bytes.count + 1))
        case 5: bytes.insert(contentsOf: Self.words[below(Self.words.count)], at: place)
        case 6: bytes.replaceSubrange(numberOrOne(at: place, in: bytes), with: Self.words[below(Self.words.count)])
        default:
            // The end of another.
            let other = seeds[below(seeds.count)]
            bytes.replaceSubrange(place..., with: other[below(other.count + 1)...])
        }
    }

    /// The digits from a place on, or a single byte if there are none.
    private func numberOrOne(at place: Int, in bytes: [UInt8]) -> Range<Int> {
        let digits = bytes[place...].prefix { (48...57).contains($0) }.count
        return place..<min(bytes.count, place + max(1, digits))
    }
}
