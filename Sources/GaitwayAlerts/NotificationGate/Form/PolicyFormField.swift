// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// One field of a form for a policy: what it may be, and what it does.
///
/// A form has a field for each single value: `short_cap.alerts` and `short_cap.window` for the two of `short_cap`.
package struct PolicyFormField: Sendable, Hashable {
    /// The kinds of inputs.
    package enum Kind: String, Sendable, Hashable {
        /// A time in seconds, for a slider.
        case duration
        /// A number, for a slider.
        case number
        /// One of ``PolicyFormField/words``.
        case choice
        /// A line to type.
        case text
    }

    /// The field's name, as in a policy file; a part of an object stands behind a full stop.
    package let name: String
    /// How it is entered.
    package let kind: Kind
    /// The words of a choice, in the policy's order.
    package let words: [String]
    /// The least value of a slider; nil for choices and texts.
    package let least: Double?
    /// The greatest value of a slider. The policy may have a greater one.
    package let most: Double?
    /// Whether only whole numbers serve.
    package let isWhole: Bool
    /// Whether the word `null` serves, which turns the rule off.
    package let mayBeNull: Bool
    /// What it does, in a sentence.
    package let help: String

    init(
        _ name: String, _ kind: Kind, words: [String] = [], most: Double? = nil, isWhole: Bool = false,
        mayBeNull: Bool = false, help: String
    ) {
        self.name = name
        self.kind = kind
        self.words = words
        least = most == nil ? nil : 0
        self.most = most
        self.isWhole = isWhole
        self.mayBeNull = mayBeNull
        self.help = help
    }

    /// The field of a policy that it belongs to.
    var owner: String { String(name.prefix { $0 != "." }) }

    /// Writes the field as one object. PROTOCOL.md describes it.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.add("name", name)
            json.add("kind", kind.rawValue)
            json.add("help", help)
            if kind == .choice { json.add("words", words) }
            if let most {
                json.add("least", least)
                json.add("most", most)
            }
            if isWhole { json.add("whole", true) }
            if mayBeNull { json.add("null", true) }
        }
    }
}
