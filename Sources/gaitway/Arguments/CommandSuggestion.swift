// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayWorkspace

/// Suggests a command for a misspelt one. ArgumentParser itself suggests options.
enum CommandSuggestion {
    /// The message for `help` with a command that does not exist, which ArgumentParser ignores; nil for any other line.
    static func messageOfHelp(for arguments: [String]) -> String? {
        guard arguments.first == "help" else { return nil }
        return message(for: Array(arguments.dropFirst()))
    }

    /// The message for the first word that should be a command and is not; nil if there is no such word.
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
                let documents = path == "gaitway" ? HelpDocument.names : []
                let nearest = Spelling.nearest(to: word, among: names + documents)
                let meant = nearest.map { name in
                    ": did you mean \(path) \(documents.contains(name) ? "help " : "")\(name)?"
                }
                return "\(path) has no command \(QuotedText.text(word))" + (meant ?? "")
            }
            command = next
            path += " " + word
        }
        return nil
    }
}
