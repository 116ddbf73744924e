// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation

/// The labels of one ride: rows of a manifest that never overlap, in order. A pure value.
///
/// Each row keeps its other cells through every change. A ride without labels may have one row for its other cells,
/// whose mode is `unlabelled`.
package struct RideLabels: Sendable, Hashable {
    /// The rows, in order.
    package private(set) var rows: [LabelRow]
    /// The ride's length in seconds; nil if it is not known yet.
    private let duration: Double?
    private let recording: String

    /// Two edges closer than this are one, in seconds.
    private static let tolerance = 0.0005

    /// The labels of a recording.
    ///
    /// - Parameter rows: the manifest's rows of this recording.
    package init(recording: String, rows: [LabelRow], duration: Double?) {
        self.recording = recording
        self.duration = duration
        self.rows = rows.sorted { ($0.start ?? 0) < ($1.start ?? 0) }
    }

    /// The labelled spans; a row without an end reaches to the ride's end.
    package var spans: [(from: Double, to: Double, label: RideLabel)] {
        labelled.map { (start($0), end($0), $0.label) }
    }

    /// Writes the spans as the protocol has them. Without a known length, a label to the end has its start as its end.
    package func write(to json: inout JSONWriter) {
        json.array { json in
            for (from, to, label) in spans {
                json.array { json in
                    json.append(from, places: 3)
                    json.append(to.isFinite ? to : from, places: 3)
                    json.append(label.name)
                }
            }
        }
    }

    /// The cell of the first row that has one.
    package func cell(_ column: String) -> String {
        rows.lazy.map { $0[column] }.first { !$0.isEmpty && !$0.hasPrefix(LabelRow.unlabelled) } ?? ""
    }

    private var labelled: [LabelRow] { rows.filter { !$0.isUnlabelled } }

    private func start(_ row: LabelRow) -> Double { row.start ?? 0 }
    private func end(_ row: LabelRow) -> Double { row.end ?? duration ?? .infinity }

    /// Applies a change; returns false if it changes nothing.
    package mutating func apply(_ change: LabelChange) -> Bool {
        let before = rows
        switch change {
        case .put(let from, let to, let label): put([(from, to, label)])
        case .rest(let label): putRest(label)
        case .all(let label): put([(0, duration ?? .infinity, label)])
        case .split(let time): split(at: time)
        case .join(let time): join(at: time)
        case .move(let time, let target): move(time, to: target)
        }
        rows = rows.sorted { start($0) < start($1) }
        return rows != before
    }

    /// Sets cells of every row; a ride without rows gets one for them.
    package mutating func set(_ cells: [(column: String, text: String)]) {
        if rows.isEmpty { rows = [placeholder(template)] }
        for index in rows.indices {
            for (column, text) in cells where column != "mode" || !rows[index].isUnlabelled {
                rows[index][column] = text
            }
        }
    }

    // MARK: Changes

    /// Gives spans labels, whatever they had; nil removes the labels in a span. `labeller` is empty for a person.
    ///
    /// The labels stand in two stacks, those before the last span and those behind it, so that spans in order cost what
    /// they touch alone.
    package mutating func put(_ spans: [(from: Double, to: Double, label: RideLabel?)], labeller: String = "") {
        let hadRows = !rows.isEmpty
        let first = template
        var before: [LabelRow] = []
        var behind = Array(labelled.reversed())
        var hasChanged = false
        for (one, other, label) in Self.ordered(spans) {
            let from = Self.rounded(max(0, min(one, other)))
            let to = Self.rounded(min(duration ?? .infinity, max(one, other)))
            guard to - from > Self.tolerance else { continue }
            hasChanged = true
            while let last = before.last, start(last) >= to - Self.tolerance { behind.append(before.removeLast()) }
            while let next = behind.last, start(next) < to - Self.tolerance { before.append(behind.removeLast()) }
            var cut: [LabelRow] = []
            while let last = before.last, end(last) > from + Self.tolerance { cut.append(before.removeLast()) }
            if let row = cut.last, start(row) < from - Self.tolerance {
                before.append(row.cut(start: row.start, end: from))
            }
            if let row = cut.first, end(row) > to + Self.tolerance {
                behind.append(row.cut(start: to, end: row.end))
            }
            guard let label else { continue }
            // A neighbour may reach into the span by less than the tolerance.
            let span = (
                from: before.last.map { max(from, end($0)) } ?? from, to: behind.last.map { min(to, start($0)) } ?? to
            )
            var row = (cut.first ?? before.first ?? behind.last ?? first)
                .cut(start: span.from, end: span.to == .infinity ? nil : span.to)
            // A tram's mode does not suit a walk.
            if row.label != label, !row["mode"].isEmpty { row["mode"] = "" }
            row.label = label
            row[ManifestRow.labeller] = labeller
            if let last = before.last, last.hasCells(of: row), (end(last) - from).magnitude < Self.tolerance {
                row.start = last.start
                before.removeLast()
            }
            if let next = behind.last, let end = row.end, next.hasCells(of: row),
                (start(next) - end).magnitude < Self.tolerance
            {
                row.end = next.end
                behind.removeLast()
            }
            before.append(row)
        }
        guard hasChanged else { return }
        before += behind.reversed()
        rows = before.isEmpty && hadRows ? [placeholder(first)] : before
    }

    /// The spans by their beginnings, if that gives the same labels.
    private static func ordered(
        _ spans: [(from: Double, to: Double, label: RideLabel?)]
    ) -> [(from: Double, to: Double, label: RideLabel?)] {
        let sorted = spans.sorted { min($0.from, $0.to) < min($1.from, $1.to) }
        let areApart = zip(sorted, sorted.dropFirst()).allSatisfy { max($0.from, $0.to) <= min($1.from, $1.to) }
        return areApart || spans.allSatisfy { $0.label == spans[0].label } ? sorted : spans
    }

    /// Whether two of the rows cover the same time.
    package var overlaps: Bool {
        zip(rows, rows.dropFirst()).contains { ($1.start ?? 0) < ($0.end ?? .infinity) }
    }

    private mutating func putRest(_ label: RideLabel) {
        var time = 0.0
        var rest: [(from: Double, to: Double, label: RideLabel?)] = []
        for (from, to, _) in spans + [(duration ?? .infinity, duration ?? .infinity, label)] {
            // A whole ride of unknown length is one label.
            if from - time > Self.tolerance, from < .infinity || spans.isEmpty { rest.append((time, from, label)) }
            time = max(time, to)
        }
        put(rest)
    }

    private mutating func split(at time: Double) {
        let time = Self.rounded(time)
        guard
            let index = rows.firstIndex(where: { row in
                !row.isUnlabelled && start(row) < time - Self.tolerance && end(row) > time + Self.tolerance
            })
        else { return }
        let row = rows[index]
        rows[index] = row.cut(start: row.start, end: time)
        rows.append(row.cut(start: time, end: row.end))
    }

    private mutating func join(at time: Double) {
        let all = labelled
        guard !all.contains(where: { start($0) < time - Self.tolerance && end($0) > time + Self.tolerance }),
            let first = all.last(where: { end($0) <= time + Self.tolerance }),
            let second = all.first(where: {
                start($0) >= time - Self.tolerance && start($0) >= end(first) - Self.tolerance
            })
        else { return }
        rows.removeAll { $0 == first || $0 == second }
        rows.append(first.cut(start: first.start, end: second.end))
    }

    private mutating func move(_ time: Double, to target: Double) {
        let near = Self.tolerance
        let before = rows.firstIndex { !$0.isUnlabelled && (end($0) - time).magnitude < near }
        let after = rows.firstIndex { !$0.isUnlabelled && (start($0) - time).magnitude < near }
        guard before != nil || after != nil else { return }
        // An edge stays between the far edges of its own labels and those of its neighbours.
        let others = rows.indices.filter { $0 != before && $0 != after }.map { rows[$0] }
        var least = before.map { start(rows[$0]) + 2 * Self.tolerance } ?? 0
        var most = after.map { end(rows[$0]) - 2 * Self.tolerance } ?? duration ?? .infinity
        if before == nil { least = others.map(end).filter { $0 <= time + near }.max() ?? least }
        if after == nil { most = others.map(start).filter { $0 >= time - near }.min() ?? most }
        guard least <= most else { return }
        let target = Self.rounded(min(max(target, least), most))
        if let before { rows[before].end = target }
        if let after { rows[after].start = target }
    }

    private var template: LabelRow {
        var row = rows.first ?? LabelRow(recording: recording)
        if row.isUnlabelled { row["mode"] = "" }
        return row
    }

    private func placeholder(_ template: LabelRow) -> LabelRow {
        var row = template.cut(start: nil, end: nil)
        row.label = .unknown
        row["mode"] = LabelRow.unlabelled
        row[ManifestRow.labeller] = ""
        return row
    }

    private static func rounded(_ seconds: Double) -> Double {
        seconds.isFinite ? (seconds * 1000).rounded() / 1000 : seconds
    }
}
