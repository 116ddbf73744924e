// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// All results of an evaluation, ready to be written as JSON or as text.
///
/// A figure is nil where there is nothing to divide by.
package struct EvaluationReport: Sendable, Hashable {
    package struct FoldResult: Sendable, Hashable {
        package let heldOut: [String]
        /// The figures of its windows, with the weights of this fold's own cells.
        package let metrics: Metrics
        package let hours: [Fold.LabelHours]
    }

    /// Activities that the model of a fold has not seen, since only the rides left out show them.
    package struct Unseen: Sendable, Hashable {
        /// The data sets, people or rides that were left out; nil for a given model, whose name it is not about.
        package let heldOut: [String]?
        /// What only they show.
        package let activities: [Activity]
    }

    package struct SkippedRide: Sendable, Hashable {
        package var recording: String
        package var problem: String
    }

    package let dataSets: [String]
    /// The headline figures, of single windows: every activity weighs the same, and every data set within its activity.
    /// Data sets with fewer than 50 windows of an activity are left out of it; an activity that has fewer in every data
    /// set is one cell of all its windows.
    package let weighted: Metrics
    /// The headline figures of the windows whose activity their model had seen; nil where that is all of them, or none.
    package let knowable: Metrics?
    /// What models had not seen of what they are judged on.
    package let unseen: [Unseen]
    /// The figures in which every window weighs the same.
    package let unweighted: Metrics
    /// The 90 % intervals of the weighted figures: over data sets, and over rides for an activity of one data set or
    /// few windows.
    package let intervals: FigureIntervals
    /// Cells that are listed, not weighted.
    package let smallCells: [CellWeights.Cell]
    /// How many windows those activities have that no data set has enough of.
    package let fewWindows: [Activity: Int]
    /// The macro-F1 without these activities; nil where there are none of them, or no others.
    package let macroF1WithoutFew: Double?
    /// What the confidences are worth, balanced; nil without known rides.
    package let confidence: ConfidenceFigures?
    /// Rides labelled none or unknown.
    package let unknown: UnknownRideFigures
    /// Those of them in which a person moves briskly; nil without any.
    package let briskUnknown: UnknownRideFigures?
    package let modes: ModeFigures
    /// One result per fold; empty without cross-validation.
    package let folds: [FoldResult]
    /// What was held out in each fold; nil without cross-validation.
    package let grouping: FoldGrouping?
    /// Answers over time; nil when they were not scored, or the rides are too short for that.
    package var overTime: OverTimeFigures?
    /// How rides fare by where the phone was; nil when no ride says it.
    package var placements: PlacementFigures?
    /// What vehicles cost that stand by GPS; nil when no vehicle or bicycle has a speed.
    package var standing: StandingFigures?
    /// The tables that `gaitway classify` prints of the rides; nil when none is long enough.
    package var table: TableFigures?
    /// The same rides as other phones would have recorded them, answered by the same models.
    package var variants: [VariantFigures] = []
    /// First answers from half a window; nil without a window of a known activity.
    package var firstAnswers: FirstPredictionFigures?
    /// The ends of rides, where a hand holds the phone; nil without any.
    package var handling: HandlingFigures?
    /// What the speed of fixes adds; nil when that was not asked for, or no window has one.
    package var speed: SpeedFigures?
    /// The weighted macro-F1 of the random split over windows; nil when it was not made.
    package var randomSplitMacroF1: Double?
    package var skipped: [SkippedRide]
    package var leftOut: LeftOutTime
    /// What the judged models had seen of the rides; nil if it was not requested.
    package var exposure: TrainingExposure?
    package let rides: Int
    /// How many of them a model labelled.
    let labelledByModel: Int
    /// How many windows they have, of known activities and others.
    package let windows: Int

    /// The report on `windows`, which name their ride by index into `rides`, their data set into `dataSets`, their fold
    /// into the plan's.
    package init(
        windows: [ScoredWindow], dataSets: [String], rides: [ManifestRow] = [], plan: FoldPlan? = nil,
        unseen: UnseenTruths? = nil, randomSplitMacroF1: Double? = nil, skipped: [SkippedRide] = [],
        leftOut: LeftOutTime = LeftOutTime(), exposure: TrainingExposure? = nil
    ) {
        let cellWeights = CellWeights(windows, keepsEveryActivity: true)
        self.dataSets = dataSets
        weighted = Metrics(windows, weights: cellWeights.weights)
        self.unseen = unseen.map { Unseen.list(windows, unseen: $0, plan: plan, dataSets: dataSets) } ?? []
        let known = windows.filter { window in window.truth != nil && unseen?.contains(window) != true }
        knowable = self.unseen.isEmpty || known.isEmpty ? nil : Metrics(balanced: known)
        unweighted = Metrics(windows)
        intervals = FigureIntervals(windows)
        smallCells = cellWeights.smallCells
        fewWindows = cellWeights.fewWindows
        macroF1WithoutFew =
            fewWindows.isEmpty ? nil : Metrics(windows, weights: CellWeights(windows).weights).macroF1
        confidence = ConfidenceFigures(windows, weights: cellWeights.weights)
        unknown = UnknownRideFigures(windows)
        modes = ModeFigures(windows, rides: rides)
        let brisk = windows.filter { window in
            window.truth != nil
                || (rides.indices.contains(window.recordingIndex)
                    && ModeFigures.brisk.contains(rides[window.recordingIndex].mode))
        }
        let briskFigures = UnknownRideFigures(brisk)
        briskUnknown = briskFigures.windows > 0 ? briskFigures : nil
        folds = (plan?.folds ?? []).enumerated().map { index, fold in
            let own = windows.filter { $0.fold == index }
            return FoldResult(heldOut: fold.groups, metrics: Metrics(balanced: own), hours: fold.hours)
        }
        grouping = plan?.grouping
        self.randomSplitMacroF1 = randomSplitMacroF1
        self.skipped = skipped
        self.leftOut = leftOut
        self.exposure = exposure
        self.rides = rides.count
        labelledByModel = rides.count { $0.isLabelledByModel }
        self.windows = windows.count
    }

    /// The activity whose weighted F1 is the least, of those with enough windows to say that the models had seen; nil
    /// when none has one.
    package var weakest: (activity: Activity, f1: Double)? {
        let unseen = Set(unseen.flatMap(\.activities))
        return Activity.allCases.filter { !isTooFewToSay($0) && !unseen.contains($0) }
            .compactMap { activity in weighted[activity].f1.map { (activity, $0) } }
            .min { $0.1 < $1.1 }
    }

    package func name(ofDataSet index: Int) -> String {
        dataSets.indices.contains(index) ? dataSets[index] : "data set \(index)"
    }
}
