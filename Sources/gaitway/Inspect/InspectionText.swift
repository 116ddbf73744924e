import MotionTypes
import SensorLogs

/// A recording's summary as text for people.
struct InspectionText {
    private let summary: RecordingSummary

    init(_ summary: RecordingSummary) { self.summary = summary }

    var text: String {
        let header = summary.header
        var lines = ["\(header.source): \(header.logger.rawValue)" + (header.device.map { ", \($0)" } ?? "")]
        lines.append("  starts   \(header.origin?.iso8601 ?? "at a time that the log does not tell")")
        lines.append("  lasts    \(Self.decimal(Nanoseconds.product(summary.end.wholeNanoseconds), 2)) s")
        for sensor in summary.sensors { lines.append("  " + Self.line(sensor)) }
        if header.hasLocation { lines.append("  location: \(summary.fixCount) fixes") }
        if !summary.annotations.isEmpty {
            let texts = summary.annotations.prefix(8).map(\.text)
            lines.append(
                "  labels: \(texts.joined(separator: ", "))" + (summary.annotations.count > 8 ? ", …" : ""))
        }
        for guess in header.guesses { lines.append("  guessed: \(guess)") }
        for (kind, count) in summary.repairs.entries { lines.append("  repaired: \(kind.rawValue) \(count)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ sensor: RecordingSummary.SensorSummary) -> String {
        let unit =
            switch sensor.sensor {
            case .acceleration, .linearAcceleration: "m/s²"
            case .rotationRate: "rad/s"
            case .pressure: "hPa"
            }
        var text = "\(sensor.sensor.name): \(sensor.count) samples"
        if let rate = sensor.rate { text += ", \(decimal(rate, 2)) Hz" }
        text +=
            ", \(decimal(Nanoseconds.product(sensor.first.wholeNanoseconds), 2)) to \(decimal(Nanoseconds.product(sensor.last.wholeNanoseconds), 2)) s"
        if sensor.gaps > 0 {
            text +=
                ", \(sensor.gaps) gap\(sensor.gaps == 1 ? "" : "s") of \(decimal(Nanoseconds.product(sensor.gapTime.wholeNanoseconds), 1)) s in all"
        }
        text += ", \(decimal(Double(sensor.least), 3)) to \(decimal(Double(sensor.greatest), 3)) \(unit)"
        if let original = sensor.convertedFrom { text += ", converted from \(original)" }
        return text
    }

    /// A number with a fixed count of decimals, whatever the locale.
    private static func decimal(_ value: Double, _ places: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = Int64((value.magnitude * scale).rounded())
        let whole = scaled / Int64(scale)
        let fraction = String(scaled % Int64(scale))
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + String(whole) }
        return sign + "\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
