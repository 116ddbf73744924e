// SPDX-License-Identifier: Apache-2.0
import GaitwayReports

/// A page of help: examples and usage first, then the options. The words are the parser's own.
///
/// A page of more than ``most`` lines is shortened: the first paragraph, the first sentence of each option, and of the
/// largest groups the names alone. `--help-all` shows everything.
package struct HelpPage {
    /// The lines that a page has at most, unless all of it is asked for.
    package static let most = 60
    /// The lines of examples that a shortened page has at most.
    private static let mostExamples = 8
    /// Where the parser's descriptions begin.
    private static let labelWidth = 26

    /// Options under one heading.
    private struct Group {
        var title: String
        /// The lines of each option, the first with its names.
        var entries: [[String]] = []
        /// What stands below the options.
        var tail: [String] = []

        var lines: [String] { [title] + entries.joined() + (tail.isEmpty ? [] : [""] + tail) }
    }

    private var overview: [String] = []
    private var examples: [String] = []
    private var discussion: [[String]] = []
    private var usage: [String] = []
    private var groups: [Group] = []
    private let width: Int

    /// Reads the parser's help, which was written for `width` columns; nil for any other text.
    package init?(_ text: String, width: Int) {
        self.width = width
        guard text.hasPrefix("OVERVIEW: ") else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for paragraph in lines.split(whereSeparator: \.isEmpty).map(Array.init) { add(paragraph) }
        guard !usage.isEmpty else { return nil }
    }

    private mutating func add(_ lines: [String]) {
        let first = lines[0]
        if overview.isEmpty {
            overview = lines
        } else if first.hasPrefix("USAGE: ") {
            usage = lines
        } else if usage.isEmpty {
            if first == "EXAMPLES" { examples = Array(lines.dropFirst()) } else { discussion.append(lines) }
        } else if first.hasSuffix(":"), !first.hasPrefix(" ") {
            var group = Group(title: first)
            for line in lines.dropFirst() {
                if Self.beginsEntry(line) || group.entries.isEmpty {
                    group.entries.append([line])
                } else {
                    group.entries[group.entries.count - 1].append(line)
                }
                if line.hasPrefix("  -h, --help ") {
                    group.entries.append([Self.entry("--help-all", "Show all of the help.")])
                }
            }
            groups.append(group)
        } else if !groups.isEmpty {
            groups[groups.count - 1].tail += lines
        }
    }

    /// Two blanks and a name; descriptions and values lie further right.
    private static func beginsEntry(_ line: String) -> Bool { line.hasPrefix("  ") && !line.hasPrefix("   ") }

    private static func entry(_ label: String, _ text: String) -> String {
        let label = "  " + label
        return label + String(repeating: " ", count: max(1, labelWidth - label.count)) + text
    }

    /// The command that the page is about: `gaitway trips`.
    private var command: String {
        usage[0].split(separator: " ").dropFirst().prefix { !"<[-(".contains($0.first ?? "-") }.joined(separator: " ")
    }

    /// The page with each line's end.
    package func text(showsAll: Bool) -> String {
        let whole = page(examples, discussion, groups.map(\.lines))
        let lines = showsAll || whole.count <= Self.most ? whole : brief
        return lines.map { $0 + "\n" }.joined()
    }

    private func page(_ examples: [String], _ paragraphs: [[String]], _ groups: [[String]]) -> [String] {
        var parts = [overview]
        if !examples.isEmpty { parts.append(["EXAMPLES"] + examples) }
        parts.append(usage.flatMap { wrapped($0) })
        parts += paragraphs + groups
        return Array(parts.joined(separator: [""]))
    }

    /// A line of usage within the width, which the parser does not keep to; what stands in brackets stays together.
    private func wrapped(_ line: String) -> [String] {
        guard line.count > width else { return [line] }
        var parts: [String] = []
        var depth = 0
        for word in line.split(separator: " ") {
            if depth == 0 { parts.append(String(word)) } else { parts[parts.count - 1] += " " + word }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        var lines = [parts.removeFirst()]
        for part in parts {
            if lines[lines.count - 1].count + 1 + part.count > width { lines.append("   ") }
            lines[lines.count - 1] += " " + part
        }
        return lines
    }

    /// The page within ``most`` lines.
    private var brief: [String] {
        let more = ["More with " + command + " --help-all."]
        let examples = firstExamples
        let lead = discussion.first.map { [$0] } ?? []
        var parts = groups.map { $0.entries.count > 1 ? briefLines($0) : $0.lines }
        func lines() -> [String] { page(examples, lead, parts + [more]) }
        let bySize = groups.indices.sorted { parts[$0].count > parts[$1].count }
        for index in bySize {
            guard lines().count > Self.most else { break }
            parts[index] = names(of: groups[index])
        }
        let kept = lines()
        return kept.count <= Self.most ? kept : page(examples, [], parts + [more])
    }

    /// The first examples; one that goes on over several lines is shown whole.
    private var firstExamples: [String] {
        var shown: [String] = []
        var example: [String] = []
        for line in examples {
            example.append(line)
            guard !line.hasSuffix("\\") else { continue }
            guard shown.count + example.count <= Self.mostExamples else { break }
            shown += example
            example = []
        }
        return shown
    }

    /// The first sentence of each option, and its values.
    private func briefLines(_ group: Group) -> [String] {
        [group.title] + group.entries.flatMap(briefLines) + (group.tail.isEmpty ? [] : [""] + group.tail)
    }

    private func briefLines(_ entry: [String]) -> [String] {
        let indent = String(repeating: " ", count: Self.labelWidth)
        var label = entry[0]
        var words: [String] = []
        if label.count > Self.labelWidth, let gap = label.dropFirst(2).firstRange(of: "  ") {
            words.append(label[gap.upperBound...].trimmed)
            label = String(label[..<gap.lowerBound])
        }
        for line in entry.dropFirst() where line.hasPrefix(indent) { words.append(line.trimmed) }
        let text = words.joined(separator: " ")
        let values = text.hasSuffix(")") ? text.lastRange(of: " (values: ").map { String(text[$0.lowerBound...]) } : nil
        let sentence = text.firstRange(of: ". ").map { text[..<$0.lowerBound] + "." } ?? text[...]
        let short = sentence.hasSuffix(values ?? "") ? String(sentence) : sentence + (values ?? "")
        guard !short.isEmpty else { return [label] }
        let lines = TextWidth.lines(short, width: width - Self.labelWidth)
        let isBeside = label.count < Self.labelWidth
        let first = isBeside ? [Self.entry(String(label.dropFirst(2)), lines[0])] : [label, indent + lines[0]]
        return first + lines.dropFirst().map { indent + $0 }
    }

    /// The names of a group's options, side by side.
    private func names(of group: Group) -> [String] {
        let names = group.entries.compactMap { entry in
            let words = entry[0].split(separator: " ")
            return words.first { $0.hasPrefix("--") } ?? words.first
        }
        return [group.title] + TextWidth.lines("  " + names.joined(separator: ", "), width: width, indent: 2)
    }
}

extension StringProtocol {
    /// The text without blanks around it.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
