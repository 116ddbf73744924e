// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension GatePolicy {
    /// The value of each field of ``form`` in the words of a policy file: seconds, numbers, `null`, words and texts. A
    /// list of texts has commas between them, or is JSON if a text has a comma; categories are JSON.
    package var words: [String: String] {
        var words: [String: String] = [:]
        for field in Self.fields {
            switch field.name {
            case "short_cap": words.merge(Self.words(shortCap, of: field.name, or: Self.gaitway.shortCap)) { $1 }
            case "long_cap": words.merge(Self.words(longCap, of: field.name, or: Self.gaitway.longCap)) { $1 }
            case "quiet_hours":
                let hours = quietHours ?? .night(timeZone: timeZone ?? "UTC")
                words[field.name + ".from"] = quietHours == nil ? Self.null : hours.from.text
                words[field.name + ".to"] = hours.to.text
                words[field.name + ".time_zone"] = hours.timeZone
            case "minimum_confidence":
                for (name, path) in ConfidenceThresholds.paths {
                    words[field.name + "." + name] = minimumConfidence[keyPath: path].name
                }
            default: words[field.name] = Self.word(of: field, in: self)
            }
        }
        return words
    }

    /// A base with some fields changed, each given in the words of ``words``.
    ///
    /// - Parameter words: by the names of ``form``; fields that are left out keep the base's value.
    /// - Throws: `InputError` for a field that is not known and a value that it cannot have. Its source is the field's
    ///   name where one field is at fault.
    package init(words: [String: String], base: GatePolicy = .gaitway) throws(InputError) {
        self = base
        let names = Self.form.map(\.name)
        for name in words.keys.sorted() where !names.contains(name) {
            throw InputError(
                .malformed, source: name, problem: "a policy has no field \(quoted: name)",
                remedy: Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
                    ?? "the fields are \(names.joined(separator: ", "))")
        }
        // What an object lacks comes from the base.
        let known = base.words
        for field in Self.fields {
            let parts = Self.form.filter { $0.owner == field.name }
            guard parts.contains(where: { words[$0.name] != nil }) else { continue }
            let values = Dictionary(
                uniqueKeysWithValues: parts.map { ($0.name, words[$0.name] ?? known[$0.name] ?? Self.null) })
            do throws(InputError) {
                try read(Self.json(of: field, values), into: field)
            } catch {
                throw Self.fault(error, in: parts.first { words[$0.name] != nil }?.name ?? field.name)
            }
        }
        do throws(InputError) {
            try validate()
        } catch {
            // Its problem begins with the field's name.
            let first = error.problem.prefix { $0 != " " }
            throw names.contains { $0.prefix { $0 != "." } == first } ? Self.fault(error, in: String(first)) : error
        }
    }

    private static let null = "null"

    /// The fault as that of a form, which has no lines.
    private static func fault(_ error: InputError, in name: String) -> InputError {
        var fault = error
        (fault.source, fault.line, fault.column) = (name, nil, nil)
        return fault
    }

    private mutating func read(_ json: String, into field: PolicyField<GatePolicy>) throws(InputError) {
        var reader = JSONReader(Array(json.utf8))
        let element = try reader.element()
        try reader.expectEnd()
        try field.read(PolicyValue(element, of: field.name), &self)
    }

    /// The value of a field as its file would have it; the words of its parts are given.
    private static func json(
        of field: PolicyField<GatePolicy>, _ words: [String: String]
    ) throws(InputError) -> String {
        func part(_ name: String) -> String { words[field.name + "." + name] ?? null }
        switch field.name {
        case "short_cap", "long_cap":
            guard part("alerts") != null else { return null }
            return try "{\"alerts\":" + number(part("alerts")) + ",\"window\":" + number(part("window")) + "}"
        case "quiet_hours":
            guard part("from") != null else { return null }
            return object(["from", "to", "time_zone"].map { ($0, part($0)) })
        case "minimum_confidence": return object(ConfidenceThresholds.names.map { ($0, part($0)) })
        default: break
        }
        let word = words[field.name] ?? null
        if field.mayBeNull, word == null { return null }
        switch field.kind {
        case .seconds, .count, .number: return try number(word)
        case .word, .text: return quoted(word)
        case .texts:
            guard !word.hasPrefix("[") else { return word }
            let texts = word.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
            return "[" + texts.map(quoted).joined(separator: ",") + "]"
        case .object: return word.isEmpty ? "{}" : word
        }
    }

    private static func number(_ word: String) throws(InputError) -> String {
        guard let number = Double(word), number.isFinite else {
            throw .malformed("\(quoted: word) is not a number", remedy: "give a number")
        }
        return JSONWriter.text { $0.append(number) }
    }

    private static func quoted(_ word: String) -> String { JSONWriter.text { $0.append(word) } }

    private static func object(_ texts: [(name: String, text: String)]) -> String {
        JSONWriter.object { json in
            for (name, text) in texts { json.add(name, text) }
        }
    }

    private static func word(of field: PolicyField<GatePolicy>, in policy: GatePolicy) -> String {
        let json = JSONWriter.text { field.write(policy, &$0) }
        var reader = JSONReader(Array(json.utf8))
        guard let element = try? reader.element() else { return json }
        if let text = element.text { return text }
        guard field.kind == .texts, let texts = element.elements?.compactMap(\.text) else { return json }
        // Texts that a reader would take apart stay JSON.
        let isPlain = texts.allSatisfy { text in
            !text.isEmpty && !text.contains(",") && !text.hasPrefix("[") && text.trimmed == text
        }
        return isPlain ? texts.joined(separator: ", ") : json
    }

    private static func words(_ cap: AlertCap?, of name: String, or usual: AlertCap?) -> [String: String] {
        let shown = cap ?? usual ?? AlertCap(alerts: 3, window: .seconds(3600))
        return [
            name + ".alerts": cap == nil ? null : String(shown.alerts),
            name + ".window": JSONWriter.text { $0.append(seconds: shown.window, places: 9) },
        ]
    }
}

extension StringProtocol {
    /// The text without blanks at its ends.
    fileprivate var trimmed: String {
        let begin = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? begin
        return String(self[begin..<end])
    }
}
