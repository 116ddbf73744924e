// SPDX-License-Identifier: Apache-2.0
/// How far a whole job is, in one share that only grows, and its rest, which only shrinks: a pure value.
///
/// The work reports stages one after the other. Each belongs to a part of the job, and the parts' lengths are those of
/// typical jobs. A part may have several stages, as a model may have several cases of sensors: each of them takes most
/// of what is left of the part.
struct JobProgress: Sendable {
    /// A part of a job.
    private struct Part {
        /// What the stage's name begins with.
        var beginning: String
        /// Its stage in words for people.
        var words: String
        /// Its length beside the others.
        var length: Double
    }

    private static let training = [
        Part(beginning: "reading", words: "reading your rides", length: 8),
        Part(beginning: "fits", words: "learning from them", length: 20),
        Part(beginning: "hashing", words: "writing the model", length: 2),
    ]
    /// It learns behind its reading, without steps.
    private static let adapting = [
        Part(beginning: "reading", words: "reading your rides, and learning from them", length: 12),
        Part(beginning: "hashing", words: "writing the model", length: 2),
    ]
    private static let comparing = [
        Part(beginning: "reading", words: "reading your rides once more", length: 8),
        Part(beginning: "adapting", words: "trying the built-in model on them", length: 25),
        Part(beginning: "fits", words: "trying new models on them", length: 37),
    ]
    private static let mapping = [
        Part(beginning: "reading", words: "reading your rides", length: 60),
        Part(beginning: "mapping", words: "drawing the map", length: 40),
    ]

    private let parts: [Part]
    /// Where the comparison begins among the parts.
    private let comparison: Int
    private var part = 0
    private var stage = ""
    /// What the stages before this one took of the part.
    private var before = 0.0
    private let start: Double

    /// The stage in words for people; empty before the first.
    private(set) var words = ""
    /// The share of the whole that is done, from 0 to 1.
    private(set) var share = 0.0
    /// The estimated rest in seconds; nil at the beginning.
    private(set) var left: Double?

    /// - Parameter start: when the job begins, in seconds.
    init(_ kind: WorkspaceJob.Kind, start: Double) {
        let making =
            switch kind {
            case .train: Self.training
            case .adapt: Self.adapting
            case .compare, .map: [Part]()
            }
        parts = kind == .map ? Self.mapping : making + Self.comparing
        comparison = making.count
        self.start = start
    }

    /// Goes on to the comparison, which begins with its own reading.
    mutating func beginComparison() {
        guard part < comparison else { return }
        (part, stage, before) = (comparison, "", 0)
    }

    /// Takes a step of a stage at a time in seconds.
    mutating func take(stage: String, done: Int, total: Int, at time: Double) {
        if stage != self.stage { begin(stage) }
        let own = total > 0 ? Double(min(max(done, 0), total)) / Double(total) : 0
        let inside = before + (1 - before) * Self.most * own
        let length = parts.reduce(0) { $0 + $1.length }
        let sum = parts[..<part].reduce(0) { $0 + $1.length } + inside * parts[part].length
        share = max(share, min(sum / length, 1))
        // Before a tenth, the rest is a guess.
        guard share >= 0.1, time > start else { return }
        left = min(left ?? .infinity, (time - start) * (1 - share) / share)
    }

    /// The share of what is left of a part that one stage takes.
    private static let most = 0.7

    private mutating func begin(_ name: String) {
        // A case of sensors may be read again in the middle of a part.
        let last = part < comparison ? comparison : parts.count
        let next = parts[part..<last].firstIndex { name.hasPrefix($0.beginning) } ?? part
        let isSame = next == part && stage != ""
        before = isSame ? before + (1 - before) * Self.most : 0
        (part, stage, words) = (next, name, parts[next].words)
    }
}
