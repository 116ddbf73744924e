import ArgumentParser

/// A command that may be meant by a word that is none. Misspelt options are told by ArgumentParser itself.
enum CommandSuggestion {
    /// What to say of the first word of a command line that should be a command and is none; nil if there is no such word.
    static func message(for arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Gaitway.self
        var path = "gaitway"
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !word.hasPrefix("-") else { return nil }
            var names: [String] = ["help"]
            var next: (any ParsableCommand.Type)?
            for subcommand in subcommands {
                let name = subcommand.configuration.commandName ?? String(describing: subcommand).lowercased()
                names.append(name)
                if name == word { next = subcommand }
            }
            guard let next else {
                guard !names.contains(word) else { return nil }
                let meant = nearest(to: word, among: names).map { ": did you mean \(path) \($0)?" }
                return "\(path) has no command \(word)" + (meant ?? "")
            }
            command = next
            path += " " + word
        }
        return nil
    }

    /// The name that a word is a misspelling of: one that begins with it, or is at most a third of its letters away.
    static func nearest(to word: String, among names: [String]) -> String? {
        let ranked = names.map { (name: $0, distance: distance(word, $0)) }.sorted { $0.distance < $1.distance }
        if let best = ranked.first, best.distance <= max(1, word.count / 3) { return best.name }
        return word.count >= 3 ? names.first { $0.hasPrefix(word) } : nil
    }

    /// The least number of letters to insert, remove, replace or swap with their neighbour that makes one word of the other
    /// (optimal string alignment).
    static func distance(_ word: String, _ other: String) -> Int {
        let (first, second) = (Array(word), Array(other))
        var before = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        for row in first.indices {
            var next = [row + 1] + [Int](repeating: 0, count: second.count)
            for column in second.indices {
                let change = last[column] + (first[row] == second[column] ? 0 : 1)
                next[column + 1] = min(change, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    next[column + 1] = min(next[column + 1], before[column - 1] + 1)
                }
            }
            (before, last) = (last, next)
        }
        return last[second.count]
    }
}
