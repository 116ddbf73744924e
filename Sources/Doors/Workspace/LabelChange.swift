package import Evaluation
package import Formats
package import MotionTypes

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
    /// An edge moves.
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

    private static func label(of json: JSONElement) throws(InputError) -> RideLabel? {
        guard let word = json["activity"]?.text else { return nil }
        guard let label = RideLabel(name: word) else { throw json.fault("\(word) is not an activity") }
        return label
    }
}

extension JSONElement {
    /// A required number of seconds.
    package func seconds(_ key: String) throws(InputError) -> Double {
        guard let value = self[key]?.number, value.isFinite, abs(value) < 1e9 else {
            throw fault("\(key) must be a number of seconds")
        }
        return value
    }

    /// A required text.
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
