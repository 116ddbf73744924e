// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@Suite("Misspelt words")
struct SpellingTests {
    /// Two words, and how many letters they are apart.
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("trips", "trips", 0), ("trip", "trips", 1), ("tirps", "trips", 1),
        ("traps", "trips", 1), ("kitten", "sitting", 3), ("classfy", "classify", 1), ("ca", "abc", 3), ("é", "e", 1),
    ])
    func distanceCountsLetters(word: String, other: String, letters: Int) {
        #expect(Spelling.distance(word, other) == letters)
        #expect(Spelling.distance(other, word) == letters)
    }

    @Test func distanceIsWhatItsDefinitionSays() {
        /// The definition, without a table.
        func distance(_ first: ArraySlice<Character>, _ second: ArraySlice<Character>) -> Int {
            guard let last = first.last, let other = second.last else { return max(first.count, second.count) }
            var least = min(
                distance(first.dropLast(), second) + 1, distance(first, second.dropLast()) + 1,
                distance(first.dropLast(), second.dropLast()) + (last == other ? 0 : 1))
            if first.dropLast().last == other, second.dropLast().last == last {
                least = min(least, distance(first.dropLast(2), second.dropLast(2)) + 1)
            }
            return least
        }
        var generator = SeededGenerator(seed: 1)
        func word() -> String {
            String(
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in "abc".randomElement(using: &generator) ?? "a"
                })
        }
        for _ in 0..<Rounds.count(800) {
            let (first, second) = (word(), word())
            #expect(
                Spelling.distance(first, second) == distance(Array(first)[...], Array(second)[...]),
                "\(first) \(second)")
        }
    }

    /// A word, and the name that it is taken for.
    @Test(arguments: [
        ("inspcet", "inspect"), ("insp", "inspect"), ("trip", "trips"), ("plases", "places"), ("in", nil),
        ("wibble", nil),
        ("x", nil), ("", nil),
    ])
    func nearestNameIsOneOrAThirdOfTheLettersAwayOrBeginsAlike(word: String, name: String?) {
        #expect(Spelling.nearest(to: word, among: ["help", "inspect", "trips", "places"]) == name)
        #expect(Spelling.nearest(to: word, among: []) == nil)
    }
}
