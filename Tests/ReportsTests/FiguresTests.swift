// SPDX-License-Identifier: Apache-2.0
import GaitwayReports
import TestSupport
import Testing

@Suite("Figures as text")
struct FiguresTests {
    private typealias Terminal = Figures<TerminalStyle>

    /// A style that differs from the terminal's in everything.
    private enum Wide: FigureStyle {
        static let space = "_"
        static let absent = "none"
        static let minus = "minus "
        static let separator = "'"
        static let tellsNearlyAll = true
    }

    @Test(arguments: [
        (0, "0 %", "0_%"), (0.004, "0 %", "0_%"), (0.005, "1 %", "1_%"), (0.876, "88 %", "88_%"),
        (0.99, "99 %", "99_%"),
        (0.9949, "99 %", "99.5_%"), (0.9999, "100 %", "100.0_%"), (1, "100 %", "100_%"), (1.5, "150 %", "150_%"),
    ])
    func aShareIsAPercentage(share: Double, terminal: String, wide: String) {
        #expect(Terminal.percent(share) == terminal)
        #expect(Figures<Wide>.percent(share) == wide)
    }

    @Test func differencesHaveASign() {
        #expect(Terminal.signed(0.0124) == "+0.012" && Terminal.signed(-0.5, places: 1) == "-0.5")
        // What rounds to zero has the sign of zero.
        #expect(Terminal.signed(-0.0001) == "+0.000" && Terminal.signed(nil as Double?) == "-")
        #expect(Figures<Wide>.signed(-0.25) == "minus 0.250")
    }

    @Test func percentagesHaveTheDecimalsThatAreAskedFor() {
        #expect(Terminal.percent(0.12345, places: 2) == "12.35 %")
        #expect(Figures<Wide>.percent(0.9951, places: 2) == "99.51_%")
    }

    @Test func percentagesOfAllPartsSumTo100() {
        #expect(
            Terminal.percents([.seconds(1), .seconds(1), .seconds(1)], of: .seconds(3)) == ["34 %", "33 %", "33 %"])
        #expect(Terminal.percents([.seconds(2)], of: .seconds(8)) == ["25 %"])
        #expect(Terminal.percents([.zero], of: .zero) == ["-"])
        #expect(Figures<Wide>.percents([.seconds(996), .seconds(4)], of: .seconds(1000)) == ["99.6_%", "0.4_%"])
        var random = SeededGenerator(seed: 7)
        for count in 1...8 {
            for _ in 0..<50 {
                let parts = (0..<count).map { _ in Duration.milliseconds(Int.random(in: 1...9999, using: &random)) }
                let percents = Terminal.percents(parts, of: parts.reduce(.zero, +)).map { Int($0.dropLast(2)) ?? -1 }
                #expect(percents.reduce(0, +) == 100 && percents.allSatisfy { $0 >= 0 }, "\(parts)")
            }
        }
    }

    @Test(arguments: [
        (0, "0 m"), (0.6, "1 m"), (840, "840 m"), (999.4, "999 m"), (999.6, "1.0 km"), (4120, "4.1 km"),
        (123_456, "123.5 km"),
        (999_940, "999.9 km"), (999_960, "1000 km"), (1_204_321, "1204 km"),
    ])
    func distancesAreMetresOrKilometres(metres: Double, text: String) { #expect(Terminal.distance(metres) == text) }

    @Test(arguments: [
        (-3, "0 s"), (0, "0 s"), (45.4, "45 s"), (59.4, "59 s"), (59.6, "1 min"), (2280, "38 min"), (3569, "59 min"),
        (3570, "1 h"), (4320, "1 h 12 min"), (359_900, "99 h 58 min"), (360_000, "100 h"), (4_334_400, "1204 h"),
    ])
    func durationsHaveTheirTwoLargestUnits(seconds: Double, text: String) {
        #expect(Terminal.duration(seconds) == text)
    }

    @Test func countsHaveANounAndGroups() {
        #expect(Terminal.count(1, "ride", "rides") == "1 ride" && Terminal.count(0, "ride", "rides") == "0 rides")
        #expect(Terminal.count(1_234_567) == "1234567")
        #expect(Figures<Wide>.count(1_234_567, "ride", "rides") == "1'234'567 rides")
        #expect(
            [0, 12, 123, 1234, -123, -1234].map { Figures<Wide>.count($0) } == [
                "0", "12", "123", "1'234", "minus 123", "minus 1'234",
            ])
        #expect(Figures<Wide>.count(.min) == "minus 9'223'372'036'854'775'808")
    }

    @Test func whatDoesNotExistIsOneText() {
        #expect(
            [Terminal.decimal(nil), Terminal.percent(nil), Terminal.seconds(nil), Terminal.range(nil)] == [
                "-", "-", "-", "-",
            ])
        #expect(Figures<Wide>.decimal(nil) == "none")
    }

    @Test func unitsStandBehindTheStylesSpace() {
        #expect(Figures<Wide>.speed(10) == "36.0_km/h" && Figures<Wide>.seconds(.milliseconds(1250)) == "1.3_s")
        #expect(Figures<Wide>.hours(1.5) == "1.50_h" && Figures<Wide>.duration(4320) == "1_h 12_min")
        #expect(Terminal.clock(.seconds(3723)) == "1:02:03" && Terminal.decimal(0.81249) == "0.812")
    }
}
