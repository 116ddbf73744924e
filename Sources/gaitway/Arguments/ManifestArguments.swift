import ActivityRecognition
import ArgumentParser
import Evaluation
import LogisticRegression
import MotionTypes
import SensorLogs

/// The labelled rides of a subcommand.
struct ManifestArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("A manifest: a CSV that lists labelled rides.", valueName: "manifest"))
    var manifest: String

    @Option(
        help: ArgumentHelp("The folder that recordings are relative to; the manifest's if not given.", valueName: "dir")
    )
    var root: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Only rides whose column has this value; may be repeated.", valueName: "column=value"))
    var filters: [String] = []

    @Flag(help: "Go on when a ride cannot be read; it is listed.")
    var allowSkipped = false

    func validate() throws {
        for filter in filters where ManifestFilter(parsing: filter) == nil {
            throw ValidationError("--where takes COLUMN=VALUE, not '\(filter)'")
        }
    }

    /// The windows of all rides that can be read, made into a sensor case or as a conversion has them if one is given, and
    /// the rides that cannot.
    func load(
        as sensorCase: SensorCase? = nil, conversion: RideConversion.Kind? = nil
    ) async throws -> (windows: LabelledWindows, skipped: [EvaluationReport.SkippedRide]) {
        let manifest = try Manifest(csv: FileBytes.read(manifest), source: manifest)
            .filtered(by: filters.compactMap { ManifestFilter(parsing: $0) })
        let rows = manifest.labelledRows
        guard !rows.isEmpty else {
            throw InputError(
                .empty, source: self.manifest, problem: "no labelled ride is left",
                remedy: filters.isEmpty
                    ? "fill in the activities, and take 'unlabelled' out of the modes" : "loosen --where")
        }
        let progress = ProgressLine(
            "reading rides" + (sensorCase.map { " as \($0.rawValue)" } ?? ""), of: rows.count)
        let loader = RideLoader(root: root ?? folder, sensorCase: sensorCase, conversion: conversion)
        let results = try await loader.load(rows) { progress.show($0) }
        progress.finish()
        var windows = LabelledWindows()
        var skipped: [EvaluationReport.SkippedRide] = []
        for (row, result) in zip(rows, results) {
            switch result {
            case .success(let rides): for ride in rides { windows.append(ride) }
            case .failure(let failure):
                // What names no file is about the manifest's row.
                let error = failure.inSource(manifest.source ?? self.manifest)
                Diagnostics.error(error)
                skipped.append(.init(recording: row.recording, problem: error.description))
            }
        }
        if !skipped.isEmpty, !allowSkipped {
            throw InputError(
                .unreadable, source: self.manifest,
                problem: "\(skipped.count) of \(rows.count) rides cannot be read",
                remedy: "mend or remove them, or give --allow-skipped")
        }
        return (windows, skipped)
    }

    /// Runs what fits a model to the rides; what is wrong with them is told with the manifest's name.
    func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as FitError {
            throw InputError(
                .unsupported, source: manifest, problem: "the rides cannot be learnt from: \(error)",
                remedy: "list rides of two activities or more, each with windows of 5.12 s")
        } catch let error as InputError {
            throw error.inSource(manifest)
        }
    }

    private var folder: String {
        guard let slash = manifest.lastIndex(of: "/") else { return "." }
        return slash == manifest.startIndex ? "/" : String(manifest[..<slash])
    }
}
