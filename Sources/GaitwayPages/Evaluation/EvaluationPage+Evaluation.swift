// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
package import GaitwayEvaluation
package import GaitwayRecognition

extension EvaluationPage {
    /// The page of an evaluation.
    ///
    /// - Parameters:
    ///   - manifest: the manifest's name.
    ///   - command: what gives these figures again.
    ///   - date: the day, as `2026-05-01`.
    ///   - isOfGivenModel: whether one model was judged, and none was trained for each fold.
    package init(
        of evaluation: ModelEvaluation, manifest: String, command: String, date: String, isOfGivenModel: Bool
    ) {
        let rides = evaluation.windows.rides
        self.init(
            subject: Subject(
                manifest: manifest, command: command, date: date,
                model: isOfGivenModel ? evaluation.models[0]?.name : nil, rides: rides.count,
                people: Set(rides.map { [$0.dataSet, $0.user] }).count),
            report: evaluation.report, scored: evaluation.scored, rides: rides, splices: evaluation.splices,
            models: evaluation.models)
    }

    /// The page of an evaluation, with the figures of groups, rides and features that its report does not hold.
    ///
    /// `models` are those that scored the windows, by fold; `rides` the manifest's rows, which windows name by index.
    package init(
        subject: Subject, report: EvaluationReport, scored: [ScoredWindow], rides: [ManifestRow],
        splices: SplicedRides, models: [Int: ActivityModel]
    ) {
        self.init(
            subject: subject, report: report,
            dataSets: GroupFigures.byDataSet(scored, names: report.dataSets),
            people: GroupFigures.byUser(scored, rides: rides),
            confusions: ConfusedRides.list(scored),
            timelines: Self.timelines(report, scored, rides: rides, splices: splices, models: models),
            recordings: rides.map(\.recording),
            rankings: FeatureInfluence.rankings(models.keys.sorted().compactMap { models[$0]?.cases.first }))
    }

    private static func timelines(
        _ report: EvaluationReport, _ scored: [ScoredWindow], rides: [ManifestRow], splices: SplicedRides,
        models: [Int: ActivityModel]
    ) -> [Timeline] {
        var timelines: [Timeline] = []
        if let stretch = RideTimeline.typicalStretch(of: splices, scored, models: models) {
            timelines.append(
                Timeline(
                    title: "A spliced ride",
                    note: """
                        A typical stretch: the one with the median share of right windows, among all stretches of this \
                        length and number of activities that begin with a block.
                        """,
                    timeline: stretch))
        }
        let weakest = report.weakest?.activity
        if let weakest, let long = RideTimeline.longestRide(of: weakest, scored, models: models),
            let part = long.parts.first
        {
            let row = rides[part.recordingIndex]
            timelines.append(
                Timeline(
                    title: "A long ride: " + row.recording,
                    note: """
                        The longest recording of \(weakest.rawValue), the weakest activity, without a gap; at most its \
                        first 40 minutes. Data set \(row.dataSet).
                        """,
                    timeline: long))
        }
        return timelines
    }
}
