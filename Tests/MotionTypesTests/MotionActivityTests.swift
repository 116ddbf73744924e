// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

/// What a motion activity says, as Core Motion has it.
@Suite struct MotionActivityTests {
    private static let flags: [ActivityFlags] = [
        .stationary, .walking, .running, .automotive, .cycling, .unknown,
    ]

    @Test func sixFlagsEachMayStandWithAnyOther() {
        #expect(Set((UInt8(0)..<64).map { ActivityFlags(rawValue: $0) }).count == 64)
        #expect(ActivityFlags(Self.flags).rawValue == 0b11_1111)
        for flag in Self.flags {
            #expect(Self.flags.count { $0.contains(flag) } == 1)
            #expect(ActivityFlags(Self.flags).contains(flag) && ![].contains(flag))
        }
    }

    @Test func aCarAtARedLightIsBothAndMovingOtherwiseIsNone() {
        let light: ActivityFlags = [.stationary, .automotive]
        #expect(light.contains(.stationary) && light.contains(.automotive))
        #expect(light != .automotive && light != .stationary)
        // No flag at all is not the same as no estimate.
        let none: ActivityFlags = []
        #expect(none != .unknown && none.isEmpty && !ActivityFlags.unknown.isEmpty)
    }

    @Test func everyActivityHasItsOwnFlag() {
        let flags = Activity.allCases.map { ActivityFlags($0) }
        #expect(flags == [.stationary, .walking, .running, .cycling, .automotive])
    }

    @Test func confidenceCountsFromLowToHigh() {
        #expect([Confidence.low, .medium, .high].map(\.rawValue) == [0, 1, 2])
        #expect(Confidence.low < .medium && Confidence.medium < .high)
        #expect(Confidence.allCases.map(\.name) == ["low", "medium", "high"])
    }

    @Test func androidsCodes() {
        let codes: [Int: ActivityFlags] = [
            0: .automotive, 1: .cycling, 2: .walking, 3: .stationary, 4: .unknown, 7: .walking, 8: .running,
        ]
        // Tilting, 5, says nothing of the person; the others stand for nothing.
        for code in -2...120 { #expect(ActivityFlags(androidCode: code) == codes[code], "\(code)") }
    }

    @Test func androidsConfidenceIsHighFrom75AndMediumFrom50() {
        for (percent, level) in [
            (0.0, Confidence.low), (49.99, .low), (50, .medium), (74.99, .medium), (75, .high), (100, .high),
            (.nan, .low),
        ] {
            #expect(Confidence(androidPercent: percent) == level, "\(percent)")
        }
    }
}
