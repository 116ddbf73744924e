import MotionTypes
package import SensorLogs
import TextFormats
package import Timeline

/// A recording's summary as text for people.
package struct InspectionText: Sendable {
    private let summary: RecordingSummary
    private let zone: LocalZone
    private let width: Int

    /// A recording for a reader of so many columns, its beginning by the clock of a zone.
    package init(_ summary: RecordingSummary, zone: LocalZone, width: Int) {
        self.summary = summary
        self.zone = zone
        self.width = width
    }

    /// The lines, each with its end; only the title, which has the path, may be wider than the reader's columns.
    package var text: String {
        let header = summary.header
        // A path stays whole, so that it can be copied.
        let title = "\(header.source): \(header.logger.rawValue)" + (header.device.map { ", \($0)" } ?? "")
        var lines: [String] = []
        let start = header.origin.map { zone.text(of: $0) + ", " + zone.name }
        lines.append("  starts   \(start ?? "at a time that the log does not tell")")
        lines.append("  lasts    \(Self.seconds(summary.end)) s")
        lines += sensors.text(width: width - 2).split(separator: "\n").map { "  " + $0 }
        for sensor in summary.sensors where sensor.gaps > 0 {
            let gaps = "\(sensor.gaps) gap\(sensor.gaps == 1 ? "" : "s")"
            lines.append("  \(sensor.sensor.name): \(gaps) of \(Self.seconds(sensor.gapTime, 1)) s in all")
        }
        for sensor in summary.sensors {
            if let original = sensor.convertedFrom {
                lines.append("  \(sensor.sensor.name): converted from \(original)")
            }
        }
        if header.hasLocation { lines.append("  location: \(summary.fixCount) fixes") }
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

    private var sensors: TextTable {
        var table = TextTable(["sensor", "samples", "Hz", "from s", "to s", "least", "greatest", "unit"])
        for sensor in summary.sensors {
            table.add([
                sensor.sensor.name, "\(sensor.count)", sensor.rate.map { DecimalText.text($0, places: 2) } ?? "",
                Self.seconds(sensor.first), Self.seconds(sensor.last),
                DecimalText.text(Double(sensor.least), places: 3), DecimalText.text(Double(sensor.greatest), places: 3),
                sensor.sensor.unit,
            ])
        }
        return table
    }

    private static func seconds(_ time: Duration, _ places: Int = 2) -> String {
        DecimalText.text(Nanoseconds.product(time.wholeNanoseconds), places: places)
    }
}

extension RecordingSummary {
    /// What was guessed, each once: the files of an export are often alike.
    var guesses: [String] {
        var seen: Set<String> = []
        return header.guesses.filter { seen.insert($0).inserted }
    }
}

extension Sensor {
    /// The unit in which readings are shown.
    var unit: String {
        switch self {
        case .acceleration, .linearAcceleration: "m/s²"
        case .rotationRate: "rad/s"
        case .pressure: "hPa"
        case .speed: "m/s"
        }
    }
}
