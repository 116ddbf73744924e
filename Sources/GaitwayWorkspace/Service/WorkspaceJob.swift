// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Work in the background, as the protocol describes it: a pure value that progress and clicks change.
package struct WorkspaceJob: Sendable {
    package enum Kind: String, Sendable { case train, adapt, compare, map }
    /// `waiting` is a job that a server of another workspace or machine left: it begins when a person says so.
    package enum State: String, Sendable { case waiting, running, done, stopped, failed }

    package let id: Int
    package let kind: Kind
    package let name: String
    /// The conditions on the manifest's columns, as `user=ann`.
    package let conditions: [String]
    /// The command that does the same; nil for work that only the workspace does.
    package let command: String?
    /// Seconds since 1970.
    let started: Double
    package var state = State.running
    package private(set) var stage = ""
    package private(set) var done = 0
    package private(set) var total = 0
    private var progress: JobProgress
    private var now: Double
    package private(set) var notes: [String] = []
    package var problem: String?
    package var model: String?
    package var evaluation: String?

    init(id: Int, kind: Kind, name: String, conditions: [String], command: String?, started: Double) {
        self.id = id
        self.kind = kind
        self.name = name
        self.conditions = conditions
        self.command = command
        self.started = started
        progress = JobProgress(kind, start: started)
        now = started
    }

    /// Takes the work's progress at a time in seconds since 1970; returns true if pages should hear of it.
    package mutating func take(_ progress: WorkStep, at time: Double) -> Bool {
        switch progress {
        case .step(let stage, let done, let total):
            self.progress.take(stage: stage, done: done, total: total, at: time)
            let isNews = self.stage != stage || time - now >= 0.5 || done == total
            (self.stage, self.done, self.total) = (stage, done, total)
            if isNews { now = time }
            return isNews
        case .note(let text):
            notes.append(text)
            return true
        }
    }

    /// Goes on from the model to its comparison.
    mutating func beginComparison() { progress.beginComparison() }

    /// - Parameter maker: the workspace that began it, for the server's note.
    package func write(to json: inout JSONWriter, maker: String? = nil) {
        json.object { json in
            if let maker { json.add("maker", maker) }
            json.add("id", id)
            json.add("kind", kind.rawValue)
            json.add("name", name)
            json.add("where", conditions)
            json.add("command", command)
            json.add("state", state.rawValue)
            json.add("stage", progress.words)
            json.add("share", progress.share, places: 3)
            json.add("done", done)
            json.add("total", total)
            json.add("started", started, places: 1)
            json.add("left", state == .running ? progress.left : nil, places: 0)
            json.add("problem", problem)
            json.add("model", model)
            json.add("evaluation", evaluation)
            json.add("notes", notes)
        }
    }
}

/// A step of the work, or a line about it.
package enum WorkStep: Sendable {
    case step(stage: String, done: Int, total: Int)
    case note(String)
}
