// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
internal import CDocuments
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

/// A document that `gaitway help` shows, such as the description of a file.
enum HelpDocument {
    /// The names of the documents.
    static let names: [String] = {
        var names: [String] = []
        while let file = gaitway_document(names.count) { names.append(String(cString: file.pointee.name)) }
        return names
    }()

    /// The text of the document that the words behind `gaitway` ask for: `help policy`.
    static func text(for words: [String]) -> String? {
        guard words.count == 2, words[0] == "help", let index = names.firstIndex(of: words[1]),
            let file = gaitway_document(index)?.pointee
        else { return nil }
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension GivenArguments {
    /// The words behind `gaitway`, as the parser gets them; the first is the subcommand.
    static let words = NamedResults.routed(NegativeValues.joined(CommandLine.words))

    /// Reads words against the options of a command; by default those of this process.
    init(of command: any ParsableCommand.Type, in words: [String] = words) {
        self.init(described: command._dumpHelp(), in: words)
    }
}

extension ParsableCommand {
    /// This process's command line, as a page quotes it.
    static var quotedLine: String {
        GivenArguments(of: Self.self).quoted("gaitway " + (configuration.commandName ?? ""))
    }
}

extension OutputName {
    /// Throws for a format that contradicts the file's name, and for a name that is not of a file with this result.
    func check(_ given: Format?, of path: String?) throws {
        if let fault = fault(given, of: path) { throw ValidationError(fault) }
    }
}

extension ArgumentHelp {
    /// The help of the `--output` of a command with a page, which may draw pictures, too.
    static func output(draws: Bool = true) -> ArgumentHelp {
        ArgumentHelp(
            "Write the result to this file instead of standard output. A name in .html asks for --report"
                + (draws ? ", one in .svg or .png for --picture." : "."), valueName: "file")
    }
}

/// Refuses a command line, with its mistake, unless a condition holds.
func require(_ condition: Bool, _ mistake: @autoclosure () -> String) throws(ValidationError) {
    guard condition else { throw ValidationError(mistake()) }
}
