// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import TestSupport
import Testing

@Suite("Activities as tables")
struct ActivityTableTests {
    /// A walk of a minute, then a ride of two in a car, in windows of `length` seconds.
    private static func stream(window length: Int, _ confidence: Confidence = .high) -> [StreamElement] {
        let reports = stride(from: 0, to: 180, by: length).map { start in
            let (from, isWalk) = (Duration.seconds(start), start < 60)
            return StreamElement.report(
                ActivityReport(
                    activity: MotionActivity(
                        flags: isWalk ? .walking : .automotive, confidence: confidence, elapsed: from),
                    probabilities: ActivityProbabilities { $0 == (isWalk ? .walking : .automotive) ? 0.9 : 0.02 },
                    window: from..<from + .seconds(length)))
        }
        let header = StreamHeader(
            source: "ride", model: "m", origin: Timestamp(iso8601: "2026-05-01T23:59:00Z"), smoothing: "viterbi")
        let footer = StreamFooter(
            end: .seconds(180), windows: reports.count, repaired: [StreamFooter.Repair(kind: "gap", count: 2)])
        return [.header(header)] + reports + [.footer(footer)]
    }

    private func form(_ rows: StreamForm.Rows = .fit, smoothing: Smoothing? = nil) -> StreamForm {
        StreamForm(format: .table, smoothing: smoothing, rows: rows)
    }

    private func summary(
        width: Int = 80, isColoured: Bool = false, window: Int = 3, _ confidence: Confidence = .high
    ) -> String {
        var table = SummaryTable(form: form(), layout: TableLayout(width: width, isColoured: isColoured))
        var bytes: [UInt8] = []
        for element in Self.stream(window: window, confidence) { table.append(element, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func summaryHasAStretchARowThenTheTimes() {
        let expected = """
                start       UTC   duration  activity       confidence         prob
              0:00:00  23:59:00    0:01:00  walking        high               90 %
              0:01:00  00:00:00    0:02:00  automotive     high               90 %
              0:03:00  00:02:00             end

            activity            time   share
            walking          0:01:00    33 %
            automotive       0:02:00    67 %

            repaired: gap 2
            Smoothed over the whole log (viterbi).

            """
        #expect(summary() == expected)
    }

    /// Steps of a short walk that is folded into unknown windows are in the sums, as in the rows.
    @Test func stepsOfUnknownTimeAreSummedUp() {
        let reports = (0..<21).map { index in
            let (from, isWalk) = (Duration.seconds(3 * index), index == 10)
            return StreamElement.report(
                ActivityReport(
                    activity: MotionActivity(
                        flags: isWalk ? .walking : .unknown, confidence: .low, elapsed: from),
                    probabilities: isWalk ? ActivityProbabilities { $0 == .walking ? 0.2 : 0.16 } : nil,
                    reason: isWalk ? nil : "far-from-training", window: from..<from + .seconds(3),
                    steps: index < 10 ? 0 : 5))
        }
        var table = SummaryTable(form: form(), layout: TableLayout(width: 80, isColoured: false))
        var bytes: [UInt8] = []
        let header = StreamHeader(source: "ride", model: "m", origin: nil, smoothing: "viterbi")
        let footer = StreamFooter(end: .seconds(63), windows: 21, repaired: [], steps: 5)
        for element in [.header(header)] + reports + [.footer(footer)] { table.append(element, to: &bytes) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("unknown") }
        #expect(lines.count == 1 && lines[0].hasSuffix("100 %  far-from-training, 5 steps"), "\(lines)")
    }

    @Test func momentsAreByTheClockOfTheZone() throws {
        for (name, hour) in [("Asia/Kolkata", "05:29:00"), ("America/New_York", "19:59:00"), ("UTC", "23:59:00")] {
            let layout = TableLayout(width: 80, isColoured: false, zone: try LocalZone(name: name))
            var summary = SummaryTable(form: form(), layout: layout)
            var table = StreamTable(form: form(.windows), layout: layout)
            for isSummary in [true, false] {
                var bytes: [UInt8] = []
                for element in Self.stream(window: 3) {
                    if isSummary { summary.append(element, to: &bytes) } else { table.append(element, to: &bytes) }
                }
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.contains("  0:00:00  \(hour)  "))
                #expect(text.contains("The clock is that of \(name).") == (name != "UTC"))
                #expect(
                    text.contains("     UTC  ") == (name == "UTC") && text.contains("   clock  ") == (name != "UTC"))
            }
        }
    }

    @Test func foldedStretchesAreCounted() {
        #expect(summary(window: 60, .low).contains("\n1 short stretch is folded into a neighbour; --all shows it.\n"))
    }

    @Test func onlyWideTablesHaveDates() {
        #expect(!summary(width: 99).contains("2026-05-01"))
        #expect(
            summary(width: 100).contains("2026-05-01 23:59:00") && summary(width: 100).contains("2026-05-02 00:00:00"))
    }

    @Test func coloursAreAllThatAColouredTableAdds() throws {
        let plain = summary(isColoured: true).replacing(/\u{1b}\[[0-9]+m/, with: "")
        #expect(summary(isColoured: true) != plain)
        #expect(plain == summary())
    }

    @Test func streamThatWasCutShowsWhatCameBefore() {
        var table = SummaryTable(form: form(), layout: TableLayout(width: 80, isColoured: false))
        var bytes: [UInt8] = []
        table.cut(to: &bytes)
        for element in Self.stream(window: 3).dropLast() { table.append(element, to: &bytes) }
        #expect(bytes.isEmpty)
        table.cut(to: &bytes)
        // Only the closing line has repairs.
        #expect(String(decoding: bytes, as: UTF8.self) == summary().replacing("repaired: gap 2\n", with: ""))
    }

    @Test func streamTableHasARowPerWindow() {
        var table = StreamTable(form: form(.windows), layout: TableLayout(width: 80, isColoured: false))
        var bytes: [UInt8] = []
        for element in Self.stream(window: 60) { table.append(element, to: &bytes) }
        let expected = """
                start       UTC  activity         confidence         prob
              0:00:00  23:59:00  walking          high               90 %
              0:01:00  00:00:00  automotive       high               90 %
              0:02:00  00:01:00  automotive       high               90 %
              0:03:00  end
            repaired: gap 2
            Smoothed over the whole log (viterbi).

            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func onlyATableOfACompleteLogWaitsForItsEnd() {
        for format in StreamFormat.allCases {
            for rows in [StreamForm.Rows.fit, .changes, .windows] {
                let form = StreamForm(format: format, smoothing: nil, rows: rows)
                #expect(form.isSummary(of: "ride") == (format == .table && rows != .windows))
                #expect(form.isSummary(of: "-") == (format == .table && rows == .fit))
                // Both have a row for each stretch.
                let isTable = format == .table || format == .csv && rows == .fit
                #expect(form.needsEveryWindow(of: "ride") == (rows == .windows || isTable))
                #expect(form.smoothing(isPiped: false) == .viterbi && form.smoothing(isPiped: true) == .causal)
            }
        }
        #expect(form(smoothing: Smoothing.none).smoothing(isPiped: false) == .none)
    }
}
