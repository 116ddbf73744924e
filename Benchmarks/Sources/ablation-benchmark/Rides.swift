// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

/// The recordings of a manifest's rides.
struct Rides: Sendable {
    let rows: [ManifestRow]
    private let root: String

    init(_ arguments: Arguments) throws {
        rows = try Manifest(csv: Files.bytes(arguments.manifest), source: arguments.manifest)
            .filtered(by: arguments.filters).labelledRows
        root = arguments.folder
    }

    /// The windows of all rides, in the manifest's order. Reads two rides at a time.
    func windows() async throws -> LabelledWindows {
        let rides = try await withThrowingTaskGroup(of: (Int, RideWindows).self) { group in
            var rides = [RideWindows?](repeating: nil, count: rows.count)
            var rest = rows.indices[...]
            func start() {
                guard let index = rest.popFirst() else { return }
                group.addTask { (index, try self.windows(ofRide: index)) }
            }
            start()
            start()
            while let (index, ride) = try await group.next() {
                rides[index] = ride
                start()
            }
            return rides.compactMap { $0 }
        }
        var windows = LabelledWindows()
        for ride in rides { try windows.append(ride) }
        return windows
    }

    private func windows(ofRide index: Int) throws -> RideWindows {
        let reader = try reader(ofRide: index)
        var windows = RideWindows(row: rows[index])
        var batch = SampleBatch()
        while try reader.next(into: &batch) { windows.append(batch.samples) }
        try windows.finish()
        return windows
    }

    /// The samples of a ride's recording within a span of nanoseconds since its first accelerometer sample.
    func samples(ofRide index: Int, within span: Range<Int64>) throws -> [SensorSample] {
        let reader = try reader(ofRide: index)
        var samples: [SensorSample] = []
        var batch = SampleBatch()
        while try reader.next(into: &batch) {
            samples += batch.samples.filter { span.contains($0.nanoseconds) }
            if let last = batch.samples.last, last.nanoseconds >= span.upperBound { break }
        }
        return samples
    }

    private func reader(ofRide index: Int) throws -> RecordingReader {
        let row = rows[index]
        let path = row.recording.hasPrefix("/") ? row.recording : root + "/" + row.recording
        return try RecordingReader(
            path: path,
            options: LogOptions(
                logger: Logger(rawValue: row.logger), unit: LogOptions.Unit(rawValue: row.unit),
                acceleration: LogOptions.Acceleration(rawValue: row.acceleration)))
    }
}
