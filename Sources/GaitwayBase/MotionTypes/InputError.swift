// SPDX-License-Identifier: Apache-2.0
/// Input that cannot be used: the problem, its place and a remedy.
///
/// Its description is one line, ready to be shown: `file:line:column: problem; remedy`. A very long part, such as
/// one that quotes a cell of a megabyte, is shortened to its start and end.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Code: String, Sendable, Hashable {
        /// The file, folder or zip entry does not exist or cannot be opened.
        case unreadable
        /// It holds nothing.
        case empty
        /// It ends before it should.
        case truncated
        /// Its text or bytes break the format.
        case malformed
        /// Its kind or version is not supported.
        case unsupported
        /// More than one reading fits; a setting decides.
        case ambiguous
        /// It exceeds a stated limit.
        case limitExceeded
    }

    /// The kind of fault.
    public var code: Code
    /// The file, folder or zip entry, as the user named it; nil when the input has no name.
    public var source: String?
    /// Line, from 1.
    public var line: Int?
    /// Column of a table or byte of a line, from 1.
    public var column: Int?
    /// What is wrong.
    public var problem: String
    /// What to do about it; may be empty.
    package var remedy: Remedy
    /// Whether the fault is of this machine at this moment, such as a full disk: the same input may be fine later.
    package var isPassing = false
    /// Whether the input is something else altogether, not a faulty one of the kind that was asked for.
    package private(set) var isForeign = false
    /// Further faults of the same input, in order; see ``mostListed``.
    package private(set) var others: [InputError] = []
    /// The number of further faults that ``others`` does not hold.
    package private(set) var unlisted = 0

    /// The number of faults of one input that are kept; the rest are counted.
    package static let mostListed = 20

    /// A fault in the input.
    package init(
        _ code: Code, source: String? = nil, line: Int? = nil, column: Int? = nil, problem: String, remedy: Remedy = ""
    ) {
        self.code = code
        self.source = source
        self.line = line
        self.column = column
        self.problem = problem
        self.remedy = remedy
    }

    /// The same fault, as one of this machine at this moment.
    package var passing: InputError {
        var copy = self
        copy.isPassing = true
        return copy
    }

    /// The same fault, as one of an input of another kind.
    package var foreign: InputError {
        var copy = self
        copy.isForeign = true
        return copy
    }

    /// One line to show. Characters that would end it, or turn its order round, appear as escapes.
    public var description: String {
        let more = others.count + unlisted
        let text = line(remedy: remedy.description)
        return more == 0 ? text : text + " (and \(more) more \(more == 1 ? "fault" : "faults"))"
    }

    /// The same line with the remedy as an interface words it.
    package func line(remedy: String) -> String {
        var place = QuotedText.shortened(source ?? "")
        if let line { place += (place.isEmpty ? "line " : ":") + String(line) }
        if let column, line != nil { place += ":" + String(column) }
        let problem = QuotedText.shortened(problem)
        let text = remedy.isEmpty ? problem : problem + "; " + QuotedText.shortened(remedy)
        return place.isEmpty ? text : place + ": " + text
    }

    /// The same fault, with `source` named if it was not.
    package func inSource(_ source: String) -> InputError {
        var copy = self
        if copy.source == nil { copy.source = source }
        copy.others = others.map { $0.inSource(source) }
        return copy
    }

    /// Adds a fault of an input to the others of it, if there were any.
    package static func add(_ fault: InputError, to first: inout InputError?) {
        guard var whole = first else { return first = fault }
        if whole.others.count + 1 < mostListed { whole.others.append(fault) } else { whole.unlisted += 1 }
        first = whole
    }

    /// Several faults of one input as one; nil for none.
    package static func joined(_ faults: [InputError]) -> InputError? { faults.reduce(into: nil) { add($1, to: &$0) } }

    /// The same fault, with `line` named if it was not.
    package func atLine(_ line: Int) -> InputError {
        var copy = self
        if copy.line == nil { copy.line = line }
        return copy
    }
}

/// A fault of each kind, with what is wrong first: `throw .malformed("the name is empty", remedy: "give one")`.
extension InputError {
    package static func unreadable(
        _ problem: String, remedy: Remedy = "", source: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> InputError {
        InputError(.unreadable, source: source, line: line, column: column, problem: problem, remedy: remedy)
    }

    package static func empty(
        _ problem: String, remedy: Remedy = "", source: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> InputError {
        InputError(.empty, source: source, line: line, column: column, problem: problem, remedy: remedy)
    }

    package static func truncated(
        _ problem: String, remedy: Remedy = "", source: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> InputError {
        InputError(.truncated, source: source, line: line, column: column, problem: problem, remedy: remedy)
    }

    package static func malformed(
        _ problem: String, remedy: Remedy = "", source: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> InputError {
        InputError(.malformed, source: source, line: line, column: column, problem: problem, remedy: remedy)
    }

    package static func unsupported(
        _ problem: String, remedy: Remedy = "", source: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> InputError {
        InputError(.unsupported, source: source, line: line, column: column, problem: problem, remedy: remedy)
    }

    package static func ambiguous(
        _ problem: String, remedy: Remedy = "", source: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> InputError {
        InputError(.ambiguous, source: source, line: line, column: column, problem: problem, remedy: remedy)
    }

    package static func limitExceeded(
        _ problem: String, remedy: Remedy = "", source: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> InputError {
        InputError(.limitExceeded, source: source, line: line, column: column, problem: problem, remedy: remedy)
    }
}
