// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
import GaitwayRecognition

extension ModelTraining.Result {
    /// The least share of right answers that is not weak.
    private static let weak = 0.8
    /// The least hours of an activity that are not little.
    private static let little = 1.0 / 6

    /// One screen on what was trained: rides, people and hours by activity, how right the model is on rides left out,
    /// what is weak and what would help, and the model's file.
    package func text(file: String, width: Int = TextWidth.standard) -> String {
        [
            EvaluationReport.wrapped([heading] + besideBuiltIn, width), table(width),
            EvaluationReport.wrapped(judged + weaknesses + help, width),
            EvaluationReport.wrapped(["The model \(model.name) is in \(file)."], width),
        ].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// A person is known by a name within a data set.
    private struct Person: Hashable {
        var dataSet: String
        var name: String
    }

    private func people(_ label: RideLabel? = nil) -> Set<Person> {
        let named = rides.filter { $0.user != $0.recording && (label == nil || $0.label == label) }
        return Set(named.map { Person(dataSet: $0.dataSet, name: $0.user) })
    }

    private func hours(_ label: RideLabel? = nil) -> Double {
        model.provenance.dataSets.flatMap(\.hours).reduce(0) { sum, entry in
            label == nil || label?.name == entry.key ? sum + entry.value : sum
        }
    }

    private var heading: String {
        let people = people().count
        let size =
            FigureText.count(rides.count, "ride", "rides")
            + (people > 0 ? " of " + FigureText.count(people, "person", "people") : "")
            + ", \(FigureText.decimal(hours(), places: 2)) h"
        return size + (people > 0 ? "." : ". The manifest names no people.")
    }

    private var besideBuiltIn: [String] {
        guard let comparison, comparison.rows.count == 2, let difference = comparison.rows[1].difference else {
            return []
        }
        let own = FigureText.decimal(comparison.rows[0].metrics.macroF1)
        let builtIn = FigureText.decimal(comparison.rows[1].metrics.macroF1)
        let verdict =
            if let interval = difference.interval {
                difference.isClear
                    ? (difference.value > 0 ? "the built-in model is better; try --adapt default" : "yours is better")
                    : "no clear difference (\(FigureInterval.title) of the difference: \(FigureText.range(interval)))"
            } else {
                "there are too few \(comparison.unit.rawValue) for an interval of the difference"
            }
        return ["Macro-F1 on the same rides left out: yours \(own), the built-in model's \(builtIn): \(verdict)."]
    }

    private func table(_ width: Int) -> String {
        var table = TextTable(["activity", "rides", "people", "hours", "right when left out", FigureInterval.title])
        for label in RideLabel.allCases {
            let own = rides.count { $0.label == label }
            guard own > 0 else { continue }
            let activity = label.activity
            table.add([
                label.name, String(own), people().isEmpty ? "-" : String(people(label).count),
                FigureText.decimal(hours(label), places: 2),
                FigureText.percent(activity.flatMap(recall), places: 1),
                activity.flatMap { recall($0) == nil ? nil : judgement?.intervals.recall[$0] }.map {
                    FigureText.percent($0.lower) + " to " + FigureText.percent($0.upper)
                } ?? "-",
            ])
        }
        return table.text(width: width)
    }

    /// The share of an activity's windows left out that is right; nil where the models that judge had not seen it.
    private func recall(_ activity: Activity) -> Double? {
        guard let judgement, !judgement.unseen.contains(where: { $0.activities.contains(activity) }) else { return nil }
        return judgement.weighted[activity].recall
    }

    /// How the rides were left out, and the mean figure.
    private var judged: [String] {
        guard let judgement else { return ["Not evaluated: no activity has two rides, so nothing can be left out."] }
        let people = people().count
        let how =
            switch judgement.grouping {
            case .dataSet: "a data set"
            case .user: people == 0 ? "rides, as the manifest names no people" : "people"
            case .ride, nil:
                people > 1 ? "rides, as people share too few activities" : "rides, as no two people are named"
            }
        let macroF1 = FigureText.decimal((judgement.knowable ?? judgement.weighted).macroF1)
        return ["Judged by models that each leave out \(how): macro-F1 \(macroF1) on single windows."]
            + judgement.unseen.map(\.note)
    }

    private var weaknesses: [String] {
        Activity.allCases.compactMap { activity in
            guard let judgement, let recall = recall(activity), recall < Self.weak else { return nil }
            let prediction = judgement.weighted.confusion.mostlyTakenFor(activity)
            return "Weak: \(activity.rawValue), \(FigureText.percent(recall)) right"
                + (prediction.map { ", mostly taken for \($0.name)" } ?? "") + ". More rides of it would help."
        }
    }

    private var help: [String] {
        let shown = Activity.allCases.filter { activity in rides.contains { $0.label == .activity(activity) } }
        var sentences: [String] = []
        func names(_ activities: [Activity]) -> String { activities.map(\.rawValue).joined(separator: ", ") }
        let missing = Activity.allCases.filter { !shown.contains($0) }
        if !missing.isEmpty {
            let them = missing.count == 1 ? "it" : "them"
            sentences.append("No ride of \(names(missing)): the model cannot answer \(them).")
        }
        let all = people().count
        if all == 1 { sentences.append("All rides are of one person: rides of others would show what carries over.") }
        for activity in shown where all > 1 {
            let lacking = all - people(.activity(activity)).count
            guard lacking > 0 else { continue }
            sentences.append(
                "\(lacking) of \(all) people \(lacking == 1 ? "has" : "have") no \(activity.rawValue): rides of it "
                    + "would help.")
        }
        let short = shown.filter { hours(.activity($0)) < Self.little }
        if !short.isEmpty { sentences.append("Less than 10 minutes: \(names(short)). More rides would help.") }
        return sentences
    }
}
