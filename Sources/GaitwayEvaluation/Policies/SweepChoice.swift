// SPDX-License-Identifier: Apache-2.0
/// Which of some trials serves best, and how that way of choosing fares on data sets that had no say in it.
///
/// A trial costs `weight` times the share of driving in which an alert could pass, and the share of walking in which
/// one is held; the least cost wins, of equals the first.
package struct SweepChoice: Sendable {
    /// How many times worse a minute of driving in which an alert could pass is than a minute of walking in which it is
    /// held.
    package let weight: Double
    /// The index of the trial that all data sets choose.
    package let best: Int
    /// For each data set the index of the trial that the others choose.
    package let choices: [(dataSet: String, trial: Int)]
    /// The figures of each data set with the trial that the others chose.
    package let heldOut: OutlookFigures

    /// The choice among trials of the same rides; nil without driving or without walking.
    package init?(_ trials: [PolicyTrial], weight: Double) {
        func choice(_ isIncluded: (String) -> Bool) -> Int? {
            var least: (cost: Double, trial: Int)?
            for (index, trial) in trials.enumerated() {
                let figures = trial.figures.filtered(isIncluded)
                guard let driving = figures.drivingPassed, let walking = figures.walkingHeld else { return nil }
                let cost = weight * driving + walking
                // Sums of shares differ in their last bits with the order of adding; such a difference chooses nothing.
                if least.map({ cost < $0.cost - 1e-12 }) ?? true { least = (cost, index) }
            }
            return least?.trial
        }
        guard let best = choice({ _ in true }) else { return nil }
        var choices: [(dataSet: String, trial: Int)] = []
        var heldOut = OutlookFigures()
        for dataSet in trials[best].figures.dataSets {
            guard let trial = choice({ $0 != dataSet }) else { return nil }
            choices.append((dataSet, trial))
            heldOut.add(trials[trial].figures.filtered { $0 == dataSet })
        }
        self.weight = weight
        self.best = best
        self.choices = choices
        self.heldOut = heldOut
    }
}
