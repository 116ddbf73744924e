// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// What the models that are judged had seen of the rides that they are judged on.
///
/// Data sets and people are known by their names alone.
package enum TrainingExposure: Sendable, Hashable {
    /// A given model. `dataSets` are those of the rides that its file names as training data, nil where it names none
    /// at all; `windows` are theirs.
    case model(name: String, dataSets: [String]?, windows: Int)
    /// Each group was held out in turn. `people` have rides in other folds too, under another data set's name;
    /// `nameless` rides name no person and count as a person each.
    case heldOut(FoldGrouping, people: [String], nameless: Int)

    /// What a model had seen of `rides`, with the number of windows of each.
    package init(_ model: ActivityModel, rides: [ManifestRow], windows: [Int]) {
        let provenance = model.provenance
        let trained = Set(provenance.allDataSets.map(\.name))
        let seen = zip(rides, windows).filter { trained.contains($0.0.dataSet) }
        self = .model(
            name: model.name, dataSets: trained.isEmpty ? nil : Set(seen.map(\.0.dataSet)).sorted(),
            windows: seen.reduce(0) { $0 + $1.1 })
    }

    /// What the models of a plan's folds had seen of the fold that they are judged on.
    package init(_ plan: FoldPlan, rides: [ManifestRow]) {
        var folds: [String: Set<Int>] = [:]
        var nameless = 0
        for (ride, fold) in zip(rides, plan.foldOfRide) {
            // Without a name a ride's person is called like its recording.
            if ride.user == ride.recording { nameless += 1 } else { folds[ride.user, default: []].insert(fold) }
        }
        self = .heldOut(
            plan.grouping, people: folds.filter { $0.value.count > 1 }.map(\.key).sorted(), nameless: nameless)
    }

    /// Whether it is certain that no figure rests on a ride that its model was trained on.
    package var isHeldOut: Bool {
        if case .heldOut = self { true } else { false }
    }

    /// The sentences that a reader needs before the figures; `total` data sets are judged, of `windows` windows.
    func notes(dataSets total: Int, windows count: Int) -> [String] {
        switch self {
        case .model(let name, nil, _):
            [
                "The file of the model \(name) does not say what it was trained on. It may have seen these rides; then "
                    + "the figures are too good."
            ]
        case .model(let name, let seen?, _) where seen.isEmpty:
            [
                "The model \(name) was not trained on a data set of \(total == 1 ? "this name" : "these names"). "
                    + "Its file does not list people, so it may have seen other rides of the same people."
            ]
        case .model(let name, let seen?, let windows):
            [Self.flattery(name, seen, of: total, windows: windows, of: count)]
        case .heldOut(let grouping, let people, let nameless):
            Self.heldOut(grouping) + (grouping == .ride ? [] : Self.again(people))
                + (grouping == .user ? Self.nameless(nameless) : [])
        }
    }

    private static func flattery(_ name: String, _ seen: [String], of total: Int, windows: Int, of count: Int) -> String
    {
        if seen.count == total {
            return "Not held out: the model \(name) was trained on "
                + (total == 1 ? "the data set \(seen.joined())" : "all \(total) data sets")
                + ", so the figures are too good. Cross-validation tests each ride with a model that never saw it."
        }
        return "Not held out: the model \(name) was trained on \(seen.count) of these \(total) data sets ("
            + some(seen)
            + "), which have \(windows) of \(count) windows, so the figures are too good. Cross-validation tests each "
            + "ride with a model that never saw it."
    }

    private static func heldOut(_ grouping: FoldGrouping) -> [String] {
        switch grouping {
        case .dataSet: ["Held out: each data set is tested with a model trained on the other data sets."]
        case .user: ["Held out: each person is tested with a model trained on the other people."]
        case .ride:
            ["Held out: each ride is tested with a model trained on the other rides, also those of the same person."]
        }
    }

    private static func again(_ people: [String]) -> [String] {
        guard !people.isEmpty else { return [] }
        return [
            "Not held out: \(people.count == 1 ? "a person" : "\(people.count) people") with rides in several folds, "
                + "by \(people.count == 1 ? "name" : "their names") (\(some(people))). "
                + "The models that judge them were trained on other rides of theirs."
        ]
    }

    private static func nameless(_ count: Int) -> [String] {
        guard count > 0 else { return [] }
        return [
            (count == 1 ? "1 ride has" : "\(count) rides have") + " no user. Each is treated as a different "
                + "person, so one person may be in both training and test."
        ]
    }

    private static func some(_ names: [String]) -> String {
        let shown = names.prefix(8).joined(separator: ", ")
        return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
    }
}
