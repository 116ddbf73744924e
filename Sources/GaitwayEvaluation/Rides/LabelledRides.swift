// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// The labelled rides of a manifest: what models are trained and judged on. The logs are read when that is asked for.
///
/// Rows whose mode begins `unlabelled` are left out, since their activities are not separated.
package struct LabelledRides: Sendable {
    package private(set) var rows: [ManifestRow]
    /// The rows that are left out since their activities are not separated.
    private let unlabelled: [ManifestRow]
    private let source: String
    private let root: String
    let skipsUnreadable: Bool
    /// What rides must meet to be judged; others are only trained on.
    private let judged: [ManifestFilter]

    /// The rides of a manifest.
    ///
    /// - Parameters:
    ///   - manifest: the bytes of a CSV with a header; the columns `recording` and `activity` are required.
    ///   - source: the manifest's name, for errors; its stem is the data set of rows that name none.
    ///   - root: the folder that recordings are relative to.
    ///   - conditions: only rides whose column has this value, for each column; of several values of one column, any.
    ///   - judged: the same for the rides that a cross-validation judges; it trains on the others all the same.
    ///   - skipsUnreadable: whether work goes on without the rides that cannot be read.
    /// - Throws: `InputError` with line and column for a fault in the manifest, and when no ride is left.
    package init(
        manifest: [UInt8], source: String, root: String, where conditions: [(column: String, value: String)] = [],
        judging judged: [(column: String, value: String)] = [], skipsUnreadable: Bool = false
    ) throws(InputError) {
        let manifest = try Manifest(csv: manifest, source: source)
            .filtered(by: conditions.map { ManifestFilter($0.column, $0.value) })
        self.judged = judged.map { ManifestFilter($0.column, $0.value) }
        _ = try manifest.filtered(by: self.judged)
        rows = manifest.labelledRows
        unlabelled = manifest.rows.filter(\.isUnlabelled)
        self.source = source
        self.root = root
        self.skipsUnreadable = skipsUnreadable
        guard !rows.isEmpty else {
            throw InputError(
                .empty, source: source, problem: "no labelled ride is left",
                remedy: conditions.isEmpty
                    ? "fill in the activities, and take 'unlabelled' out of the modes" : "loosen \(name: .where)")
        }
    }

    /// Rides that need not come from a manifest.
    init(rows: [ManifestRow], source: String, root: String, skipsUnreadable: Bool) {
        self.rows = rows
        self.source = source
        self.root = root
        self.skipsUnreadable = skipsUnreadable
        unlabelled = []
        judged = []
    }

    /// The same rides. Those without a person are all of one person; otherwise each has a person of its own.
    package var withOneUnnamedPerson: LabelledRides {
        var rides = self
        for index in rows.indices where rows[index].user == rows[index].recording { rides.rows[index].user = "unnamed" }
        return rides
    }

    package var paths: [String] {
        var known: Set<[UInt8]> = []
        return rows.map(path).filter { known.insert(Array($0.utf8)).inserted }
    }

    func path(of row: ManifestRow) -> String {
        row.path(under: root)
    }

    /// The windows of all rides that can be read, made into a sensor case or as a conversion has them if one is given,
    /// and the rides that cannot.
    ///
    /// - Throws: `InputError` `unreadable` when a ride cannot be read and that is not allowed; what `progress` throws.
    package func read(
        as sensorCase: SensorCase? = nil, conversion: RideConversion.Kind? = nil,
        progress: (WorkProgress) throws -> Void
    ) async throws -> (windows: LabelledWindows, skipped: [EvaluationReport.SkippedRide]) {
        let stage = "reading rides" + (sensorCase.map { " as \($0.rawValue)" } ?? "")
        let loader = RideLoader(root: root, sensorCase: sensorCase, conversion: conversion)
        try progress(.step(stage: stage, done: 0, total: rows.count))
        var windows = LabelledWindows()
        var skipped: [EvaluationReport.SkippedRide] = []
        var failures: [InputError] = []
        try await loader.load(rows) { done in
            try progress(.step(stage: stage, done: done, total: rows.count))
        } take: { row, result in
            switch result {
            case .success(let rides): for ride in rides { try windows.append(ride) }
            case .failure(let failure):
                // What names no file is about the manifest's row.
                let named = failure.inSource(source)
                failures.append(named)
                skipped.append(.init(recording: row.recording, problem: named.description))
            }
        }
        for failure in failures { try progress(.unreadable(failure)) }
        if !skipped.isEmpty, !skipsUnreadable {
            let areAll = skipped.count == rows.count && failures.allSatisfy { $0.code == .unreadable }
            throw InputError(
                .unreadable, source: source,
                problem: "\(skipped.count) of \(rows.count.counted("ride")) cannot be read",
                remedy: areAll
                    ? "\(set: .init(.root)), the folder with the recordings"
                    : "fix or remove them, or \(set: .allowSkipped)")
        }
        return (windows, skipped)
    }

    func isEvaluated(_ row: ManifestRow) -> Bool { judged.accept(row) }

    /// Throws when no ride has a window: figures of nothing would look like figures.
    package func refuseNothing(_ windows: LabelledWindows) throws(InputError) {
        guard windows.count == 0 else { return }
        throw InputError(
            .empty, source: source,
            problem: windows.rides.isEmpty
                ? noRide("cannot be read", "can be read") : noRide("has no window of 5.12 s", "has a window of 5.12 s"),
            remedy: windows.rides.isEmpty
                ? "see what is wrong with each ride; \(name: .root) is their folder"
                : "list rides of 5.12 s or longer, whose spans lie within the recordings")
    }

    private func noRide(_ lacks: String, _ has: String) -> String {
        rows.count == 1 ? "the only ride " + lacks : "none of \(rows.count) rides " + has
    }

    func refuseWithoutSpeed(_ windows: LabelledWindows) throws(InputError) {
        guard windows.countWithSpeed == 0 else { return }
        throw InputError(
            .unsupported, source: source,
            problem: noRide("has no location fixes with a speed", "has location fixes with a speed"),
            remedy: "judge rides that were recorded with GPS, or do without the speed")
    }

    /// That rides of one activity cannot teach a model that is to tell several apart.
    var tooFewActivities: InputError {
        let shown = Activity.allCases.filter { activity in rows.contains { $0.label.activity == activity } }.map(
            \.rawValue)
        return InputError(
            .unsupported, source: source,
            problem: "the rides show "
                + (shown.count > 1
                    ? "no two activities in a sensor case of the model"
                    : (shown.first.map { "\($0) alone" } ?? "no activity")
                        + ", and adapting needs two activities"),
            remedy: "add rides of another activity that the model serves, such as rest")
    }

    /// What of the manifest and its recordings is in none of the windows read. Of rides that were made into a sensor
    /// case, what lies outside the spans is not counted.
    func leftOut(_ windows: LabelledWindows, isAsRecorded: Bool) -> LeftOutTime {
        var leftOut = LeftOutTime()
        leftOut.unlabelledRows = unlabelled.count
        leftOut.unlabelledHours = unlabelled.reduce(0) { $0 + ($1.hours ?? 0) }
        leftOut.withoutWindows = zip(windows.rides, windows.windowsPerRide).filter { $0.1 == 0 }.map(\.0.recording)
        leftOut.onlyTrainedOn = windows.rides.count { !isEvaluated($0) }
        leftOut.judged = judged.text
        if isAsRecorded { leftOut.outsideHours = windows.outsideHours }
        return leftOut
    }

    /// Runs what fits a model to the rides; what is wrong with them is told with the manifest's name.
    func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as FitError where error.isOfFiles {
            throw InputError(
                .unreadable, problem: error.description, remedy: "set TMPDIR to a folder with room")
        } catch let error as FitError {
            throw InputError(
                .unsupported, source: source, problem: "no model can be trained: \(error.problemOfRides)",
                remedy: "list rides of two activities or more, each with windows of 5.12 s")
        } catch let error as InputError {
            throw error.inSource(source)
        }
    }
}
