// SPDX-License-Identifier: Apache-2.0
/// What to do about a fault: text, with the settings, files and roles that each interface names in its own way.
///
/// A library writes `"mend the rides, or \(set: .allowSkipped)"`. Its ``description`` says `set allow_skipped`, as
/// callers in C, Python and Swift know the setting; the command says `give --allow-skipped`.
package struct Remedy: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// One part of the sentence.
    package enum Part: Hashable, Sendable {
        case text(String)
        /// Give these settings, all of them.
        case set([Setting])
        case name(Setting.Name)
        /// A file that Gaitway wrote.
        case file(Product)
        /// A document that describes a file.
        case document(Document)
        /// Hand the file to where it belongs.
        case use(Product)
        /// Or say what columns stand for, as the command's option takes it. Callers of the library rename them.
        case columns(String)
        /// Classify this log live, and give that activity stream.
        case classifyLive(log: String)
    }

    /// The parts in reading order.
    package private(set) var parts: [Part]

    /// A remedy of plain text.
    package init(stringLiteral text: String) { parts = text.isEmpty ? [] : [.text(text)] }

    /// A remedy of text and settings.
    package init(stringInterpolation interpolation: StringInterpolation) { parts = interpolation.parts }

    /// Whether there is nothing to advise.
    package var isEmpty: Bool { parts.isEmpty }

    /// The sentence with the settings by the names that callers of the library know: `set unit to m/s^2 or g`.
    package var description: String { text(\.neutral) }

    /// The sentence, each part worded by `word`.
    package func text(_ word: (Part) -> String) -> String { parts.map(word).joined() }

    /// The text of a remedy's literal, part by part.
    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var parts: [Part] = []

        /// Room for the parts; the capacities are hints.
        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Adds text as it stands in the literal.
        package mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            // Neighbours are one part, so that equal sentences are equal.
            if case .text(let text) = parts.last {
                parts[parts.count - 1] = .text(text + literal)
            } else {
                parts.append(.text(literal))
            }
        }

        /// Adds the text of a value.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendLiteral(value.description)
        }

        package mutating func appendInterpolation(quoted text: some StringProtocol) { appendLiteral("\(quoted: text)") }

        package mutating func appendInterpolation(set settings: Setting...) { parts.append(.set(settings)) }

        package mutating func appendInterpolation(name: Setting.Name) { parts.append(.name(name)) }

        package mutating func appendInterpolation(file product: Product) { parts.append(.file(product)) }

        package mutating func appendInterpolation(document: Document) { parts.append(.document(document)) }

        package mutating func appendInterpolation(use product: Product) { parts.append(.use(product)) }

        package mutating func appendInterpolation(columns pairs: String) { parts.append(.columns(pairs)) }

        package mutating func appendInterpolation(classifyLive log: String) { parts.append(.classifyLive(log: log)) }
    }
}

extension Remedy {
    /// A setting of the caller, with the values that would help; without one, the value is the caller's to find.
    package struct Setting: Hashable, Sendable {
        /// The settings by the names of the keyword arguments of Python and of the fields of C.
        package enum Name: String, CaseIterable, Sendable {
            case acceleration, activities, host, model, origin, port, rate, root, sessions, strategy, track, unit,
                `where`
            case allowSkipped = "allow_skipped"
            case crossValidate = "cross_validate"
            case exportFormat = "format"
            case exportFrom = "from"
            case force
            case timeUnit = "time_unit"
        }

        package let name: Name
        /// Any one of them.
        package let values: [String]

        package init(_ name: Name, _ values: String...) { (self.name, self.values) = (name, values) }

        package static var allowSkipped: Setting { Setting(.allowSkipped) }
        package static var force: Setting { Setting(.force) }
        package static var origin: Setting { Setting(.origin) }
    }

    /// What Gaitway writes or reads under a name of its own.
    package enum Product: String, CaseIterable, Sendable {
        case activityStream = "an activity stream"
        case crossValidation = "the JSON of a cross-validation"
        case decisions = "the list of decisions"
        case manifest = "a manifest"
        case model = "a model"
        case store = "a timeline store"
        case track = "a track"
    }
}

extension Remedy {
    /// A document of ours, by the name under which the command shows it.
    package enum Document: String, CaseIterable, Sendable {
        case corrections, exchange, policy, scenarios

        /// Where it lies in the source, or its name there if that is enough.
        fileprivate var file: String {
            switch self {
            case .corrections: "CORRECTIONS.md"
            case .exchange: "Models/EXCHANGE.md"
            case .policy: "POLICY.md"
            case .scenarios: "SCENARIOS.md"
            }
        }
    }
}

extension Remedy.Part {
    /// The words for a caller of the library.
    fileprivate var neutral: String {
        switch self {
        case .text(let text): text
        case .set(let settings): "set " + settings.map(\.neutral).joined(separator: " and ")
        case .name(let name): name.rawValue
        case .file(let product): product.rawValue
        case .document(let document): document.file
        case .use(let product): "use it as \(product.rawValue)"
        case .columns: ""
        case .classifyLive: "give an activity stream with causal smoothing"
        }
    }
}

extension Remedy.Setting {
    fileprivate var neutral: String {
        name.rawValue + (values.isEmpty ? "" : " to " + values.joined(separator: " or "))
    }
}
