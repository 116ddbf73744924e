// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// What the labels of a manifest's logs were guessed from, for the person who trains on them.
package struct ManifestGuesses: Sendable {
    private var named: [NamedActivity: [String]] = [:]
    private var unlabelled: [String] = []
    private var people: Set<String> = []

    package init() {}

    /// Notes the person of a log that was guessed from a folder.
    package mutating func add(person: String) { people.insert(person) }

    package mutating func add(_ rides: AnnotatedRides) {
        guard let row = rides.rows.first else { return }
        if let name = rides.named {
            named[name, default: []].append(row.recording)
        } else if row.isUnlabelled {
            unlabelled.append(row.recording)
        }
    }

    /// A line for each word that gave labels, and one for the logs without a label.
    package var lines: [String] {
        let words = named.sorted { ($0.key.word, $0.value.count) < ($1.key.word, $1.value.count) }
        var lines = words.map { name, logs in
            let place = name.isFolder ? "the folder of " : ""
            return "guessed: \(name.label.name), by \(quoted: name.word) in the name of \(place)\(Self.some(logs))"
        }
        if let first = people.min() {
            lines.append(
                "guessed: \(people.count) \(people.count == 1 ? "person" : "people"), by the names of folders, such as "
                    + "\(quoted: first)")
        }
        if !unlabelled.isEmpty {
            lines.append(
                "no label: neither annotations nor names say what \(Self.some(unlabelled)) "
                    + "\(unlabelled.count == 1 ? "shows" : "show"); fill in the activity and delete the mode")
        }
        return lines
    }

    private static func some(_ logs: [String]) -> String {
        (logs.first ?? "") + (logs.count > 1 ? " and \(logs.count - 1) more" : "")
    }
}
