import MotionTypes
import TextFormats

/// Collects fixes and reports, and brings them in order.
///
/// While it collects, times count from 1970 with a wall clock, else since the recording's own zero.
struct TrackBuilder {
    let format: TrackFormat
    var fixes: [Location] = []
    var reports: [ActivityReport] = []
    var repairs: [Track.Repair: Int] = [:]
    /// No phone of before 1990 wrote a track; smaller times stand for "no time".
    static let earliest = Duration.seconds(631_152_000)
    /// A step that no track has, since it joins times since 1970 with times since the start.
    private static let longestStep = Duration.seconds(10 * 365 * 86_400)

    /// Whether the times so far name their zone; nil before the first that tells.
    private var namesZone: Bool?

    init(format: TrackFormat) { self.format = format }

    /// Looks at a time's text: a track some of whose times name a zone and some do not is of two clocks.
    mutating func noteClock(_ text: String, line: Int) throws(InputError) {
        guard let names = TrackTime.namesZone(text) else { return }
        guard names == namesZone ?? names else {
            throw Self.twoClocks("times with a time zone and times without one", line: line)
        }
        namesZone = names
    }

    mutating func count(_ repair: Track.Repair) { repairs[repair, default: 0] += 1 }

    /// Adds a fix of the wall clock; without a time that can be, it is counted and dropped.
    mutating func addFix(_ fix: Location) {
        guard fix.elapsed >= Self.earliest else { return count(.withoutTime) }
        fixes.append(fix)
    }

    /// Adds a report of the wall clock; without a time that can be, it is counted and dropped.
    mutating func addReport(
        _ flags: ActivityFlags, _ confidence: Confidence, start: Timestamp, delivered: Timestamp? = nil
    ) {
        guard start.sinceEpoch >= Self.earliest else { return count(.withoutTime) }
        let activity = MotionActivity(
            flags: flags, confidence: confidence, elapsed: start.sinceEpoch, start: start)
        let arrival = max(start, delivered ?? start).sinceEpoch
        reports.append(
            ActivityReport(activity: activity, delivered: arrival, reason: flags == .unknown ? "phone" : nil))
    }

    /// Orders the fixes by time and drops repeats; counts both.
    mutating func sortFixes() {
        for index in fixes.indices.dropFirst() where fixes[index].elapsed < fixes[index - 1].elapsed {
            count(.reordered)
        }
        if repairs[.reordered] != nil {
            fixes = Self.sorted(fixes) { $0.elapsed }
        }
        var kept: [Location] = []
        kept.reserveCapacity(fixes.count)
        for fix in fixes {
            // Fixes of one moment are few, and a repeat need not be the next of them.
            let isRepeat = kept.reversed().prefix { $0.elapsed == fix.elapsed }.contains {
                $0.latitude == fix.latitude && $0.longitude == fix.longitude
            }
            if isRepeat { count(.duplicate) } else { kept.append(fix) }
        }
        fixes = kept
    }

    /// Orders the reports by delivery and drops repeats; counts both.
    mutating func sortReports() {
        for index in reports.indices.dropFirst() where reports[index].delivered < reports[index - 1].delivered {
            count(.reordered)
        }
        var kept: [ActivityReport] = []
        for report in Self.sorted(reports, by: { $0.delivered }) {
            if kept.reversed().prefix(while: { $0.delivered == report.delivered }).contains(report) {
                count(.duplicate)
            } else {
                kept.append(report)
            }
        }
        reports = kept
    }

    /// The track of a wall clock; entries may come in any order, since these files are written in batches.
    mutating func track() throws(InputError) -> Track {
        sortFixes()
        sortReports()
        try checkSteps()
        let first = [fixes.first?.elapsed, reports.map(\.activity.elapsed).min()].compactMap { $0 }.min()
        guard let first else {
            let dropped = Track.Repair.allCases.compactMap { kind in
                repairs[kind].map { "\(kind.rawValue) \($0)" }
            }
            throw InputError(
                .empty,
                problem: "the file has neither fixes nor reports"
                    + (dropped.isEmpty ? "" : ", dropped: " + dropped.joined(separator: ", ")),
                remedy: "give a file with a track")
        }
        let whole = Track(
            format: format, origin: Timestamp(nanoseconds: 0), fixes: fixes, reports: reports,
            repairs: repairs)
        return whole.counted(from: Timestamp(nanoseconds: 0) + first)
    }

    /// The track of a file that must be in time order; `lines` has the line of each fix.
    mutating func orderedTrack(lines: [Int], hasWallClock: Bool) throws(InputError) -> Track {
        for index in fixes.indices.dropFirst() {
            let step = fixes[index].elapsed - fixes[index - 1].elapsed
            guard max(step, .zero - step) <= Self.longestStep else { throw Self.yearsApart(line: lines[index]) }
            guard step >= .zero else { throw Self.outOfOrder(by: step, line: lines[index]) }
        }
        if hasWallClock { return try track() }
        sortFixes()
        guard !fixes.isEmpty else {
            throw InputError(.empty, problem: "the track has no fixes", remedy: "give a file with a track")
        }
        return Track(format: format, origin: nil, fixes: fixes, repairs: repairs)
    }

    private func checkSteps() throws(InputError) {
        for index in fixes.indices.dropFirst()
        where fixes[index].elapsed - fixes[index - 1].elapsed > Self.longestStep {
            throw Self.yearsApart(line: nil)
        }
    }

    /// A fix that is earlier than the one before it, by so much; the sign does not matter.
    static func outOfOrder(by step: Duration, line: Int?) -> InputError {
        let seconds = DecimalText.text(Nanoseconds.product(max(step, .zero - step).wholeNanoseconds), places: 1)
        return InputError(
            .malformed, line: line,
            problem: "the track is out of order: a fix is \(seconds) s earlier than the one before it",
            remedy: "sort it by time; if its parts come from two clocks, give each as a track of its own")
    }

    static func twoClocks(_ what: String, line: Int?) -> InputError {
        InputError(
            .ambiguous, line: line, problem: "the track mixes two clocks: " + what,
            remedy: "give the parts of each clock as a track of its own")
    }

    private static func yearsApart(line: Int?) -> InputError {
        twoClocks("neighbouring fixes lie more than ten years apart", line: line)
    }

    /// Sorted by a key; of equal ones, the order stays.
    private static func sorted<Element>(_ elements: [Element], by key: (Element) -> Duration) -> [Element] {
        elements.indices.sorted { left, right in
            let (first, second) = (key(elements[left]), key(elements[right]))
            return first != second ? first < second : left < right
        }.map { elements[$0] }
    }
}
