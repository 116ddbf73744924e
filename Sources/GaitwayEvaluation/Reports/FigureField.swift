// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A figure with the look that people see; nil where there is nothing to divide by.
package enum FigureValue {
    /// A number with this count of decimals.
    case number(Double?, places: Int = 3)
    /// A share from 0 to 1, seen as a percentage with this count of decimals.
    case share(Double?, places: Int = 1)
    case count(Int)
    case interval(FigureInterval?)
    case text(String?)
}

/// A figure of a subject: its key in JSON, its heading in tables, and its value.
///
/// JSON writes fields as members of an object, texts and pages as columns of a table. What several of them show is a
/// static member, and each lists the fields that it shows.
package struct FigureField<Subject> {
    package let key: String
    package let name: String
    package let value: (Subject) -> FigureValue

    /// - Parameter name: the heading; the key unless you say.
    package init(_ key: String, _ name: String? = nil, _ value: @escaping (Subject) -> FigureValue) {
        self.key = key
        self.name = name ?? key
        self.value = value
    }

    /// The same figure below another heading.
    package func named(_ name: String) -> Self { Self(key, name, value) }
}

extension JSONWriter {
    static let decimals = 6

    /// Writes numbers as members with six decimals.
    mutating func add(_ numbers: KeyValuePairs<String, Double?>) {
        for (key, number) in numbers { add(key, number, places: Self.decimals) }
    }

    /// Writes figures as members; numbers, shares and the ends of intervals with six decimals.
    mutating func add<Subject>(_ subject: Subject, _ figures: [FigureField<Subject>]) {
        for figure in figures {
            switch figure.value(subject) {
            case .number(let number, _), .share(let number, _): add(figure.key, number, places: Self.decimals)
            case .count(let count): add(figure.key, count)
            case .interval(let interval): write(figure.key, interval)
            case .text(let text): add(figure.key, text)
            }
        }
    }

    /// Writes figures as an object; null without a subject.
    mutating func add<Subject>(
        _ key: String, _ subject: Subject?, _ figures: [FigureField<Subject>], _ layout: Layout? = nil
    ) {
        object(key, of: subject, layout) { $1.add($0, figures) }
    }

    /// Writes an object, whose members `body` writes; null without a subject.
    mutating func object<Subject>(
        _ key: String, of subject: Subject?, _ layout: Layout? = nil,
        _ body: (_ subject: Subject, _ json: inout JSONWriter) -> Void
    ) {
        guard let subject else { return add(key, json: nil) }
        object(key, layout) { body(subject, &$0) }
    }

    mutating func write(_ key: String, _ interval: FigureInterval?) {
        guard let interval else { return add(key, json: nil) }
        array(key, of: [interval.lower, interval.upper]) { $1.append($0, places: Self.decimals) }
    }
}
