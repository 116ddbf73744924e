// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Testing

@Suite struct LabelledWindowsTests {
    /// Half a minute of a phone that lies still, at 50 Hz.
    private static func ride(_ recording: String, dataSet: String, user: String?) throws -> RideWindows {
        let row = ManifestRow(recording: recording, label: .activity(.stationary), dataSet: dataSet, user: user)
        var ride = RideWindows(row: row)
        ride.append(
            (0..<1500).map { index in
                SensorSample(
                    sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000,
                    value: SIMD3(0, Float(index % 2) / 100, 9.8))
            })
        try ride.finish()
        return ride
    }

    /// The people of rides, each told once for a run of windows.
    private static func people(_ rides: [RideWindows]) throws -> [Int] {
        var windows = LabelledWindows()
        for ride in rides { try windows.append(ride) }
        return windows.training.users.reduce(into: []) { people, user in
            if people.last != user { people.append(user) }
        }
    }

    @Test func aPersonIsOneInADataSetAndAnotherInTheNext() throws {
        let rides = [
            try Self.ride("1", dataSet: "a", user: "anna"), try Self.ride("2", dataSet: "a", user: "ben"),
            try Self.ride("3", dataSet: "b", user: "anna"), try Self.ride("4", dataSet: "a", user: "anna"),
        ]
        #expect(try Self.people(rides) == [0, 1, 2, 0])
    }

    @Test func whereNobodySaysWhoEachRecordingIsSomeone() throws {
        let rides = [
            try Self.ride("1", dataSet: "a", user: nil), try Self.ride("2", dataSet: "a", user: nil),
        ]
        #expect(try Self.people(rides) == [0, 1])
    }
}
