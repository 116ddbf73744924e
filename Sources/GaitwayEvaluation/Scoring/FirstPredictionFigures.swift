// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// How the first answers fare that a live stream gives from half a window: on the first half of every sixteenth window,
/// as if a log began there.
package struct FirstPredictionFigures: Sendable, Hashable {
    /// From which speed by GPS, in m/s, a vehicle certainly moves.
    package static let moving = 3.0

    /// How many beginnings there are, of rides of a known activity.
    package let beginnings: Int
    /// The share of them that has an answer.
    package let answered: Double
    /// The balanced macro-F1 of the first answers.
    package let macroF1: Double?
    /// That of the whole windows, 2.56 s later.
    package let macroF1OfWindows: Double?
    /// The share of the answers that the whole window gives, too.
    package let kept: Double?
    /// The share of the answers with medium confidence.
    package let medium: Double?
    /// The share of those that is right.
    package let mediumRight: Double?
    /// The share of those that the whole window gives, too.
    package let mediumKept: Double?
    /// How many answers are of a vehicle that moves by GPS.
    package let movingVehicles: Int
    /// The share of those that say it rests.
    package let restingVehicles: Double?

    /// The figures of beginnings, two of `halves` for each, mirrored and then repeated, and of their whole windows. Nil
    /// without a beginning of a known activity.
    init?(_ halves: [ScoredWindow], whole: [ScoredWindow]) {
        var (first, full) = ([ScoredWindow](), [ScoredWindow]())
        for (index, window) in whole.enumerated() where window.truth != nil {
            let (mirrored, repeated) = (halves[2 * index], halves[2 * index + 1])
            var prediction = mirrored
            prediction.isRefused = mirrored.isRefused || repeated.isRefused
            prediction.probabilities = ActivityProbabilities {
                (mirrored.probabilities[$0] + repeated.probabilities[$0]) / 2
            }
            prediction.speed = window.speed
            first.append(prediction)
            full.append(window)
        }
        guard !first.isEmpty else { return nil }
        let answered = first.indices.filter { !first[$0].isRefused }
        func share(_ selection: [Int], _ isCounted: (Int) -> Bool) -> Double? {
            selection.isEmpty ? nil : Double(selection.count(where: isCounted)) / Double(selection.count)
        }
        func isKept(_ index: Int) -> Bool { first[index].prediction == full[index].prediction }
        beginnings = first.count
        self.answered = Double(answered.count) / Double(first.count)
        macroF1 = Metrics(balanced: first).macroF1
        macroF1OfWindows = Metrics(balanced: full).macroF1
        kept = share(answered, isKept)
        let sure = Set(
            answered.filter { index in
                let probabilities = first[index].probabilities
                return probabilities[probabilities.mostLikely] >= ReportComposer.provisionalMedium
            })
        medium = share(answered) { sure.contains($0) }
        mediumRight = share(sure.sorted()) { first[$0].isRight }
        mediumKept = share(sure.sorted(), isKept)
        let moving = answered.filter { first[$0].truth == .automotive && first[$0].speed ?? 0 >= Self.moving }
        movingVehicles = moving.count
        restingVehicles = share(moving) { first[$0].prediction == .stationary }
    }
}
