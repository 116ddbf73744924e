// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The command line to give instead of this one, with an activity stream that is classified live.
struct LivePipe {
    /// The line, quoted for the shell.
    let text: String

    /// The line for a log, as the header of its stream names it.
    ///
    /// - Parameter words: the words of this process behind `gaitway`.
    init(log: String, words: [String] = CommandLine.words) {
        // The name of a pipe leads to no log.
        let isPath = !log.isEmpty && log != StandardInput.name(of: "-")
        let classify = "gaitway classify \(isPath ? ShellWord.quoted(log) : "LOG") --live --format ndjson"
        var rest = words
        var usesStandardInput = false
        for (index, word) in words.enumerated() {
            if word == "-", index == 0 || words[index - 1] != "--activities" { usesStandardInput = true }
            if word.hasSuffix("=-"), !word.hasPrefix("--activities=") { usesStandardInput = true }
        }
        let stream = usesStandardInput ? "live.ndjson" : "-"
        for (index, word) in words.enumerated() {
            if index > 0, words[index - 1] == "--activities" { rest[index] = stream }
            if word.hasPrefix("--activities=") { rest[index] = "--activities=" + stream }
        }
        let second = (["gaitway"] + rest.map(ShellWord.quoted)).joined(separator: " ")
        text = classify + (usesStandardInput ? " > live.ndjson, then " : " | ") + second
    }
}
