import Evaluation
import MotionTypes
import SensorLogs

/// Reads the rides of a manifest, several at a time.
struct RideLoader {
    let root: String

    /// The windows of each row, or why it cannot be read, in the order of `rows`.
    func load(
        _ rows: [ManifestRow], workers: Int = 2, progress: (Int) -> Void
    ) async throws -> [Result<RideWindows, InputError>] {
        var results = [Result<RideWindows, InputError>?](repeating: nil, count: rows.count)
        try await withThrowingTaskGroup(of: (Int, Result<RideWindows, InputError>).self) { group in
            var next = 0
            func start() {
                guard next < rows.count else { return }
                let index = next
                next += 1
                let root = root
                group.addTask { (index, try Self.load(rows[index], root: root)) }
            }
            for _ in 0..<workers { start() }
            var done = 0
            while let (index, result) = try await group.next() {
                results[index] = result
                done += 1
                progress(done)
                start()
            }
        }
        return results.compactMap { $0 }
    }

    private static func load(_ row: ManifestRow, root: String) throws -> Result<RideWindows, InputError> {
        do {
            let path = row.recording.hasPrefix("/") ? row.recording : root + "/" + row.recording
            let reader = try RecordingReader(path: path, options: options(of: row))
            var windows = RideWindows(row: row)
            var batch = SampleBatch()
            while try reader.next(into: &batch) { windows.append(batch.samples) }
            windows.finish()
            return .success(windows)
        } catch let error as InputError {
            return .failure(error)
        }
    }

    /// What a row says about its recording; words that are not ours leave it to detection.
    private static func options(of row: ManifestRow) -> LogOptions {
        LogOptions(
            logger: Logger(rawValue: row.logger), unit: LogOptions.Unit(rawValue: row.unit),
            acceleration: LogOptions.Acceleration(rawValue: row.acceleration))
    }
}
