// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Notes on logs, kept until their results are written: at most three for each log, and one line for all equal notes.
///
/// Two texts are the same if they differ in figures only; the line has the range of each number that differs.
package struct DiagnosticGroups: Sendable {
    private struct Group {
        var figures: NoteFigures
        var places: [String]
        var last: String
        var count: Int
        /// Faults are always shown.
        let isFault: Bool
    }

    private static let mostNamed = 2
    private static let mostNotes = 3
    private let isGrouping: Bool
    private let showsAll: Bool
    private var groups: [Group] = []
    private var indices: [[UInt8]: Int] = [:]

    /// No lines yet.
    ///
    /// - Parameters:
    ///   - isGrouping: false to keep a line for each note.
    ///   - showsAll: whether a log may have more than three notes.
    package init(isGrouping: Bool, showsAll: Bool = false) {
        self.isGrouping = isGrouping
        self.showsAll = showsAll
    }

    package mutating func add(_ text: String, of place: String) { add(text, of: place, isFault: false) }

    private mutating func add(_ text: String, of place: String, isFault: Bool) {
        let figures = NoteFigures(text)
        let key = Array((isGrouping ? figures.key : place + ": " + text).utf8)
        guard let index = indices[key] else {
            indices[key] = groups.count
            groups.append(
                Group(figures: figures, places: [place], last: place, count: 1, isFault: isFault))
            return
        }
        // The same note on two files of a log is one.
        guard place.isEmpty || !groups[index].last.utf8.elementsEqual(place.utf8) else { return }
        groups[index].figures.add(text)
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
        add(text, of: place, isFault: true)
    }

    /// The lines, in the order of their first notes. The third note of a log has the count of further ones below it.
    package var lines: [String] {
        let notes = Dictionary(grouping: groups.lazy.filter { !$0.isFault }) { Array($0.places[0].utf8) }
        var shown: [[UInt8]: Int] = [:]
        return groups.flatMap { group in
            let log = group.places[0]
            let key = Array(log.utf8)
            guard !group.isFault, !showsAll, let all = notes[key]?.count else { return [Self.line(group)] }
            shown[key, default: 0] += 1
            switch shown[key, default: 0] {
            case ..<Self.mostNotes: return [Self.line(group)]
            case Self.mostNotes:
                let more = all - Self.mostNotes
                guard more > 0 else { return [Self.line(group)] }
                return [Self.line(group), "\(log): and \(more) more \(more == 1 ? "note" : "notes"): --notes"]
            default: return []
            }
        }
    }

    private static func line(_ group: Group) -> String {
        var places = group.places.joined(separator: ", ")
        if group.count > group.places.count {
            let named = group.places.prefix(mostNamed)
            places = named.joined(separator: ", ") + " and \(group.count - named.count) more"
        }
        return (places.isEmpty ? "" : places + ": ") + group.figures.text(of: group.places[0])
    }
}
