// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation

/// A change of a ride's labels, as the page asks for it. Times are in seconds from the ride's first accelerometer
/// sample.
package enum LabelChange: Sendable, Hashable {
    /// The span gets a label, whatever it had; nil removes the labels in it.
    case put(from: Double, to: Double, RideLabel?)
    /// All unlabelled time gets a label.
    case rest(RideLabel)
    /// The whole ride gets a label; nil removes all labels.
    case all(RideLabel?)
    /// The label at a time becomes two.
    case split(at: Double)
    /// The two labels that meet at a time, or enclose the gap at it, become one.
    case join(at: Double)
    case move(at: Double, to: Double)

    /// Reads the JSON of the protocol.
    ///
    /// - Throws: `InputError` for an unknown kind, a missing time, or a word that is not an activity.
    package init(_ json: JSONElement) throws(InputError) {
        switch json["kind"]?.text {
        case "put":
            self = .put(from: try json.seconds("from"), to: try json.seconds("to"), try Self.label(of: json))
        case "rest":
            guard let label = try Self.label(of: json) else { throw json.fault("the rest needs an activity") }
            self = .rest(label)
        case "all": self = .all(try Self.label(of: json))
        case "split": self = .split(at: try json.seconds("at"))
        case "join": self = .join(at: try json.seconds("at"))
        case "move": self = .move(at: try json.seconds("at"), to: try json.seconds("to"))
        default: throw json.fault("the kind of a change is put, rest, all, split, join or move")
        }
    }

    /// Reads spans to label at once: for each ride `[from, to, activity]`, whose activity may be null.
    ///
    /// - Throws: `InputError` for no rides, a missing time, or a word that is not an activity.
    package static func spans(
        _ json: JSONElement
    ) throws(InputError) -> [ExactName: [(from: Double, to: Double, label: RideLabel?)]] {
        var spans: [ExactName: [(from: Double, to: Double, label: RideLabel?)]] = [:]
        for member in json.members ?? [] {
            for span in member.value.elements ?? [] {
                guard let parts = span.elements, parts.count == 3, let from = parts[0].number,
                    let to = parts[1].number, from.isFinite, to.isFinite, from.magnitude < 1e9, to.magnitude < 1e9
                else { throw span.fault("a span is [from, to, activity], with times in seconds") }
                spans[ExactName(member.key), default: []].append((from, to, try label(parts[2].text, in: span)))
            }
        }
        guard !spans.isEmpty else { throw json.fault("spans is empty") }
        return spans
    }

    private static func label(of json: JSONElement) throws(InputError) -> RideLabel? {
        try label(json["activity"]?.text, in: json)
    }

    private static func label(_ word: String?, in json: JSONElement) throws(InputError) -> RideLabel? {
        guard let word else { return nil }
        guard let label = RideLabel(name: word) else { throw json.fault("\(quoted: word) is not an activity") }
        return label
    }
}

extension JSONElement {
    /// A required number of seconds.
    package func seconds(_ key: String) throws(InputError) -> Double {
        guard let value = self[key]?.number, value.isFinite, value.magnitude < 1e9 else {
            throw fault("\(key) must be a number of seconds")
        }
        return value
    }

    package func required(_ key: String) throws(InputError) -> String {
        guard let text = self[key]?.text else { throw fault("\(key) is missing") }
        return text
    }

    /// A list of texts; nil if there is none.
    package func texts(_ key: String) throws(InputError) -> [String]? {
        guard let list = self[key]?.elements else { return nil }
        let texts = list.compactMap(\.text)
        guard texts.count == list.count else { throw fault("\(key) must be a list of texts") }
        return texts
    }

    /// An error about a request.
    package func fault(_ problem: String) -> InputError {
        InputError(.malformed, line: line, problem: problem, remedy: "see the protocol of the workspace")
    }
}
