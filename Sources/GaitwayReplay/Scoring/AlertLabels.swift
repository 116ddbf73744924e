// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
package import GaitwayBase
import GaitwayTimeline

/// Which alerts of a ride were wanted, unwanted or unsafe. SCORING.md describes the file.
package struct AlertLabels: Sendable {
    /// The labels, by the beginning of their time.
    package let labels: [AlertLabel]
    private let byPlace: [String: [AlertLabel]]
    private let everywhere: [AlertLabel]

    private static let columns = ["place", "from", "to", "label"]
    /// The word for all places.
    private static let allPlaces = "*"

    /// Labels that do not overlap.
    package init(_ labels: [AlertLabel]) {
        self.labels = labels.sorted { $0.span.lowerBound < $1.span.lowerBound }
        byPlace = Dictionary(grouping: self.labels.filter { $0.place != nil }) { $0.place ?? "" }
        everywhere = self.labels.filter { $0.place == nil }
    }

    /// The labels of a file for a scene.
    ///
    /// - Throws: `InputError` with the line: a column that is missing or not known, an unknown place, a time that
    ///   cannot be read or lies outside the track, an unknown label, and two labels of one place for the same time.
    package init(csv bytes: [UInt8], source: String, for scene: RideScene) throws(InputError) {
        do throws(InputError) {
            guard var table = try TableReader(bytes, required: Self.columns, others: .refused()) else {
                throw .empty("the file of labels is empty", remedy: "it begins with place,from,to,label")
            }
            var labels: [AlertLabel] = []
            let columns = Self.columns.map { table.columns[required: $0] }
            try table.forEach { (row) throws(InputError) in labels.append(try Self.label(row, columns, scene)) }
            guard !labels.isEmpty else {
                throw .empty("the file of labels has a header but no rows", remedy: "add one row per label")
            }
            try Self.refuseOverlaps(labels)
            self.init(labels)
        } catch {
            throw error.inSource(source)
        }
    }

    /// The label that an alert of a place falls under: the place's own, else one of all places; nil without either.
    package func label(of place: String, at time: Timestamp) -> AlertLabel? {
        Self.label(in: byPlace[place] ?? [], at: time) ?? Self.label(in: everywhere, at: time)
    }

    /// The wanted alert of a place at a time.
    func wanted(_ place: String, at time: Timestamp) -> AlertLabel? {
        label(of: place, at: time).flatMap { $0.verdict == .wanted ? $0 : nil }
    }

    private static func label(in labels: [AlertLabel], at time: Timestamp) -> AlertLabel? {
        let later = labels.partitioningIndex { $0.span.lowerBound > time }
        // Labels of one place may touch; the later one counts.
        return later > 0 && labels[later - 1].span.contains(time) ? labels[later - 1] : nil
    }

    /// The labels as a file; times in ISO 8601, or in seconds for a ride without a wall clock.
    package func csv(for ride: RecordedRide) -> String {
        func text(_ time: Timestamp) -> String {
            guard ride.origin == nil else { return time.iso8601 }
            return DecimalText.text((time - ride.time(.zero)).inSeconds, places: 3)
        }
        return CSVText.record(Self.columns)
            + labels.map { label in
                CSVText.record([
                    label.place ?? Self.allPlaces, text(label.span.lowerBound), text(label.span.upperBound),
                    label.verdict.rawValue,
                ])
            }.joined()
    }

    /// The label of a row, whose columns come in the order of ``columns``.
    private static func label(_ row: TableRow, _ columns: [TableColumn], _ scene: RideScene) throws(InputError)
        -> AlertLabel
    {
        let place = row[columns[0]]
        guard place == allPlaces || scene.number(of: place) != nil else {
            let names = scene.simulator.places.places.prefix(10_000).map(\.identifier)
            throw row.fault(
                columns[0], "the place \(quoted: place) does not exist",
                Spelling.nearest(to: place, among: names).map { "did you mean \($0)?" }
                    ?? "give the identifier of one of the places, or \(allPlaces) for all")
        }
        var times: [Timestamp] = []
        for column in columns[1...2] {
            let text = row[column]
            if let elapsed = Nanoseconds.exactly(text) {
                times.append(scene.ride.time(.nanoseconds(elapsed)))
            } else if let time = Timestamp(iso8601: text) {
                guard scene.ride.origin != nil else {
                    throw row.fault(
                        column, "the track has no wall clock, so \(QuotedText.text(text)) is nowhere on it",
                        "give seconds since the track's elapsed 0")
                }
                times.append(time)
            } else {
                throw row.fault(
                    column, "\(quoted: text) is not a time",
                    "write 2026-05-01T08:00:00Z, or seconds since the track's elapsed 0")
            }
        }
        guard times[0] <= times[1] else {
            throw row.fault(
                columns[2], "the label ends before it begins",
                "exchange \(QuotedText.text(row[columns[1]])) and \(QuotedText.text(row[columns[2]]))")
        }
        let fixes = scene.ride.fixes
        if let first = fixes.first, let last = fixes.last,
            times[1] < scene.ride.time(first.elapsed) || times[0] > scene.ride.time(last.elapsed) + GateDriver.lead
        {
            throw row.fault(
                columns[1],
                "the label lies outside the track, which lasts from \(scene.ride.time(first.elapsed).iso8601) to "
                    + scene.ride.time(last.elapsed).iso8601, "give the labels of this track")
        }
        guard let verdict = AlertLabel.Verdict(rawValue: row[columns[3]]) else {
            throw row.fault(
                columns[3], "the label \(quoted: row[columns[3]]) is not known", "use wanted, unwanted or unsafe")
        }
        return AlertLabel(
            place: place == allPlaces ? nil : place, span: times[0]...times[1], verdict: verdict, line: row.line)
    }

    /// Refuses two labels of one place for the same time, since an alert then could be both.
    private static func refuseOverlaps(_ labels: [AlertLabel]) throws(InputError) {
        var latest: [String?: AlertLabel] = [:]
        for label in labels.sorted(by: { ($0.span.lowerBound, $0.line ?? 0) < ($1.span.lowerBound, $1.line ?? 0) }) {
            if let other = latest[label.place], label.span.lowerBound < other.span.upperBound {
                let lines = [label.line ?? 0, other.line ?? 0].sorted()
                throw InputError(
                    .malformed, line: lines[1],
                    problem:
                        "\(label.place.map { QuotedText.text($0) } ?? "every place") has a label for the same "
                        + "time in line \(lines[0])",
                    remedy: "keep one of the two, or let the one begin when the other ends")
            }
            if label.span.upperBound > latest[label.place]?.span.upperBound ?? Timestamp(nanoseconds: .min) {
                latest[label.place] = label
            }
        }
    }
}
