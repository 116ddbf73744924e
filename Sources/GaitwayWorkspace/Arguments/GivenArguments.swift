// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A command line, read against the declarations of a command's options: which were given, and how a page quotes them.
///
/// The declarations are those of the parser itself, so that an option is declared once.
package struct GivenArguments {
    /// A declared option, flag or positional argument, with the values that the command line gives it.
    private struct Argument {
        /// `--report`; empty for a positional argument.
        let name: String
        let isFlag: Bool
        let valueName: String
        var values: [String] = []
    }

    /// In the order in which help lists them.
    private var arguments: [Argument]

    /// Reads words against the options of a command.
    ///
    /// - Parameters:
    ///   - description: the parser's own description of the command, as JSON.
    ///   - words: the words behind `gaitway`; the first is the subcommand.
    package init(described description: String, in words: [String]) {
        arguments = Self.declarations(description)
        let indices = Dictionary(
            arguments.indices.map { (arguments[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            if word == "--" {
                for value in rest { add(value, at: indices[""]) }
                return
            }
            guard word.hasPrefix("--") else {
                add(word, at: indices[""])
                continue
            }
            let name = word.prefix { $0 != "=" }
            guard let index = indices[String(name)] else { continue }
            if arguments[index].isFlag {
                add("", at: index)
            } else if name.endIndex < word.endIndex {
                add(String(word[name.endIndex...].dropFirst()), at: index)
            } else if let value = rest.first, !value.hasPrefix("--") || value == "--" {
                rest.removeFirst()
                add(value, at: index)
            }
        }
    }

    private mutating func add(_ value: String, at index: Int?) {
        if let index { arguments[index].values.append(value) }
    }

    /// The names of the options that the command declares.
    package var names: Set<String> { Set(arguments.map(\.name)) }

    /// The first option of those that were given and are not allowed.
    package func first(notIn allowed: Set<String>) -> String? {
        arguments.first { !$0.name.isEmpty && !$0.values.isEmpty && !allowed.contains($0.name) }?.name
    }

    /// The command that a reader can run again: `command`, then the arguments in the order of help, with file names
    /// without folders.
    ///
    /// - Parameters:
    ///   - defaults: values of options that the command line leaves out.
    ///   - fixed: values of options whatever the command line gives them.
    package func quoted(_ command: String, defaults: [String: String] = [:], fixed: [String: String] = [:]) -> String {
        var words = [command]
        for argument in arguments where !Self.unquoted.contains(argument.name) {
            let option = argument.name.isEmpty ? [] : [argument.name]
            var values = argument.values.isEmpty ? defaults[argument.name].map { [$0] } ?? [] : argument.values
            if let value = fixed[argument.name], !values.isEmpty { values = [value] }
            if argument.isFlag {
                if !values.isEmpty { words += option }
            } else {
                for value in values { words += option + [ShellWord.quoted(Self.shown(value, argument.valueName))] }
            }
        }
        return words.joined(separator: " ")
    }

    /// How the command ran on this machine, which does not change its results.
    private static let unquoted: Set = ["--force", "--jobs", "--notes", "--quiet", "--root", "--verbose"]

    /// What help calls the values that are paths.
    private static let pathNames: Set = [
        "dir", "file", "log", "manifest", "model", "places", "stream", "timeline", "truth", "zones",
    ]

    private static func shown(_ value: String, _ valueName: String) -> String {
        if pathNames.contains(valueName) { return FileName.last(value) }
        // A line of the shell: each word that looks like a path loses its folders.
        guard valueName == "command" else { return value }
        return value.split(separator: " ").map { FileName.last(String($0)) }.joined(separator: " ")
    }

    private static func declarations(_ description: String) -> [Argument] {
        var reader = JSONReader(Array(description.utf8))
        let declared = try? reader.element()["command"]?["arguments"]?.elements
        return (declared ?? []).compactMap { element in
            let kind = element["kind"]?.text
            let long = element["names"]?.elements?.first { $0["kind"]?.text == "long" }?["name"]?.text
            guard kind == "positional" || long != nil else { return nil }
            return Argument(
                name: kind == "positional" ? "" : "--" + (long ?? ""), isFlag: kind == "flag",
                valueName: element["valueName"]?.text ?? "")
        }
    }
}
