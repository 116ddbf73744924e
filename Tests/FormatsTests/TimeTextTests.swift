// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@Suite struct TimeTextTests {
    private func parse(_ text: String, _ colon: TimeText.ColonFraction = .milliseconds) -> TimeText? {
        let bytes = Array(text.utf8)
        return TimeText.parse(bytes.span, 0..<bytes.count, colon: colon)
    }

    @Test func readsClockTimes() {
        #expect(parse("14:39:29:5")?.nanoseconds == 52_769_005_000_000)
        #expect(parse("14:39:29:264")?.nanoseconds == 52_769_264_000_000)
        #expect(parse("11:41:59:3050")?.nanoseconds == 42_119_305_000_000)
        #expect(parse("00:00:01.5")?.nanoseconds == 1_500_000_000)
        #expect(parse("00:00:01")?.hasDate == false)
    }

    @Test(arguments: [
        ("2021-06-04 20:48:22", "2021-06-04T20:48:22Z"),
        ("2015-08-25 14:32:43:035", "2015-08-25T14:32:43.035Z"),
        ("27-Aug-2023 11:33:41.532", "2023-08-27T11:33:41.532Z"),
        ("2025-04-20T10:22:12.791-04:00", "2025-04-20T14:22:12.791Z"),
        ("2024-06-04 15:48:16.002962", "2024-06-04T15:48:16.002962Z"),
        ("2025-05-14 10:00:00.5 +0200", "2025-05-14T08:00:00.5Z"), ("2025-05-14 10:00:00 UTC", "2025-05-14T10:00:00Z"),
        ("2024/02/29 00:00:00Z", "2024-02-29T00:00:00Z"), ("25.05.2025 08:00:00,5", "2025-05-25T08:00:00.5Z"),
        ("05/25/2025 08:00:00", "2025-05-25T08:00:00Z"), ("25/05/2025 08:00:00", "2025-05-25T08:00:00Z"),
        ("03/05/2025 08:00:00", "2025-05-03T08:00:00Z"), ("03.05.2025 08:00:00", "2025-05-03T08:00:00Z"),
        ("05/14/2025 11:59:00 PM", "2025-05-14T23:59:00Z"), ("5/4/2025 12:00:01.25 am", "2025-05-04T00:00:01.250Z"),
    ])
    func readsDates(_ text: String, _ iso: String) throws {
        let expected = try #require(Timestamp(iso8601: iso))
        let found = try #require(parse(text))
        #expect(found.nanoseconds == expected.nanoseconds)
        #expect(found.hasDate)
    }

    @Test(arguments: [
        "", "12", "25:00:00", "12:61:00", "13/13/2021 10:00:00", "12:00:00:12345", "13:00:00 PM", "12:00:00 x", "a:b:c",
        "2024-02-29 10:00:00+9999999999:00",
        "2024-02-29 10:00:00+9999999999", "9999999999-01-01 10:00:00", "2024-02-29 10:00:00+01:9999999999",
    ])
    func refusesOtherTexts(_ text: String) { #expect(parse(text) == nil) }

    @Test func theOrderOfDayAndMonthIsSaid() {
        #expect(parse("25/05/2025 08:00:00")?.order == .dayFirst)
        #expect(parse("05/25/2025 08:00:00")?.order == .monthFirst)
        #expect(parse("03.05.2025 08:00:00")?.order == .dayFirst)
        #expect(parse("03/05/2025 08:00:00 AM")?.order == .monthFirst)
        #expect(parse("03/05/2025 08:00:00")?.isOpen == true)
        #expect(parse("05/05/2025 08:00:00")?.isOpen == false)
        #expect(parse("03-May-2025 08:00:00")?.isOpen == false)
    }
}
