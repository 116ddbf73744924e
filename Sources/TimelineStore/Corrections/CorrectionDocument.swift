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
        JSONWriter.line { json in
            json.object { json in
                Self.format.write(to: &json)
                json.array("corrections") { json in
                    for correction in corrections {
                        json.newLine()
                        json.object { json in Self.write(correction, to: &json) }
                    }
                }
            }
        }
    }

    private static func write(_ correction: Correction, to json: inout JSONWriter) {
        func add(_ kind: String, _ span: TimeSpan? = nil) {
            json.add("kind", kind)
            if let span {
                json.add("from", span.start, decimals: 9)
                json.add("to", span.end, decimals: 9)
            }
        }
        switch correction {
        case .activity(let activity, let span):
            add("activity", span)
            json.add("activity", activity.rawValue)
        case .split(let time):
            add("split")
            json.add("at", time, decimals: 9)
        case .visit(let span): add("visit", span)
        case .move(let span): add("move", span)
        case .name(let name, let place):
            add("name")
            json.add("place", place)
            json.add("name", name)
        case .samePlace(let place, let other):
            add("same-place")
            json.add("place", place)
            json.add("into", other)
        }
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
                    remedy: "see STORE.md for how to write it")
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
                    .malformed, line: element.line, problem: "the correction has no \"\(key)\"",
                    remedy: "see STORE.md for how to write it")
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
