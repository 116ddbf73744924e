// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// Real rides of each logger, against what their manifest measured independently.
@Suite(.enabled(if: Rides.areAvailable, Comment(rawValue: Rides.reason)))
struct RideReadingTests {
    struct Ride: Sendable, CustomTestStringConvertible {
        var path: String
        var rate: Double
        var sensors: Int
        var isLinear = false
        var testDescription: String { path }
    }

    static let rides = [
        Ride(path: "ml4qs_g28_lars/bike Pocket(Vaji)3", rate: 100.04, sensors: 1),
        Ride(path: "mlqs2025_babur/data/train", rate: 100.35, sensors: 3),
        Ride(path: "mlqs_andras/Cycling/Cycle 2024-06-04 15-48-16", rate: 24.81, sensors: 3),
        Ride(path: "ml4qs_giray/giray_cycling_s1", rate: 100.25, sensors: 3, isLinear: true),
        Ride(path: "bluntkatana_tmc/bike/Fiets 2024-06-05 10-03-06", rate: 10, sensors: 3),
        Ride(path: "geotho/20150204184842-phone-George-Other.csv", rate: 49.96, sensors: 1),
        Ride(path: "faballemand_car/path_1/2023-02-2811.41.59.csv", rate: 198.62, sensors: 1),
        Ride(path: "ml4qs_austin/Austin Biking 30rpm.csv", rate: 20, sensors: 2),
        Ride(path: "ml4qs66_sensorlogger/cycling/2023-06-09_17-05-38", rate: 100.55, sensors: 2),
        Ride(path: "motionsense/dws_11/sub_1.csv", rate: 50, sensors: 2),
        Ride(path: "hhar_still/Phoneonback/iphone6_s2/iphone-6_s_unlocked.csv", rate: 101.44, sensors: 1),
        Ride(path: "byke/citytrack2.csv", rate: 114.84, sensors: 1),
        Ride(path: "good_vibrations/2025-04-20_10_22_12_my_iOS_device_SAMPLE.csv", rate: 30.78, sensors: 3),
        Ride(path: "ml4qs_toetsie/continuous/OnTable_0", rate: 100, sensors: 2),
        Ride(path: "neiluz_tmc/100Hz-v5-20230827-113340-10s-carretera.csv", rate: 99.49, sensors: 3),
        Ride(path: "tsfel_walk/walking/acquisition_1", rate: 198.59, sensors: 2),
        Ride(path: "fhnw_raphael/2026-03-07_11-07-01", rate: 99.97, sensors: 1),
    ]

    @Test(arguments: rides)
    func agreesWithTheManifest(_ ride: Ride) throws {
        let summary = try RecordingSummary(path: Rides.path(ride.path))
        #expect(summary.sensors.count == ride.sensors)
        let main = try #require(summary.sensors.first)
        #expect(main.sensor == (ride.isLinear ? .linearAcceleration : .acceleration))
        #expect(abs((main.rate ?? 0) / ride.rate - 1) < 0.02)
        let recording = try Recording(path: Rides.path(ride.path))
        let sizes = recording[main.sensor].values.map { ($0 * $0).sum().squareRoot() }.sorted()
        let median = sizes[sizes.count / 2]
        #expect(ride.isLinear ? median < 8 : (8.3...11.5).contains(median))
    }
}
