// SPDX-License-Identifier: Apache-2.0
/// Texts with names: a line `#include "NAME"` in one stands for another.
struct Template {
    private let texts: [String: String]
    private var used: Set<String> = []

    /// The text of that name, with the others in place of their lines. Each text ends with a line break, or is empty.
    ///
    /// A name without a text, and a text that no line names, are faults of the program.
    static func text(_ name: String, of texts: [String: String]) -> String {
        var template = Template(texts: texts)
        let text = template.filled(name)
        let unused = texts.keys.filter { !template.used.contains($0) }
        precondition(unused.isEmpty, "no line names \(unused)")
        return text
    }

    private init(texts: [String: String]) { self.texts = texts }

    private mutating func filled(_ name: String) -> String {
        guard let text = texts[name] else { preconditionFailure("a line names \(name), which has no text") }
        used.insert(name)
        var filled = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            filled += parts.count == 3 && parts[0] == "#include " ? self.filled(String(parts[1])) : line + "\n"
        }
        return filled
    }
}
