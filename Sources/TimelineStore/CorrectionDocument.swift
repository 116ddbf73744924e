public import MotionTypes
internal import TextFormats
internal import Timeline

/// Corrections as a file of their own, version 1, which outlives the store that they were made in. STORE.md describes it.
public struct CorrectionDocument: Sendable, Hashable {
    private static let format = DocumentFormat(kind: "corrections", version: 1)

    /// In the order in which they were made.
    public var corrections: [Correction]

    /// The corrections of a file.
    public init(corrections: [Correction]) { self.corrections = corrections }

    // MARK: Writing

    /// The file, one correction a line. Times are told to the nanosecond, so that reading gives the same corrections.
    public var json: String {
        "{\"gaitway\":\"\(Self.format.kind)\",\"version\":\(Self.format.version),\"corrections\":["
            + (corrections.isEmpty ? "" : "\n")
            + corrections.map(Self.line).joined(separator: ",\n") + "]}\n"
    }

    private static func line(_ correction: Correction) -> String {
        func bounds(_ span: TimeSpan) -> [(String, String)] { [("from", exact(span.start)), ("to", exact(span.end))] }
        let members: [(String, String)] =
            switch correction {
            case .activity(let activity, let span):
                [("kind", "activity")] + bounds(span) + [("activity", activity.rawValue)]
            case .split(let time): [("kind", "split"), ("at", exact(time))]
            case .visit(let span): [("kind", "visit")] + bounds(span)
            case .move(let span): [("kind", "move")] + bounds(span)
            case .name(let name, let place): [("kind", "name"), ("place", place), ("name", name)]
            case .samePlace(let place, let other): [("kind", "same-place"), ("place", place), ("into", other)]
            }
        return "{" + members.map { "\"\($0)\":\(JSONText.quoted($1))" }.joined(separator: ",") + "}"
    }

    /// ISO 8601, UTC, to the nanosecond.
    private static func exact(_ time: Timestamp) -> String {
        let digits = String(Nanoseconds.fraction(time.nanoseconds))
        return time.iso8601.prefix(19) + "." + String(repeating: "0", count: 9 - digits.count) + digits + "Z"
    }

    // MARK: Reading

    /// Reads a file.
    ///
    /// - Throws: `InputError` with the line: `empty`, `unsupported` for another kind or version, `malformed` for what is no correction,
    ///   `truncated` for a file that was cut.
    public init(json bytes: [UInt8], source: String? = nil) throws(InputError) {
        do throws(InputError) {
            let root = try Self.format.root(of: bytes)
            guard let elements = root["corrections"]?.elements else {
                throw InputError(
                    .malformed, line: root.line, problem: "there is no list of corrections",
                    remedy: "write it as STORE.md says")
            }
            corrections = []
            for element in elements { corrections.append(try Self.correction(element)) }
        } catch {
            throw source.map { error.inSource($0) } ?? error
        }
    }

    private static func correction(_ element: JSONElement) throws(InputError) -> Correction {
        func text(_ key: String) throws(InputError) -> String {
            guard let text = element[key]?.text else {
                throw InputError(
                    .malformed, line: element.line, problem: "a correction without \"\(key)\"",
                    remedy: "write it as STORE.md says")
            }
            return text
        }
        func time(_ key: String) throws(InputError) -> Timestamp {
            guard let time = Timestamp(iso8601: try text(key)) else {
                throw InputError(
                    .malformed, line: element.line, problem: "\"\(key)\" is no time",
                    remedy: "write it as 2026-05-01T08:10:00Z")
            }
            return time
        }
        func span() throws(InputError) -> TimeSpan { TimeSpan(start: try time("from"), end: try time("to")) }
        switch try text("kind") {
        case "activity":
            guard let activity = Activity(rawValue: try text("activity")) else {
                throw InputError(
                    .malformed, line: element.line, problem: "there is no such activity",
                    remedy: "write one of " + Activity.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return .activity(activity, during: try span())
        case "split": return .split(at: try time("at"))
        case "visit": return .visit(during: try span())
        case "move": return .move(during: try span())
        case "name": return .name(try text("name"), ofPlace: try text("place"))
        case "same-place": return .samePlace(try text("place"), as: try text("into"))
        case let kind:
            throw InputError(
                .malformed, line: element.line, problem: "there is no correction of the kind \"\(kind)\"",
                remedy: "write activity, split, visit, move, name or same-place")
        }
    }
}
