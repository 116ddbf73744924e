// SPDX-License-Identifier: Apache-2.0

/// What the lines above a table state: a rate, as `# data_rate = 50.0 Hz`; ActiGraph's exports also the order of dates,
/// and the start.
///
/// `----- Data File Created By ActiGraph GT3X+ … date format d/MM/yyyy at 50 Hz  Filter Normal -----`, then
/// `Start Time 17:33:00` and `Start Date 02/04/2015`.
package struct TablePreamble {
    /// The order of day and month.
    package private(set) var order: TimeText.DateOrder?
    /// Samples a second.
    package private(set) var rate: Double?
    /// The time of the first row, in nanoseconds since 1970.
    package private(set) var start: Int64?

    package init() {}

    package init(_ lines: [[UInt8]]) {
        let texts = lines.map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
        // The expression costs as much as hundreds of rows, and few lines need it.
        rate = texts.lazy.filter { $0.lowercased().contains("hz") }.compactMap(Self.statedRate).first
        guard let title = texts.first(where: { $0.contains("ActiGraph") }) else { return }
        let words = title.split(separator: " ").map(String.init)
        func word(behind mark: String) -> String? {
            words.firstIndex(of: mark).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        }
        if let format = word(behind: "format") { order = format.hasPrefix("d") ? .dayFirst : .monthFirst }
        rate = word(behind: "at").flatMap(Self.rate)
        func value(_ name: String) -> String? {
            texts.first { $0.hasPrefix(name) }.map {
                String($0.dropFirst(name.count)).filter { $0 != "\r" }.trimmingBlanks
            }
        }
        if let date = value("Start Date"), let time = value("Start Time") {
            start = TimeText.parse(date + " " + time, order: order ?? .monthFirst)?.nanoseconds
        }
    }

    private static func statedRate(_ line: String) -> Double? {
        let form = /(?:sampl\w*|data)[ _-]*(?:rate|freq\w*)\W{1,4}(\d+(?:\.\d+)?) *Hz/.ignoresCase()
        return line.firstMatch(of: form).flatMap { rate($0.output.1) }
    }

    private static func rate(_ text: some StringProtocol) -> Double? {
        Double(text).flatMap { $0 > 0 && $0 <= 10_000 ? $0 : nil }
    }
}
