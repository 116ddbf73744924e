// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import GaitwayBase
import GaitwayStore
import GaitwayTimeline

/// A store's file that is written again for each input, in the folder `GAITWAY_FUZZ_FOLDER` or that of temporary files.
enum ScratchStore {
    /// The bytes of a store of two days with visits, moves, reports and corrections.
    static let bytes: [UInt8] = {
        try? files.removeItem(atPath: path)
        do {
            let store = try TimelineDatabase(path: path)
            try store.add(input(fixes: 0..<20))
            try store.add(input(fixes: 20..<40))
            let start = Fixtures.noon
            try store.correct(.name("Home", ofPlace: PlaceReference(latitude: 52.5, longitude: 13.25, time: start)))
            try store.correct(
                CorrectionDocument(corrections: [
                    .activity(
                        .cycling, during: TimeSpan(start: start + .seconds(3000), end: start + .seconds(3600))),
                    .split(at: start + .seconds(600)),
                ]))
        } catch { fatalError("\(error)") }
        return read()
    }()

    /// The bytes of the file.
    static func read() -> [UInt8] {
        guard let written = files.contents(atPath: path) else { fatalError("\(path) cannot be read") }
        return Array(written)
    }

    /// Writes a store's bytes to the file.
    static func write(_ bytes: [UInt8]) {
        // SQLite would play a journal of the last store into this one.
        try? files.removeItem(atPath: path + "-journal")
        precondition(files.createFile(atPath: path, contents: Data(bytes)), "\(path) cannot be written")
    }

    /// Opens the file as a store.
    static func open() throws(InputError) -> TimelineDatabase {
        try TimelineDatabase(path: path, creation: .never, patience: 0)
    }

    /// An hour at one spot, a drive, an hour at another, and so on, with a fix every two minutes.
    static func input(fixes: Range<Int64>) -> TimelineInput {
        func time(_ number: Int64) -> Timestamp { Fixtures.noon + .seconds(120 * number) }
        return TimelineInput(
            source: "days",
            fixes: fixes.map { number in
                let (spot, step) = (number / 30, max(0, number % 30 - 25))
                return (
                    time(number),
                    Location(
                        elapsed: .zero, latitude: 52.5 + 0.02 * (Double(spot) + Double(step) / 5), longitude: 13.25,
                        horizontalAccuracy: 10)
                )
            },
            reports: fixes.filter { $0 % 30 == 25 || $0 % 30 == 0 }.map { number in
                let flags: ActivityFlags = number % 30 == 25 ? .automotive : .stationary
                return (time(number), MotionActivity(flags: flags, confidence: .high, start: time(number)))
            })
    }

    private static var files: FileManager { .default }

    /// The path of the file.
    static let path: String = {
        let folder = ProcessInfo.processInfo.environment["GAITWAY_FUZZ_FOLDER"] ?? files.temporaryDirectory.path
        return folder + "/\(ProcessInfo.processInfo.processIdentifier).store"
    }()
}
