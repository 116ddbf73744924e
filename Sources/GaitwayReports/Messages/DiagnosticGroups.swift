// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Notes on several logs, with one line for all equal notes.
///
/// Two texts are the same if they differ in numbers only; the line has the numbers of the first.
package struct DiagnosticGroups: Sendable {
    private struct Group {
        let text: String
        var places: [String]
        var last: String
        var count: Int
    }

    /// The most logs that a line names.
    private static let mostNamed = 2
    private let isGrouping: Bool
    private var groups: [Group] = []
    private var indices: [String: Int] = [:]

    /// No lines yet.
    ///
    /// - Parameter isGrouping: false to keep a line for each note.
    package init(isGrouping: Bool) { self.isGrouping = isGrouping }

    /// Adds a line about a log.
    package mutating func add(_ text: String, of place: String) {
        let key = isGrouping ? Self.withoutNumbers(text) : place + ": " + text
        guard let index = indices[key] else {
            indices[key] = groups.count
            groups.append(Group(text: text, places: [place], last: place, count: 1))
            return
        }
        // The same note on two files of a log is one.
        guard place.isEmpty || groups[index].last != place else { return }
        groups[index].last = place
        groups[index].count += 1
        // A single further log is named as well, since counting it would not save room.
        if groups[index].places.count <= Self.mostNamed { groups[index].places.append(place) }
    }

    /// Adds what is wrong with a log; `remedy` is the error's as the caller words it.
    package mutating func add(_ error: InputError, remedy: String) {
        var bare = error
        (bare.source, bare.line, bare.column) = (nil, nil, nil)
        let (text, line) = (bare.line(remedy: remedy), error.line(remedy: remedy))
        let place = line.hasSuffix(": " + text) ? String(line.dropLast(text.count + 2)) : ""
        add(text, of: place)
    }

    /// The lines, in the order of their first notes.
    package var lines: [String] {
        groups.map { group in
            var places = group.places.joined(separator: ", ")
            if group.count > group.places.count {
                let named = group.places.prefix(Self.mostNamed)
                places = named.joined(separator: ", ") + " and \(group.count - named.count) more"
            }
            return (places.isEmpty ? "" : places + ": ") + group.text
        }
    }

    private static func withoutNumbers(_ text: String) -> String {
        var result = ""
        for character in text where !(character.isNumber && result.last == "0") {
            result.append(character.isNumber ? "0" : character)
        }
        return result
    }
}
