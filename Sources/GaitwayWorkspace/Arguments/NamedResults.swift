// SPDX-License-Identifier: Apache-2.0
/// Results whose kind the name of `--output` tells: `--output ride.html` asks for a page, as `--report ride.html` does.
package enum NamedResults {
    /// The commands with a page, and whether they draw pictures, too.
    private static let drawing = ["classify": true, "evaluate": true, "simulate": false, "trips": true]

    /// The words, in which `--output` with the name of a page or a picture is the option that writes one. An option
    /// that is given as well keeps its file.
    package static func routed(_ words: [String]) -> [String] {
        guard let command = words.first, let draws = drawing[command],
            // A subcommand writes neither.
            command != "trips" || words.dropFirst().first?.hasPrefix("-") ?? false
        else { return words }
        var routed = words
        let end = words.firstIndex(of: "--") ?? words.endIndex
        for (index, word) in words[..<end].enumerated() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.first == "--output" else { continue }
            let path = parts.count > 1 ? parts[1] : index + 1 < end ? words[index + 1] : ""
            let option: String
            switch FileName.ending(path) {
            case "html", "htm": option = "--report"
            case "svg" where draws, "png" where draws: option = "--picture"
            default: continue
            }
            guard !words.contains(where: { $0 == option || $0.hasPrefix(option + "=") }) else { continue }
            routed[index] = ([option] + parts.dropFirst()).joined(separator: "=")
        }
        return routed
    }
}
