// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension EvaluationReport.Unseen {
    /// What of the windows' activities their models had not seen, one entry for each fold that has any.
    static func list(
        _ windows: [ScoredWindow], unseen: UnseenTruths, plan: FoldPlan?, dataSets: [String]
    ) -> [EvaluationReport.Unseen] {
        var missing: [Int: Set<Activity>] = [:]
        for window in windows where unseen.contains(window) {
            if let truth = window.truth { missing[window.fold, default: []].insert(truth) }
        }
        return missing.keys.sorted().compactMap { fold in
            guard let activities = missing[fold] else { return nil }
            let groups = plan.flatMap { $0.folds.indices.contains(fold) ? $0.folds[fold].groups : nil }
            // With one data set its name says nothing.
            let prefix = dataSets.count == 1 && plan?.grouping != .dataSet ? (dataSets.first ?? "") + "/" : ""
            return Self(
                heldOut: groups?.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 },
                activities: Activity.allCases.filter { activities.contains($0) })
        }
    }

    package var note: String {
        let activities = activities.map(\.rawValue).joined(separator: ", ")
        guard let heldOut else {
            return "The model never saw \(activities): it cannot answer \(self.activities.count == 1 ? "it" : "them")."
        }
        let shown = heldOut.prefix(5).joined(separator: ", ")
        let names = heldOut.count > 5 ? shown + " and \(heldOut.count - 5) more" : shown
        return "\(names) \(heldOut.count == 1 ? "is" : "are") judged by a model that never saw \(activities)."
    }
}

extension EvaluationReport {
    /// What models had not seen, and which macro-F1 leaves it out; empty where they had seen all.
    var unseenNotes: [String] {
        guard !unseen.isEmpty else { return [] }
        return unseen.map(\.note)
            + [
                knowable == nil
                    ? "No model could know the activities that it is judged on."
                    : "The first figures are of the windows whose activity their model had seen; those of all windows "
                        + "stand beside them."
            ]
    }
}
