public import MotionTypes

/// All results of an evaluation, ready to be written as JSON or as text.
public struct EvaluationReport: Sendable, Hashable {
    /// The result of one fold.
    public struct FoldResult: Sendable, Hashable {
        /// The data sets or people that were held out.
        public let heldOut: [String]
        /// The figures of its windows, with the weights of this fold's own cells.
        public let metrics: Metrics
        /// The hours of each label.
        public let hours: [Fold.LabelHours]
    }

    /// Answers over time under another smoother than the one that ``smoothed`` has.
    public struct Alternative: Sendable, Hashable {
        /// The smoother, as the command's option names it.
        public var smoothing: String
        /// How its answers fare.
        public var score: SplicedScore

        /// The score of a smoother.
        public init(smoothing: String, score: SplicedScore) {
            self.smoothing = smoothing
            self.score = score
        }
    }

    /// A ride that was left out.
    public struct SkippedRide: Sendable, Hashable {
        /// The recording, as the manifest has it.
        public var recording: String
        /// Why.
        public var problem: String

        /// A ride that was left out since `problem`.
        public init(recording: String, problem: String) {
            self.recording = recording
            self.problem = problem
        }
    }

    /// The names of the data sets, by index.
    public let dataSets: [String]
    /// The figures in which every cell weighs the same; see ``CellWeights``.
    public let weighted: Metrics
    /// The figures in which every window weighs the same.
    public let unweighted: Metrics
    /// The 90 % intervals of the weighted figures over data sets.
    public let intervals: FigureIntervals
    /// Cells that are listed, not weighted.
    public let smallCells: [CellWeights.Cell]
    /// What the confidences are worth, balanced; nil without known rides.
    public let confidence: ConfidenceFigures?
    /// Rides labelled none or unknown.
    public let unknown: UnknownRideFigures
    /// Those of them in which a person moves briskly; nil without any.
    public let briskUnknown: UnknownRideFigures?
    /// The modes of the rides.
    public let modes: ModeFigures
    /// One result per fold; empty without cross-validation.
    public let folds: [FoldResult]
    /// What was held out in each fold; nil without cross-validation.
    public let grouping: FoldGrouping?
    /// Answers over time; nil when they were not scored.
    public var smoothed: SplicedScore?
    /// The same spliced rides under other smoothers, to compare.
    public var alternatives: [Alternative] = []
    /// The same rides as other phones would have recorded them, answered by the same models.
    public var variants: [VariantFigures] = []
    /// The weighted macro-F1 of the random split over windows; nil when it was not made.
    public var randomSplitMacroF1: Double?
    /// Rides that were left out.
    public var skipped: [SkippedRide]

    /// The report on `windows`, which name their ride by index into `rides`, their data set into `dataSets`, their fold into
    /// the plan's.
    public init(
        windows: [ScoredWindow], dataSets: [String], rides: [ManifestRow] = [], plan: FoldPlan? = nil,
        smoothed: SplicedScore? = nil,
        randomSplitMacroF1: Double? = nil, skipped: [SkippedRide] = []
    ) {
        let cellWeights = CellWeights(windows)
        self.dataSets = dataSets
        weighted = Metrics(windows, weights: cellWeights.weights)
        unweighted = Metrics(windows)
        intervals = FigureIntervals(windows)
        smallCells = cellWeights.smallCells
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
            return FoldResult(
                heldOut: fold.groups, metrics: Metrics(own, weights: CellWeights(own).weights),
                hours: fold.hours)
        }
        grouping = plan?.grouping
        self.smoothed = smoothed
        self.randomSplitMacroF1 = randomSplitMacroF1
        self.skipped = skipped
    }

    /// The activity whose weighted F1 is the least; nil when none has one.
    public var weakest: (activity: Activity, f1: Double)? {
        Activity.allCases.compactMap { activity in weighted[activity].f1.map { (activity, $0) } }
            .min { $0.1 < $1.1 }
    }

    /// The name of a data set.
    func name(ofDataSet index: Int) -> String {
        dataSets.indices.contains(index) ? dataSets[index] : "data set \(index)"
    }
}
