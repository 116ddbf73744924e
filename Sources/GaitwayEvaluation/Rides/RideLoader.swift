// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition

/// Reads the rides of a manifest, several at a time.
struct RideLoader {
    let root: String
    /// The sensor case that rides are made into; nil: they stay as recorded.
    var sensorCase: SensorCase?
    /// What is made of each ride; nil: what the sensor case calls for.
    var conversion: RideConversion.Kind?

    /// How many rides may wait in memory for the one before them.
    private static let mostWaiting = 32

    /// Calls `take` with the windows of each row, once for each way in which rides are made into the sensor case, or
    /// why it cannot be read, in the order of `rows`.
    func load(
        _ rows: [ManifestRow], workers: Int = 2, progress: (Int) throws -> Void,
        take: (ManifestRow, Result<[RideWindows], InputError>) throws -> Void
    ) async throws {
        var (done, taken) = (0, 0)
        var waiting: [Int: Result<[RideWindows], InputError>] = [:]
        try await WorkPool.run(rows.count, workers: workers, mayStart: { $0 < taken + Self.mostWaiting }) { index in
            try load(rows[index])
        } take: { index, result in
            waiting[index] = result
            while let result = waiting.removeValue(forKey: taken) {
                try take(rows[taken], result)
                taken += 1
            }
            done += 1
            try progress(done)
        }
    }

    private func load(_ row: ManifestRow) throws -> Result<[RideWindows], InputError> {
        do throws(InputError) {
            let path = row.path(under: root)
            var rides: [RideWindows] = []
            for conversion in conversion.map({ [$0] }) ?? sensorCase.map(RideConversion.Kind.all) ?? [.none] {
                let reader = try RecordingReader(path: path, options: options(of: row))
                var windows = RideWindows(row: row, conversion: conversion)
                var batch = SampleBatch()
                while try reader.next(into: &batch) { windows.append(batch.samples) }
                try windows.finish()
                // A ride that is as slow as its recording would be the same each time.
                if rides.isEmpty || windows.isConverted { rides.append(windows) }
            }
            return .success(rides)
        } catch {
            return .failure(error)
        }
    }

    private func options(of row: ManifestRow) -> LogOptions {
        var options = row.options
        options.readsSpeed = true
        // A log with both signals gives the one that the case asks for.
        if sensorCase == .linear, row.acceleration == ManifestRow.bothAccelerations { options.acceleration = .linear }
        return options
    }
}

extension ManifestRow {
    /// Where the recording is, if its path is relative to `root`: the first of its paths with a file or folder.
    func path(under root: String) -> String {
        func path(_ recording: String) -> String { recording.hasPrefix("/") ? recording : root + "/" + recording }
        let paths = recordings.map(path)
        return (paths.count > 1 ? paths.first { FileStatus(path: $0) != nil } : nil) ?? path(recording)
    }

    /// What the row says about its recording; words that are not ours leave it to detection.
    var options: LogOptions {
        LogOptions(
            logger: Logger(rawValue: logger), unit: LogOptions.Unit(rawValue: unit),
            acceleration: LogOptions.Acceleration(rawValue: acceleration))
    }
}
