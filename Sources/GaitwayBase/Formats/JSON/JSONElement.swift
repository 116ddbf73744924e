// SPDX-License-Identifier: Apache-2.0
/// One value of a JSON text, whole in memory, with the line it begins on.
package struct JSONElement: Sendable {
    /// The value by its kind.
    package enum Content: Sendable {
        case object([Member])
        case array([JSONElement])
        case text(String)
        case number(Double)
        case boolean(Bool)
        case null
    }

    /// A key of an object and its value.
    package struct Member: Sendable {
        package var key: String
        package var value: JSONElement

        package init(key: String, value: JSONElement) {
            self.key = key
            self.value = value
        }
    }

    package var content: Content
    /// The line it begins on, from 1.
    package var line: Int

    package init(content: Content, line: Int) {
        self.content = content
        self.line = line
    }

    /// The value of a key; nil if this is not an object, or the key is missing or null.
    package subscript(key: String) -> JSONElement? {
        guard case .object(let members) = content, let member = members.first(where: { $0.key == key })
        else { return nil }
        if case .null = member.value.content { return nil }
        return member.value
    }

    /// The value of the first of several keys that has one.
    package func first(of keys: [String]) -> (key: String, value: JSONElement)? {
        for key in keys {
            if let value = self[key] { return (key, value) }
        }
        return nil
    }

    /// The elements, if this is an array.
    package var elements: [JSONElement]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    /// The members, if this is an object.
    package var members: [Member]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// The text, if this is a string.
    package var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// The number, if this is a number. (Inlined, this and the next crash the optimiser of Swift 6.3 in builds with
    /// testing enabled.)
    @inline(never)
    package var number: Double? {
        if case .number(let number) = content { number } else { nil }
    }

    /// The number, if this is a number or a text that holds one, as some programs write it.
    package var writtenNumber: Double? { number ?? text.flatMap { Double($0) } }

    /// True or false, if this is one of them.
    @inline(never)
    package var boolean: Bool? {
        if case .boolean(let boolean) = content { boolean } else { nil }
    }
}
