// SPDX-License-Identifier: Apache-2.0
/// The activity that the name of a log states: `walking/3.csv`, `Bus_3.csv`, `ann-cycling.zip`.
package struct NamedActivity: Sendable, Hashable {
    package let label: RideLabel
    /// The words that say it, in lower case.
    package let word: String
    package let isFolder: Bool

    /// How many folders around a log are read: those further out name projects and people.
    private static let folders = 2

    /// The activity that the path of a log names: its last part, else the folders around it, the nearest first. A part
    /// that names two activities says nothing. Nil where none says anything.
    ///
    /// - Parameter words: words that are not read, in lower case.
    package init?(path: String, except words: Set<String> = []) {
        let parts = path.split(separator: "/").suffix(1 + Self.folders).reversed()
        for (distance, part) in parts.enumerated() {
            guard let (label, word) = Self.named(String(part), except: words) else { continue }
            self.label = label
            self.word = word
            isFolder = distance > 0
            return
        }
        return nil
    }

    /// The person whose folder holds a log with the name of an activity, as `ann` in `rides/ann/walking.csv`; nil where
    /// the folder is the one that was given, or its name says something else.
    package static func person(path: String, below roots: [String]) -> String? {
        let parts = path.split(separator: "/")
        let depths = roots.map { $0.split(separator: "/") }.filter { parts.starts(with: $0) }.map(\.count)
        guard let depth = depths.max(), parts.count > depth + 1, let name = parts.last,
            named(String(name), except: []) != nil
        else { return nil }
        let folder = String(parts[parts.count - 2])
        let words = words(of: folder)
        guard !words.isEmpty, words.allSatisfy({ RideLabel(word: $0) == nil && !common.contains($0) }),
            Placement(folder) == .other
        else { return nil }
        return folder
    }

    /// Words of folders that do not name people.
    private static let common: Set = [
        "data", "dataset", "raw", "log", "logs", "ride", "rides", "recording", "recordings", "session", "sessions",
        "export", "exports", "csv", "txt", "phone", "test", "train", "validation", "val", "day", "new", "old",
        "samples",
        "sensor", "sensors", "acc", "accelerometer", "gyroscope", "gyro", "activities", "files", "walks", "trips",
        "src",
    ]

    private static func named(_ part: String, except: Set<String>) -> (label: RideLabel, word: String)? {
        let words = words(of: part).filter { !except.contains($0) }
        let whole = words.joined(separator: " ")
        if let label = RideLabel(word: whole) { return (label, whole) }
        let named = words.compactMap { word in RideLabel(word: word).map { (label: $0, word: word) } }
        guard let first = named.first, Set(named.map(\.label)).count == 1 else { return nil }
        return first
    }

    /// The runs of letters of a name, in lower case; a capital after a small letter begins another: `myWalk2` has
    /// two.
    package static func words(of part: String) -> [String] {
        var words: [String] = []
        var word = ""
        var last: Character = " "
        for character in part {
            let begins = character.isUppercase && last.isLowercase
            if begins || !character.isLetter, !word.isEmpty {
                words.append(word.lowercased())
                word = ""
            }
            if character.isLetter { word.append(character) }
            last = character
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }

    /// Words of `paths` that divide data instead of naming vehicles: `train/` beside `test/`.
    package static func dividers(in paths: [String]) -> Set<String> {
        let parts = Set(
            paths.flatMap { path in path.split(separator: "/").flatMap { words(of: String($0)) } })
        return parts.isDisjoint(with: ["test", "validation", "val"]) ? [] : ["train"]
    }
}
