// SPDX-License-Identifier: Apache-2.0
/// Where a phone is carried, read from a manifest's free text.
///
/// A word is a run of letters, in any case, singular or plural. Three rules come first:
///
/// - Text in parentheses or brackets is a remark and is not read: "hand (before the body)".
/// - A part between commas or semicolons with "not", "no" or "unknown" is passed over: "in car, mount not stated".
/// - Waist, belt and hip beside a pocket or a bag describe its place: "hip pocket".
///
/// If the rest names exactly one placement, that is it. Otherwise it is ``other``: several ("hand or pocket"), an empty
/// text, or another language.
package enum Placement: String, CaseIterable, Sendable, Hashable {
    /// In a pocket of what the person wears.
    case pocket
    case hand
    /// At the waist: belt, hip, holster.
    case waist
    /// In a rucksack, a handbag or another bag.
    case bag
    /// On a table, a desk, a shelf or the floor.
    case table
    /// Fixed to a vehicle: handlebar, holder, windscreen.
    case mount
    /// The text names none of these, or several.
    case other

    package init(_ text: String) {
        var named: Set<Placement> = []
        for part in Self.read(text).split(whereSeparator: { ",;".contains($0) }) {
            let words = part.split { !$0.isLetter }.map { $0.lowercased() }
            guard words.allSatisfy({ !Self.denials.contains($0) }) else { continue }
            for word in words { named.formUnion(Self.naming(word)) }
        }
        if named.contains(.pocket) || named.contains(.bag) { named.remove(.waist) }
        self = named.count == 1 ? named.first ?? .other : .other
    }

    /// The text without its remarks; one that does not end goes on to the end.
    private static func read(_ text: String) -> String {
        var depth = 0
        var read = ""
        for character in text {
            if "([".contains(character) {
                depth += 1
                // A remark parts two words as a space does.
                read.append(" ")
            } else if ")]".contains(character) {
                depth = max(0, depth - 1)
            } else if depth == 0 {
                read.append(character)
            }
        }
        return read
    }

    private static func naming(_ word: String) -> Set<Placement> {
        Set([word, String(word.dropLast(word.hasSuffix("s") ? 1 : 0))].compactMap { words[$0] })
    }

    private static let denials: Set = ["not", "no", "unknown"]

    private static let words: [String: Placement] = [
        "pocket": .pocket,
        "hand": .hand, "handheld": .hand, "palm": .hand,
        "waist": .waist, "belt": .waist, "hip": .waist, "holster": .waist,
        "bag": .bag, "backpack": .bag, "rucksack": .bag, "handbag": .bag, "purse": .bag, "satchel": .bag, "pouch": .bag,
        "table": .table, "desk": .table, "shelf": .table, "floor": .table,
        "mount": .mount, "mounted": .mount, "handlebar": .mount, "stem": .mount, "holder": .mount, "cradle": .mount,
        "dashboard": .mount, "windscreen": .mount, "windshield": .mount,
    ]
}
