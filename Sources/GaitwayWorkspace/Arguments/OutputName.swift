// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What the name of an output file says about its format: `day.csv` is CSV.
package struct OutputName<Format: RawRepresentable & Sendable> where Format.RawValue == String {
    /// The endings of names, each with its format. The first format of an ending is meant unless `--format` says
    /// otherwise.
    private let endings: [(ending: String, format: Format)]
    /// Whether the command has `--format`.
    private let hasOption: Bool

    package init(endings: [(ending: String, format: Format)], hasOption: Bool = true) {
        (self.endings, self.hasOption) = (endings, hasOption)
    }

    /// Whether an ending promises a format, as `.pdf` does and a date does not. A command that lacks the format does
    /// not write something else there.
    private static func isPromise(_ ending: String) -> Bool {
        ending.utf8.count <= 8 && ending.contains { $0.isLetter }
    }

    /// The format that was given, or else that of the file's name; nil if neither says it.
    package func format(_ given: Format?, of path: String?) -> Format? {
        given ?? path.flatMap(FileName.ending).flatMap { ending in endings.first { $0.ending == ending }?.format }
    }

    /// What is wrong with a format that contradicts the file's name, or with a name that is not of a file with this
    /// result; nil if both fit.
    package func fault(_ given: Format?, of path: String?) -> String? {
        guard let path, path != OutputPlan.standardOutput, let ending = FileName.ending(path) else { return nil }
        let known = endings.filter { $0.ending == ending }.map(\.format.rawValue)
        if given == nil, known.isEmpty, Self.isPromise(ending) {
            return "--output writes no .\(ending) here; use "
                + Set(endings.map { "." + $0.ending }).sorted().joined(separator: ", ")
                + (hasOption ? ", or give --format" : "")
        }
        guard let given, !known.isEmpty, !known.contains(given.rawValue) else { return nil }
        return "--format \(given.rawValue) contradicts the name \(QuotedText.text(FileName.last(path))), which means "
            + "\(known[0]); leave --format out, or give the file another name"
    }
}
