// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Which truths the model of a fold cannot know: activities that no training ride of it shows.
///
/// Such windows say how many activities are missing, not how good the model is: nothing is chosen by them.
package struct UnseenTruths: Sendable {
    /// The folds with windows of each class. −1 stands for rides outside all folds.
    private var folds: [ActivityClass: Set<Int>] = [:]

    /// Those of cross-validation, from the fold and the class of each window that a model may learn from.
    package init(_ windows: [(fold: Int, activityClass: ActivityClass)]) {
        for (fold, activityClass) in windows { folds[activityClass, default: []].insert(fold) }
    }

    /// Those of one model that was trained on windows of `classes`.
    package init(ofModelTrainedOn classes: Set<ActivityClass>) { self.init(classes.map { (-1, $0) }) }

    var all: Set<ActivityClass> { Set(folds.keys) }

    /// Whether the model that leaves out `fold` has seen no window of a class.
    package func contains(_ activityClass: ActivityClass, fold: Int) -> Bool {
        folds[activityClass, default: []].subtracting([fold]).isEmpty
    }

    /// Whether the model that judged a window has seen no window of its truth.
    package func contains(_ window: ScoredWindow) -> Bool {
        contains(window.truth.map { ActivityClass($0) } ?? .noneOfThese, fold: window.fold)
    }
}
