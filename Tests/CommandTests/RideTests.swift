// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

/// The command on real rides: most of a ride's time has its label.
@Suite struct RideTests {
    /// A ride, the options that it needs, and its label.
    struct Ride: CustomTestStringConvertible, Sendable {
        let path: String
        let activity: ActivityFlags
        var options: [String] = []
        var testDescription: String { path }
    }

    static let rides = [
        Ride(path: "mika_ml4qs/ALLE GEHEN/mika_gehen10", activity: .walking),
        Ride(path: "mlqs_andras/Sitting/AJRest1 2024-06-04 14-17-44", activity: .stationary),
        Ride(path: "ml4qs66_sensorlogger/running/running2-2023-06-10_19-40-32", activity: .running),
        Ride(path: "byke/citytrack2.csv", activity: .cycling),
    ]

    @Test(.enabled(if: Rides.areAvailable, Comment(rawValue: Rides.reason)), arguments: rides)
    func mostOfTheTimeHasTheLabel(ride: Ride) throws {
        let folder = try TemporaryFolder()
        let path = Rides.path(ride.path)
        try #require(FileManager.default.fileExists(atPath: path))
        let result = try Command.run(["classify", path, "--format", "ndjson"] + ride.options, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        let end = try #require(stream.footer?.end)
        let starts = stream.reports.map(\.activity.elapsed)
        var time: [ActivityFlags: Duration] = [:]
        for (report, next) in zip(stream.reports, starts.dropFirst() + [end]) {
            time[report.activity.flags, default: .zero] += next - report.activity.elapsed
        }
        #expect(time[ride.activity, default: .zero] > end / 2, "\(time)")
    }
}
