// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
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
        json.write(exposure)
        json.objects("never_seen", unseen, .lines) { unseen, json in
            json.add("held_out", unseen.heldOut ?? [])
            json.add("activities", unseen.activities.map(\.rawValue))
        }
        if let knowable {
            json.object("could_know") { json in
                json.add("macro_f1", knowable.macroF1, places: JSONWriter.decimals)
                json.add("accuracy", knowable.accuracy, places: JSONWriter.decimals)
                json.add("log_loss", knowable.logLoss, places: JSONWriter.decimals)
                json.add("smoothed_macro_f1", overTime?.knowable?.metrics.macroF1, places: JSONWriter.decimals)
                json.add("windows", knowable.windows)
            }
        } else {
            json.add("could_know", json: nil)
        }
        json.write(leftOut)
        json.write(weighted)
        json.objects("few_windows", Activity.allCases.filter { fewWindows[$0] != nil }, .lines) { activity, json in
            json.add("activity", activity.rawValue)
            json.add("windows", fewWindows[activity] ?? 0)
            json.add("too_few_to_say", isTooFewToSay(activity))
        }
        json.add("macro_f1_without_few", macroF1WithoutFew, places: JSONWriter.decimals)
        if FigureInterval.percent != FigureInterval.standardPercent {
            json.add("interval_percent", FigureInterval.percent)
        }
        json.write("interval", intervals.macroF1)
        let f1 = Activity.allCases.map { (name: $0.rawValue, interval: intervals.f1[$0]) }
        json.object("f1_intervals", f1.contains { $0.interval != nil } ? .lines : .spaced) { json in
            for (name, interval) in f1 { json.write(name, interval) }
        }
        json.write("reliability", weighted.reliability)
        json.write(overTime)
        if let speed { json.object("speed", .lines) { json in json.write(speed) } }
        json.write("table", table)
        json.object("unweighted", .lines) { json in json.write(unweighted) }
        json.write("confidence", confidence)
        json.write("unknown", unknown)
        json.write("brisk_unknown", briskUnknown)
        json.objects("modes", modes.rows, .lines) { row, json in write(row, to: &json) }
        json.write("placements", placements)
        json.write("standing", standing)
        json.write("first_answers", firstAnswers)
        json.write("handling", handling)
        json.add("rail_over_time", overTime.flatMap { modes.railOverTime($0.causal) }, places: JSONWriter.decimals)
        json.objects("variants", variants, .lines) { figures, json in
            json.add("phone", figures.variant.name)
            json.add("macro_f1", figures.macroF1, places: JSONWriter.decimals)
            json.add("same_answer", figures.sameAnswer, places: JSONWriter.decimals)
            json.add("windows", figures.compared)
        }
        json.add("cross_validation", grouping?.rawValue)
        json.objects("folds", folds, .lines, each: .lines) { fold, json in json.write(fold) }
        json.objects("small_cells", smallCells, .lines) { cell, json in
            json.add("dataset", name(ofDataSet: cell.dataSet))
            json.add("activity", cell.activity.rawValue)
            json.add("windows", cell.windows)
        }
        json.objects("skipped", skipped, .lines) { ride, json in
            json.add("recording", ride.recording)
            json.add("problem", ride.problem)
        }
        json.add("random_split_macro_f1", randomSplitMacroF1, places: JSONWriter.decimals)
    }

    private func write(_ row: ModeFigures.Row, to json: inout JSONWriter) {
        json.add("label", row.label.name)
        json.add("mode", row.mode)
        json.add("windows", row.windows.windows)
        json.add("right", row.windows.share, places: JSONWriter.decimals)
        json.add("right_over_time", overTime.flatMap { row.overTime($0.causal) }?.share, places: JSONWriter.decimals)
    }
}

extension JSONWriter {
    static let decimals = 6

    /// The members that the weighted, the unweighted and the smoothed figures share.
    mutating func write(_ metrics: Metrics) {
        add("macro_f1", metrics.macroF1, places: Self.decimals)
        add("accuracy", metrics.accuracy, places: Self.decimals)
        add("log_loss", metrics.logLoss, places: Self.decimals)
        add("brier", metrics.brier, places: Self.decimals)
        add("ece", metrics.calibrationError, places: Self.decimals)
        object("classes", .lines) { json in
            for activity in Activity.allCases {
                let figures = metrics[activity]
                json.object(activity.rawValue) { json in
                    json.add("precision", figures.precision, places: Self.decimals)
                    json.add("recall", figures.recall, places: Self.decimals)
                    json.add("f1", figures.f1, places: Self.decimals)
                    json.add("windows", figures.windows)
                }
            }
        }
        object("confusion", .lines) { json in
            json.add("truth", Activity.allCases.map(\.rawValue))
            json.add("predicted", Answer.allCases.map(\.name))
            json.array("counts", of: Activity.allCases, .lines) { truth, json in
                json.array { json in
                    for answer in Answer.allCases { json.append(Int(clamping: metrics.counts[truth, answer])) }
                }
            }
            // By weight, as in the figures above.
            json.array("shares", of: Activity.allCases, .lines) { truth, json in
                json.array { json in
                    for answer in Answer.allCases {
                        json.append(metrics.share(of: truth, answered: answer), places: Self.decimals)
                    }
                }
            }
        }
    }

    /// What the judged models had seen: `held_out` says what was held out in turn, null for a given model.
    fileprivate mutating func write(_ exposure: TrainingExposure?) {
        guard let exposure else { return add("training", json: nil) }
        object("training") { json in
            switch exposure {
            case .model(let name, let dataSets, let windows):
                json.add("held_out", json: nil)
                json.add("model", name)
                json.add("is_stated", dataSets != nil)
                json.add("data_sets", dataSets ?? [])
                json.add("windows", windows)
            case .heldOut(let grouping, let people, let nameless):
                json.add("held_out", grouping.rawValue)
                json.add("people_in_training", people)
                json.add("rides_without_person", nameless)
            }
        }
    }

    fileprivate mutating func write(_ leftOut: LeftOutTime) {
        object("left_out") { json in
            json.add("unlabelled_rows", leftOut.unlabelledRows)
            json.add("unlabelled_hours", leftOut.unlabelledHours, places: Self.decimals)
            json.add("outside_hours", leftOut.outsideHours, places: Self.decimals)
            json.add("rides_without_windows", leftOut.withoutWindows)
        }
    }

    mutating func write(_ key: String, _ interval: FigureInterval?) {
        guard let interval else { return add(key, json: nil) }
        array(key) { json in
            json.append(interval.lower, places: Self.decimals)
            json.append(interval.upper, places: Self.decimals)
        }
    }

    fileprivate mutating func write(_ key: String, _ table: ReliabilityTable) {
        let count = Double(table.bins.count)
        objects(key, Array(table.bins.enumerated()), .lines) { bin, json in
            json.add("from", Double(bin.offset) / count, places: Self.decimals)
            json.add("to", Double(bin.offset + 1) / count, places: Self.decimals)
            json.add("weight", bin.element.weight, places: Self.decimals)
            json.add("confidence", bin.element.meanConfidence, places: Self.decimals)
            json.add("accuracy", bin.element.accuracy, places: Self.decimals)
        }
    }

    /// What speeds add.
    fileprivate mutating func write(_ figures: SpeedFigures) {
        add("windows", figures.alone.windows)
        add("data_sets", figures.dataSets)
        object("alone", .lines) { json in json.write(figures.alone) }
        object("fused", .lines) { json in json.write(figures.fused) }
        add("macro_f1_difference", figures.difference?.value, places: Self.decimals)
        write("interval", figures.difference?.interval)
        object("over_time", .lines) { json in
            for row in figures.overTime {
                json.object(row.smoothing.rawValue) { json in
                    json.add("alone", row.alone.metrics.macroF1, places: Self.decimals)
                    json.add("fused", row.fused.metrics.macroF1, places: Self.decimals)
                }
            }
        }
    }

    fileprivate mutating func write(_ key: String, _ figures: ConfidenceFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key, .lines) { json in
            for level in figures.levels {
                json.object(level.confidence.name) { json in
                    json.add("share", level.share, places: Self.decimals)
                    json.add("right", level.right, places: Self.decimals)
                }
            }
        }
    }

    fileprivate mutating func write(_ key: String, _ figures: UnknownRideFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key) { json in
            json.add("auroc", figures.auroc, places: Self.decimals)
            json.add("found_at_four_percent", figures.shareFoundAtFourPercent, places: Self.decimals)
            json.add("novelty_auroc", figures.noveltyAUROC, places: Self.decimals)
            json.add("known_refused", figures.knownRefused, places: Self.decimals)
            json.add("share_right", figures.shareRight, places: Self.decimals)
            json.add("windows", figures.windows)
        }
    }

    fileprivate mutating func write(_ fold: EvaluationReport.FoldResult) {
        add("held_out", fold.heldOut)
        add("macro_f1", fold.metrics.macroF1, places: Self.decimals)
        add("accuracy", fold.metrics.accuracy, places: Self.decimals)
        add("log_loss", fold.metrics.logLoss, places: Self.decimals)
        add("windows", fold.metrics.windows)
        object("hours") { json in
            for hours in fold.hours { json.add(hours.label.name, hours.hours, places: Self.decimals) }
        }
    }
}
