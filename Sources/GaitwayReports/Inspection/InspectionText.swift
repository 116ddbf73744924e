// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// A recording's summary as text for the terminal.
package struct InspectionText: Sendable {
    private let summary: RecordingSummary
    private let zone: LocalZone
    private let width: Int

    /// - Parameters:
    ///   - zone: the clock of the recording's start.
    ///   - width: the reader's columns.
    package init(_ summary: RecordingSummary, zone: LocalZone, width: Int) {
        self.summary = summary
        self.zone = zone
        self.width = width
    }

    /// The lines, each with its end. Only the title may be wider than the reader's columns, as it has the path.
    package var text: String {
        let header = summary.header
        // A path stays whole, so that it can be copied.
        let title = "\(header.source): \(header.logger.rawValue)" + (header.device.map { ", \($0)" } ?? "")
        var lines: [String] = []
        let start = header.origin.map { zone.text(of: $0) + ", " + zone.name }
        lines.append("  starts   \(start ?? "at an unknown time")")
        lines.append("  lasts    \(Self.length(summary.end))")
        lines += sensors.text(width: width - 2).split(separator: "\n").map { "  " + $0 }
        for sensor in summary.sensors where sensor.gaps > 0 {
            let gaps = FigureText.count(sensor.gaps, "gap", "gaps")
            lines.append("  \(sensor.sensor.name): \(gaps) of \(Self.length(sensor.gapTime)) in all")
        }
        for sensor in summary.sensors {
            if let original = sensor.convertedFrom {
                lines.append("  \(sensor.sensor.name): converted from \(original)")
            }
        }
        if header.hasLocation { lines.append("  location: \(summary.fixCount.counted("fix", "fixes"))") }
        lines += phone
        if !summary.annotations.isEmpty {
            let texts = summary.annotations.prefix(8).map(\.text)
            lines.append(
                "  labels: \(texts.joined(separator: ", "))" + (summary.annotations.count > 8 ? ", …" : ""))
        }
        for guess in summary.guesses { lines.append("  guessed: \(guess)") }
        for (kind, count) in summary.repairs.entries { lines.append("  repaired: \(kind.rawValue) \(count)") }
        return QuotedText.printable(title) + "\n"
            + lines.map { TextWidth.wrapped(QuotedText.printable($0), width: width, indent: 4) }.joined()
    }

    private var phone: [String] {
        var lines = PhoneReportCounts(summary.phoneActivities).rows.map { row in
            let levels = PhoneReportCounts.levels.compactMap { level -> String? in
                guard let level, let count = row.counts[level] else { return nil }
                return "\(count) \(level.name)"
            }
            return "  the phone's own \(row.word): \(FigureText.count(row.total, "report", "reports"))"
                + (levels.isEmpty ? "" : ", " + levels.joined(separator: ", "))
        }
        if let steps = summary.phoneSteps { lines.append("  the phone's own steps: \(steps)") }
        return lines
    }

    private var sensors: TextTable {
        var table = TextTable(["sensor", "samples", "Hz", "first at", "last at", "least", "greatest", "unit"])
        for sensor in summary.sensors {
            table.add([
                sensor.sensor.name, "\(sensor.count)", sensor.rate.map { FigureText.decimal($0, places: 2) } ?? "",
                Self.length(sensor.first), Self.length(sensor.last),
                FigureText.decimal(Double(sensor.least), places: 3),
                FigureText.decimal(Double(sensor.greatest), places: 3),
                sensor.sensor.unit,
            ])
        }
        return table
    }

    /// `12.34 s`, from ten minutes on `1:02:03`, and from a day on `5 d 23:59:59`.
    private static func length(_ time: Duration) -> String {
        let seconds = Nanoseconds.product(time.wholeNanoseconds)
        guard seconds >= 600 else { return FigureText.decimal(seconds, places: 2) + " s" }
        let whole = Int64(clamping: seconds.rounded())
        let days = whole / 86_400
        return (days > 0 ? "\(days) d " : "") + ClockText.text(wholeSeconds: whole % 86_400)
    }
}

extension RecordingSummary {
    /// The guesses, each once: the files of an export often share them.
    var guesses: [String] {
        var seen: Set<String> = []
        return header.guesses.filter { seen.insert($0).inserted }
    }
}

extension Sensor {
    var unit: String {
        switch self {
        case .acceleration, .linearAcceleration: "m/s²"
        case .rotationRate: "rad/s"
        case .pressure: "hPa"
        case .speed: "m/s"
        }
    }
}
