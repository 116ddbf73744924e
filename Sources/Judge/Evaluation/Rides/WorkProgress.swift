package import MotionTypes

/// Progress of reading, training and evaluating.
package enum WorkProgress: Sendable, Hashable {
    /// Steps of a stage that are done; the stage is named in words: "reading rides", "fits of 15 folds". A
    /// stage begins with 0.
    case step(stage: String, done: Int, total: Int)
    /// A ride cannot be read.
    case unreadable(InputError)
    /// How the rides are divided: for each fold a line with what it holds out and the hours of each label.
    case folds(String)
    /// What was found on the way, in a line: windows, what was chosen on rides left out, how a fit went.
    case note(String)
}
