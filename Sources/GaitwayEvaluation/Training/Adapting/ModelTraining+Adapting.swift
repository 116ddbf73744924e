// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

extension ModelTraining {
    /// A trained model moved towards a person's own few rides, with everything else as it was.
    ///
    /// In each sensor case the weights, or the intercepts alone, are fitted to the rides with a penalty around those
    /// that the model has, which is chosen on rides left out. Where rides left out do not gain, the weights stay;
    /// so they do where none can be left out, unless ``movesUntested`` is set.
    /// `progress` is told. The training's sensor cases and its probability to stay do not count.
    ///
    /// - Parameters:
    ///   - base: the model to start from.
    ///   - rides: the person's labelled rides, of two activities or more; whole recordings are left out, so that
    ///     several of each activity are worth more than a long one.
    ///   - scope: what is moved.
    ///   - progress: is told how far the work has come, and what was decided; what it throws ends the work.
    /// - Throws: `InputError` for rides that cannot be read, and `unsupported` for rides of one activity only: a model
    ///   adapted to them would learn to answer nothing else.
    package func adapt(
        _ base: ActivityModel, to rides: LabelledRides, moving scope: AdaptationScope = .weights,
        progress: @Sendable (WorkProgress) throws -> Void = { _ in }
    ) async throws -> Result {
        try await Arithmetic.inFixedOrder(isReproducible) {
            try await adapted(base, to: rides, moving: scope, progress: progress)
        }
    }

    private func adapted(
        _ base: ActivityModel, to rides: LabelledRides, moving scope: AdaptationScope,
        progress: @Sendable (WorkProgress) throws -> Void
    ) async throws -> Result {
        var result = Result(model: base, hasConverged: true)
        result.model.name = name
        var adaptation = Provenance.Adaptation(
            base: base.name, date: provenance.date, command: provenance.command, dataSets: [], windows: 0)
        let adapter = PersonalAdaptation(scope: scope, penalty: penalty, movesUntested: movesUntested)
        var cases = base.cases
        for (place, part) in cases.enumerated() {
            let sensorCase = part.sensorCase
            let windows = try await rides.read(as: sensorCase, progress: progress).windows
            let selection = sensorCase == .fast ? windows.evaluatedIndices(of: .fast) : windows.indices(of: sensorCase)
            let activities = windows.activities(selection)
            func note(_ text: String) throws { try progress(.note("\(sensorCase.rawValue): \(text)")) }
            guard activities.count > 1 else {
                try note("the rides show \(Self.names(activities)) in this sensor case: its weights stay as they are")
                continue
            }
            let outcome = try await rides.naming {
                try adapter.adapt(part, to: windows, selection: selection)
            }
            let recordings = Set(selection.map(windows.recording)).count
            try note(
                "\(recordings.counted("recording")), \(selection.count.counted("window")); "
                    + outcome.explanation)
            if adaptation.windows == 0 {
                adaptation.dataSets = windows.dataSetShares
                adaptation.windows = selection.count
                for note in rides.leftOut(windows, isAsRecorded: false).notes { try progress(.note(note)) }
            }
            adaptation.fit.merge(outcome.figures(of: sensorCase)) { $1 }
            cases[place] = outcome.model
            result.hasConverged = result.hasConverged && outcome.hasConverged
        }
        guard adaptation.windows > 0 else { throw rides.tooFewActivities }
        result.model.cases = cases
        result.model.provenance.adaptations.append(adaptation)
        return result
    }

    private static func names(_ activities: Set<Activity>) -> String {
        activities.isEmpty
            ? "no activity" : Activity.allCases.filter(activities.contains).map(\.rawValue).joined() + " alone"
    }
}
