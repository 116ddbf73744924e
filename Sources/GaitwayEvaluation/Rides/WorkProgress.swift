// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

package enum WorkProgress: Sendable, Hashable {
    /// Steps of a stage that are done; the stage is named in words: "reading rides", "fits of 15 folds". A
    /// stage begins with 0.
    case step(stage: String, done: Int, total: Int)
    case unreadable(InputError)
    /// How the rides are divided: for each fold a line with what it holds out and the hours of each label.
    case folds(String)
    /// What a person should know of the work, in a line: what could not be chosen, what was left out.
    case note(String)
    /// How the work went, in a line, for those who want to follow it: windows, what was chosen, the fits.
    case detail(String)

    private static let fits = "fits of "

    /// The stage that fits the models of some folds.
    static func fits(of what: String) -> String { fits + what }

    /// Whether a stage fits models; each takes long.
    package static func isFits(_ stage: String) -> Bool { stage.hasPrefix(fits) }
}
