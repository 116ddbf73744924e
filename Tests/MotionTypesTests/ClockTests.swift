// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@Suite("moments, lengths of time, nanoseconds")
struct ClockTests {
    @Test("sums of moments and lengths stop at the ends of the range")
    func endsOfTheRange() {
        let last = Timestamp(nanoseconds: .max)
        let first = Timestamp(nanoseconds: .min)
        let noon = Timestamp(nanoseconds: 1_777_636_800_000_000_000)
        #expect(last + .nanoseconds(1) == last && first - .nanoseconds(1) == first)
        #expect(noon + .seconds(Int64.max) == last && noon - .seconds(Int64.max) == first)
        #expect(noon + .seconds(-Int64.max) == first && noon - .seconds(-Int64.max) == last)
        #expect((noon + .milliseconds(1500)).iso8601 == "2026-05-01T12:00:01.500Z")
        #expect((noon - .milliseconds(1500)).iso8601 == "2026-05-01T11:59:58.500Z")
    }

    @Test("the difference of two moments is exact over the whole range")
    func differences() {
        let last = Timestamp(nanoseconds: .max)
        let first = Timestamp(nanoseconds: .min)
        #expect(last - first == .nanoseconds(Int64.max) + .nanoseconds(Int64.max) + .nanoseconds(1))
        #expect(first - last == Duration.zero - (last - first))
        #expect(TimeSpan(start: first, end: last).duration == last - first)
        #expect((first - last).wholeNanoseconds == .min && (last - first).wholeNanoseconds == .max)
    }

    @Test("a moment is saved as one number")
    func coding() throws {
        let moments = [Timestamp(nanoseconds: .min), Timestamp(nanoseconds: 0), Timestamp(nanoseconds: .max)]
        let saved = try JSONEncoder().encode(moments)
        #expect(String(decoding: saved, as: UTF8.self) == "[-9223372036854775808,0,9223372036854775807]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: saved) == moments)
    }

    @Test("whole seconds are rounded down, also before 1970")
    func wholeSeconds() {
        #expect(Timestamp(nanoseconds: -1).wholeSeconds == -1 && Timestamp(nanoseconds: 999_999_999).wholeSeconds == 0)
        #expect(Timestamp(wholeSeconds: -2) == Timestamp(nanoseconds: -2_000_000_000))
        #expect(Timestamp(wholeSeconds: .max).nanoseconds == .max && Timestamp(wholeSeconds: .min).nanoseconds == .min)
    }

    @Test(
        "seconds in decimals become the nanoseconds that they name",
        arguments: [
            ("0", 0), ("12.8", 12_800_000_000), ("-0.5", -500_000_000), ("-3", -3_000_000_000),
            ("1.000000001", 1_000_000_001), ("1.0000000001", nil), ("1e3", nil), ("9000000000", nil), (".5", nil),
        ] as [(String, Int64?)])
    func decimals(text: String, nanoseconds: Int64?) {
        #expect(Nanoseconds.exactly(text) == nanoseconds)
    }

    @Test("a length in seconds with up to nine decimals comes back as it was")
    func seconds() {
        for thousandth in stride(from: 0, through: 1_000_000_000, by: 1_234_567) {
            let seconds = Double(thousandth) / 1000
            #expect(Duration(inSeconds: seconds).inSeconds == seconds)
        }
        #expect(Duration(inSeconds: 1e9).inSeconds == 1e9 && Duration(inSeconds: 0.35).inSeconds == 0.35)
        #expect(Duration(inSeconds: .infinity).wholeNanoseconds == .max)
        #expect(Duration(inSeconds: -.infinity).wholeNanoseconds == .min)
    }

    @Test("a sample's time is its nanoseconds")
    func samples() {
        var sample = SensorSample(sensor: .pressure, elapsed: .milliseconds(-40), value: .zero)
        #expect(sample == SensorSample(sensor: .pressure, nanoseconds: -40_000_000, value: .zero))
        sample.elapsed += .seconds(1)
        #expect(sample.nanoseconds == 960_000_000 && sample.elapsed == .milliseconds(960))
    }

    @Test("a report that was not given its delivery was delivered when its activity began")
    func delivery() {
        let activity = MotionActivity(flags: .walking, confidence: .high, elapsed: .seconds(3))
        #expect(ActivityReport(activity: activity).delivered == .seconds(3))
        #expect(ActivityReport(activity: activity, delivered: .seconds(9)).delivered == .seconds(9))
    }
}
