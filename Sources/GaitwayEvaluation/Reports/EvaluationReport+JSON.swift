// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition

extension EvaluationReport {
    /// The report as JSON, version 2: keys in a fixed order, six decimals, null for what does not exist, a line end at
    /// the end.
    package var json: String {
        JSONWriter.line { json in
            json.object(.lines) { json in
                DocumentFormat(kind: "evaluation", version: 2).write(to: &json)
                write(to: &json)
            }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.add("notes", notes)
        json.object("training", of: exposure) { $1.write($0) }
        json.objects("never_seen", unseen, .lines) { unseen, json in
            json.add("held_out", unseen.heldOut ?? [])
            json.add("activities", unseen.activities.map(\.rawValue))
        }
        let smoothed = overTime?.knowable?.metrics.macroF1
        json.add(
            "could_know", knowable,
            [.macroF1, .accuracy, .logLoss, .init("smoothed_macro_f1") { _ in .number(smoothed) }, .windows])
        json.object("left_out") { json in
            json.add("unlabelled_rows", leftOut.unlabelledRows)
            json.add(["unlabelled_hours": leftOut.unlabelledHours, "outside_hours": leftOut.outsideHours])
            json.add("rides_without_windows", leftOut.withoutWindows)
        }
        json.write(weighted)
        json.objects("few_windows", Activity.allCases.filter { fewWindows[$0] != nil }, .lines) { activity, json in
            json.add("activity", activity.rawValue)
            json.add("windows", fewWindows[activity] ?? 0)
            json.add("too_few_to_say", isTooFewToSay(activity))
        }
        json.add(["macro_f1_without_few": macroF1WithoutFew])
        if FigureInterval.percent != FigureInterval.standardPercent {
            json.add("interval_percent", FigureInterval.percent)
        }
        json.write("interval", intervals.macroF1)
        json.object("f1_intervals", intervals.f1.isEmpty ? .spaced : .lines) { json in
            for activity in Activity.allCases { json.write(activity.rawValue, intervals.f1[activity]) }
        }
        json.write("reliability", weighted.reliability)
        json.write(overTime)
        if let speed { json.object("speed", .lines) { json in json.write(speed) } }
        json.object("table", of: table, .lines) { $1.write($0) }
        json.object("unweighted", .lines) { json in json.write(unweighted) }
        json.object("confidence", of: confidence, .lines) { figures, json in
            for level in figures.levels { json.add(level.confidence.name, level, [.share, .right]) }
        }
        json.object("unknown", of: unknown) { $1.write($0) }
        json.object("brisk_unknown", of: briskUnknown) { $1.write($0) }
        json.objects("modes", modes.rows, .lines) { row, json in
            json.add(row, [.label, .mode, .windows, .right, .rightOverTime(overTime)])
        }
        json.write("placements", placements)
        json.object("standing", of: standing, .lines) { $1.write($0) }
        json.object("first_answers", of: firstAnswers, .lines) { figures, json in
            json.add("beginnings", figures.beginnings)
            json.add([
                "answered": figures.answered, "macro_f1": figures.macroF1,
                "macro_f1_of_windows": figures.macroF1OfWindows, "kept": figures.kept, "medium": figures.medium,
                "medium_right": figures.mediumRight, "medium_kept": figures.mediumKept,
            ])
            json.add("moving_vehicles", figures.movingVehicles)
            json.add(["moving_vehicles_stationary": figures.restingVehicles])
        }
        json.object("handling", of: handling) { figures, json in
            json.add("windows", figures.windows)
            json.add("rides", figures.rides)
            json.add(["wrong": figures.wrong, "handled": figures.handled, "refused": figures.refused])
        }
        json.add(["rail_over_time": overTime.flatMap { modes.railOverTime($0.causal) }])
        json.objects("variants", variants, .lines) { figures, json in
            json.add("phone", figures.variant.name)
            json.add(figures, [.macroF1, .sameAnswer, .windows])
        }
        json.add("cross_validation", grouping?.rawValue)
        json.objects("folds", folds, .lines, each: .lines) { fold, json in
            json.add("held_out", fold.heldOut)
            json.add(fold, [.macroF1, .accuracy, .logLoss, .windows])
            json.object("hours") { json in
                for hours in fold.hours { json.add([hours.label.name: hours.hours]) }
            }
        }
        json.objects("small_cells", smallCells, .lines) { cell, json in
            json.add("dataset", name(ofDataSet: cell.dataSet))
            json.add("activity", cell.activity.rawValue)
            json.add("windows", cell.windows)
        }
        json.objects("skipped", skipped, .lines) { ride, json in
            json.add("recording", ride.recording)
            json.add("problem", ride.problem)
        }
        json.add(["random_split_macro_f1": randomSplitMacroF1])
    }
}

extension FigureField<ConfidenceFigures.Level> {
    package static var share: Self { Self("share", "windows") { .share($0.share) } }
    package static var right: Self { Self("right") { .share($0.right) } }
}

extension FigureField<ModeFigures.Row> {
    static var label: Self { Self("label") { .text($0.label.name) } }
    package static var mode: Self { Self("mode") { .text($0.mode) } }
    package static var windows: Self { Self("windows") { .count($0.windows.windows) } }
    package static var right: Self { Self("right") { .share($0.windows.share) } }
    package static func rightOverTime(_ figures: OverTimeFigures?) -> Self {
        Self("right_over_time", "over time") { row in .share(figures.flatMap { row.overTime($0.causal) }?.share) }
    }
}

extension FigureField<VariantFigures> {
    package static var macroF1: Self { Self("macro_f1", "macro-F1") { .number($0.macroF1) } }
    package static var sameAnswer: Self { Self("same_answer", "same answer") { .share($0.sameAnswer, places: 2) } }
    package static var windows: Self { Self("windows") { .count($0.compared) } }
}

extension JSONWriter {
    /// What the judged models had seen: `held_out` says what was held out in turn, null for a given model.
    fileprivate mutating func write(_ exposure: TrainingExposure) {
        switch exposure {
        case .model(let name, let dataSets, let windows):
            add("held_out", json: nil)
            add("model", name)
            add("is_stated", dataSets != nil)
            add("data_sets", dataSets ?? [])
            add("windows", windows)
        case .heldOut(let grouping, let people, let nameless):
            add("held_out", grouping.rawValue)
            add("people_in_training", people)
            add("rides_without_person", nameless)
        }
    }

    fileprivate mutating func write(_ key: String, _ table: ReliabilityTable) {
        let count = Double(table.bins.count)
        objects(key, table.bins.enumerated(), .lines) { bin, json in
            json.add([
                "from": Double(bin.offset) / count, "to": Double(bin.offset + 1) / count,
                "weight": bin.element.weight, "confidence": bin.element.meanConfidence,
                "accuracy": bin.element.accuracy,
            ])
        }
    }

    fileprivate mutating func write(_ figures: UnknownRideFigures) {
        add([
            "auroc": figures.auroc, "found_at_four_percent": figures.shareFoundAtFourPercent,
            "novelty_auroc": figures.noveltyAUROC, "known_refused": figures.knownRefused,
            "share_right": figures.shareRight,
        ])
        add("windows", figures.windows)
    }

    fileprivate mutating func write(_ figures: SpeedFigures) {
        add("windows", figures.alone.windows)
        add("data_sets", figures.dataSets)
        object("alone", .lines) { json in json.write(figures.alone) }
        object("fused", .lines) { json in json.write(figures.fused) }
        add(["macro_f1_difference": figures.difference?.value])
        write("interval", figures.difference?.interval)
        object("over_time", .lines) { json in
            for row in figures.overTime { json.add(row.smoothing.rawValue, row, [.alone, .fused]) }
        }
    }
}

extension FigureField<SpeedFigures.OverTime> {
    package static var alone: Self { Self("alone", "motion alone") { .number($0.alone.metrics.macroF1) } }
    package static var fused: Self { Self("fused", "with the speed") { .number($0.fused.metrics.macroF1) } }
}
