import MotionTypes

extension EvaluationReport {
    /// The report as JSON, version 1: keys in a fixed order, six decimals, null for what does not exist, a line end at the end.
    public var json: String {
        var entries: [(key: String, value: JSONValue)] = [
            ("gaitway", .text("evaluation")), ("version", .integer(1)),
        ]
        entries += Self.figures(weighted)
        entries += [
            ("interval", Self.interval(intervals.macroF1)),
            (
                "f1_intervals",
                .object(Activity.allCases.map { ($0.rawValue, Self.interval(intervals.f1[$0])) })
            ),
            ("reliability", Self.reliability(weighted.reliability)),
            ("smoothed", smoothed.map(Self.smoothedFigures) ?? .null),
            (
                "alternatives",
                .object(alternatives.map { ($0.smoothing, Self.smoothedFigures($0.score)) })
            ),
            ("unweighted", .object(Self.figures(unweighted))),
            ("confidence", confidenceFigures),
            ("unknown", Self.unknownFigures(unknown)),
            ("brisk_unknown", briskUnknown.map(Self.unknownFigures) ?? .null),
            ("modes", .array(modes.rows.map(mode))),
            ("rail_over_time", .optional(smoothed.flatMap { modes.railOverTime($0) })),
            ("variants", .array(variants.map(Self.variant))),
            ("cross_validation", grouping.map { .text($0.rawValue) } ?? .null),
            ("folds", .array(folds.map(Self.fold))),
            ("small_cells", .array(smallCells.map(cell))),
            ("skipped", .array(skipped.map(Self.skippedRide))),
            ("random_split_macro_f1", .optional(randomSplitMacroF1)),
        ]
        return JSONValue.object(entries).text() + "\n"
    }

    /// The keys that the weighted, the unweighted and the smoothed figures share.
    private static func figures(_ metrics: Metrics) -> [(key: String, value: JSONValue)] {
        let classes = Activity.allCases.map { activity -> (key: String, value: JSONValue) in
            let figures = metrics[activity]
            return (
                activity.rawValue,
                .object([
                    ("precision", .optional(figures.precision)), ("recall", .optional(figures.recall)),
                    ("f1", .optional(figures.f1)), ("windows", .integer(figures.windows)),
                ])
            )
        }
        let counts = Activity.allCases.map { truth in
            JSONValue.array(Answer.allCases.map { .integer(Int(metrics.counts[truth, $0])) })
        }
        return [
            ("macro_f1", .optional(metrics.macroF1)), ("accuracy", .optional(metrics.accuracy)),
            ("log_loss", .optional(metrics.logLoss)), ("brier", .optional(metrics.brier)),
            ("ece", .optional(metrics.calibrationError)), ("classes", .object(classes)),
            (
                "confusion",
                .object([
                    ("truth", .array(Activity.allCases.map { .text($0.rawValue) })),
                    ("predicted", .array(Answer.allCases.map { .text($0.name) })),
                    ("counts", .array(counts)),
                ])
            ),
        ]
    }

    private static func interval(_ interval: FigureInterval?) -> JSONValue {
        interval.map { .array([.decimal($0.lower), .decimal($0.upper)]) } ?? .null
    }

    private static func reliability(_ table: ReliabilityTable) -> JSONValue {
        let count = Double(table.bins.count)
        return .array(
            table.bins.enumerated().map { index, bin in
                .object([
                    ("from", .decimal(Double(index) / count)), ("to", .decimal(Double(index + 1) / count)),
                    ("weight", .decimal(bin.weight)), ("confidence", .optional(bin.meanConfidence)),
                    ("accuracy", .optional(bin.accuracy)),
                ])
            })
    }

    private static func smoothedFigures(_ score: SplicedScore) -> JSONValue {
        .object(
            figures(score.metrics) + [
                ("interval", interval(score.intervals.macroF1)), ("hours", .decimal(score.hours)),
                ("blocks", .integer(score.blocks)),
                ("changes", .integer(score.changes)), ("changes_found", .integer(score.found)),
                ("delay_median_s", .optional(score.medianDelay)), ("delay_p90_s", .optional(score.delay90)),
                ("answer_changes", .integer(score.answerChanges)),
                ("false_changes_per_hour", .optional(score.falseChangesPerHour)),
            ])
    }

    private var confidenceFigures: JSONValue {
        guard let confidence else { return .null }
        return .object(
            confidence.levels.map { level in
                (
                    level.confidence.name,
                    .object([("share", .decimal(level.share)), ("right", .optional(level.right))])
                )
            })
    }

    private static func unknownFigures(_ figures: UnknownRideFigures) -> JSONValue {
        .object([
            ("auroc", .optional(figures.auroc)), ("novelty_auroc", .optional(figures.noveltyAUROC)),
            ("known_refused", .optional(figures.knownRefused)), ("share_right", .optional(figures.shareRight)),
            ("windows", .integer(figures.windows)),
        ])
    }

    private func mode(_ row: ModeFigures.Row) -> JSONValue {
        .object([
            ("label", .text(row.label.name)), ("mode", .text(row.mode)), ("windows", .integer(row.windows.windows)),
            ("right", .optional(row.windows.share)),
            ("right_over_time", .optional(smoothed.flatMap { row.overTime($0) }?.share)),
        ])
    }

    private static func variant(_ figures: VariantFigures) -> JSONValue {
        .object([
            ("phone", .text(figures.variant.name)), ("macro_f1", .optional(figures.macroF1)),
            ("same_answer", .optional(figures.sameAnswer)), ("windows", .integer(figures.compared)),
        ])
    }

    private static func fold(_ fold: FoldResult) -> JSONValue {
        .object([
            ("held_out", .array(fold.heldOut.map(JSONValue.text))),
            ("macro_f1", .optional(fold.metrics.macroF1)), ("accuracy", .optional(fold.metrics.accuracy)),
            ("log_loss", .optional(fold.metrics.logLoss)), ("windows", .integer(fold.metrics.windows)),
            ("hours", .object(fold.hours.map { ($0.label.name, .decimal($0.hours)) })),
        ])
    }

    private func cell(_ cell: CellWeights.Cell) -> JSONValue {
        .object([
            ("dataset", .text(name(ofDataSet: cell.dataSet))), ("activity", .text(cell.activity.rawValue)),
            ("windows", .integer(cell.windows)),
        ])
    }

    private static func skippedRide(_ ride: SkippedRide) -> JSONValue {
        .object([("recording", .text(ride.recording)), ("problem", .text(ride.problem))])
    }
}
