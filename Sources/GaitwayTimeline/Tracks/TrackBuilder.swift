// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Collects fixes and reports, and brings them in order.
///
/// While it collects, times count from 1970 with a wall clock, else since the recording's own zero.
struct TrackBuilder {
    let format: TrackFormat
    var fixes: [Location] = []
    var reports: [ActivityReport] = []
    var repairs: [Track.Repair: Int] = [:]
    /// What the app itself derived from its fixes.
    var knowledge = AppKnowledge()
    /// The fixes that come from ``knowledge``.
    var derived: [Location] = []
    /// The reports that come from ``knowledge``.
    var claimed: [ClaimedReport] = []
    /// Details beside the counts.
    var remarks: [TrackRemark] = []
    /// The device of each fix and report, if the file names it.
    var devices = DeviceShares()
    /// The earliest time of a track, 1990; earlier times stand for an unknown time.
    static let earliest = Duration.seconds(631_152_000)
    /// The longest step between fixes. A longer one joins times since 1970 with times since the start.
    private static let longestStep = Duration.seconds(10 * 365 * 86_400)
    /// The number of unusable records that are reported one by one; all are counted.
    private static let toldFaults = 5

    /// The fixes of the newest moment, for ``keep(_:line:)``.
    private var newest = MomentRepeats<SIMD2<Double>>()

    /// Whether the times so far name their zone; nil before the first.
    private var namesZone: Bool?

    init(format: TrackFormat) { self.format = format }

    /// Notes whether a time's text names its zone. If some times of a track do and others do not, it has two clocks.
    mutating func noteClock(_ text: String, line: Int) throws(InputError) {
        try noteClock(namesZone: TrackTime.namesZone(text), line: line)
    }

    /// Notes whether a time names its zone; nil for a time that is not text.
    mutating func noteClock(namesZone names: Bool?, line: Int) throws(InputError) {
        guard let names else { return }
        guard names == namesZone ?? names else {
            throw Self.twoClocks("times with a time zone and times without one", line: line)
        }
        namesZone = names
    }

    /// Makes room for fixes that come at once.
    mutating func expectFixes(_ count: Int) {
        fixes.reserveCapacity(fixes.count + count)
    }

    /// Adds a remark, once.
    mutating func note(_ remark: TrackRemark) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    mutating func count(_ repair: Track.Repair) { repairs[repair, default: 0] += 1 }

    /// Adds a fix of the wall clock; one without a possible time is counted and dropped.
    mutating func addFix(_ fix: Location) {
        guard fix.elapsed >= Self.earliest else { return count(.withoutTime) }
        append(fix)
    }

    /// Adds the fix that these fields give; one that is not on earth is left out and counted.
    mutating func addFix(_ fields: FixFields, at elapsed: Duration, line: Int?) {
        do throws(InputError) { addFix(try fields.location(at: elapsed, line: line)) } catch { leaveOut(error) }
    }

    /// Adds a stay that an app found; one that is not on earth is left out and counted.
    mutating func addVisit(_ visit: ReportedVisit, line: Int?) {
        addRecord { (builder) throws(InputError) in
            _ = try FixFields(latitude: visit.latitude, longitude: visit.longitude).location(at: .zero, line: line)
            builder.knowledge.add(visit)
        }
    }

    /// Reads a record; one that cannot be used is left out and counted.
    mutating func addRecord(_ read: (inout TrackBuilder) throws(InputError) -> Void) {
        do throws(InputError) { try read(&self) } catch { leaveOut(error) }
    }

    /// Reads a file into the builder. If the file ends in the middle of a record, the records before it are kept.
    mutating func readUntilCut(_ read: (inout TrackBuilder) throws(InputError) -> Void) throws(InputError) {
        do throws(InputError) { try read(&self) } catch { try acceptCut(error) }
    }

    /// Counts the error of a file that was cut, if there is anything before the cut; throws any other error.
    mutating func acceptCut(_ error: InputError) throws(InputError) {
        guard error.code == .truncated, !fixes.isEmpty || !reports.isEmpty || !knowledge.isEmpty else { throw error }
        count(.cutShort)
    }

    /// Adds a fix of any clock; one at exactly 0 north and 0 east stands for an unknown position.
    mutating func append(_ fix: Location) {
        guard fix.latitude != 0 || fix.longitude != 0 else { return count(.zeroPosition) }
        fixes.append(fix)
        devices.noteFix()
    }

    /// Adds a report of the wall clock; one without a possible time is counted and dropped.
    mutating func addReport(
        _ flags: ActivityFlags, _ confidence: Confidence, start: Timestamp, delivered: Timestamp? = nil
    ) {
        guard start.sinceEpoch >= Self.earliest else { return count(.withoutTime) }
        let activity = MotionActivity(
            flags: flags, confidence: confidence, elapsed: start.sinceEpoch, start: start)
        let arrival = max(start, delivered ?? start).sinceEpoch
        reports.append(
            ActivityReport(activity: activity, delivered: arrival, reason: flags == .unknown ? "phone" : nil))
        devices.noteReport()
    }

    /// Adds the track of another reader, with times since 1970.
    mutating func add(_ track: Track) {
        let start = track.origin?.sinceEpoch ?? .zero
        let known = track
        let track = known.measured
        for var fix in known.derived {
            fix.elapsed += start
            knowledge.fixes.append(fix)
        }
        for var fix in track.fixes {
            fix.elapsed += start
            fixes.append(fix)
        }
        for var report in track.reports {
            report.activity.elapsed += start
            report.delivered += start
            reports.append(report)
        }
        knowledge.visits += track.visits
        knowledge.moves += track.moves
        remarks += track.remarks
        repairs.merge(track.repairs, uniquingKeysWith: +)
    }

    /// Leaves out a record that cannot be used, and counts it. The first few are reported with their places.
    mutating func leaveOut(_ fault: InputError) {
        count(.damaged)
        guard repairs[.damaged, default: 0] <= Self.toldFaults else { return }
        remarks.append(.damaged(fault))
    }

    /// Orders the fixes by time and drops repeats; counts both.
    mutating func sortFixes() {
        for index in fixes.indices.dropFirst() where fixes[index].elapsed < fixes[index - 1].elapsed {
            count(.reordered)
        }
        if zip(fixes, fixes.dropFirst()).contains(where: { $1.elapsed < $0.elapsed }) {
            Self.sort(&fixes) { $0.elapsed }
        }
        // In place: there may be millions.
        var end = 0
        var repeats = MomentRepeats<SIMD2<Double>>()
        for index in fixes.indices {
            if repeats.insert(fixes[index]) {
                fixes[end] = fixes[index]
                end += 1
            } else {
                count(.duplicate)
            }
        }
        fixes.removeSubrange(end...)
    }

    /// Orders the reports by delivery and drops repeats; counts both.
    mutating func sortReports() {
        for index in reports.indices.dropFirst() where reports[index].delivered < reports[index - 1].delivered {
            count(.reordered)
        }
        if zip(reports, reports.dropFirst()).contains(where: { $1.delivered < $0.delivered }) {
            Self.sort(&reports) { $0.delivered }
        }
        var end = 0
        var repeats = MomentRepeats<ActivityReport>()
        for index in reports.indices {
            if repeats.insert(reports[index], at: reports[index].delivered) {
                reports[end] = reports[index]
                end += 1
            } else {
                count(.duplicate)
            }
        }
        reports.removeSubrange(end...)
    }

    /// The track of a wall clock; entries may come in any order, since these files are written in batches.
    mutating func track(format: TrackFormat? = nil) throws(InputError) -> Track {
        chooseDevices()
        sortFixes()
        sortReports()
        if !knowledge.isEmpty {
            addKnowledge()
            // These were never in the file's order.
            let counted = repairs
            sortFixes()
            sortReports()
            repairs = counted
        }
        try checkSteps()
        let first = [fixes.first?.elapsed, reports.lazy.map(\.activity.elapsed).min()].compactMap { $0 }.min()
        guard let first else {
            if case .damaged(let fault)? = remarks.first { throw fault }
            let dropped = Track.Repair.allCases.compactMap { kind in
                repairs[kind].map { "\(kind.rawValue) \($0)" }
            }
            throw InputError(
                .empty,
                problem: "the file has neither fixes nor reports"
                    + (dropped.isEmpty ? "" : ", dropped: " + dropped.joined(separator: ", ")),
                remedy: "give a file with a track")
        }
        // In place, as the arrays may be most of the memory.
        for index in fixes.indices { fixes[index].elapsed -= first }
        for index in derived.indices { derived[index].elapsed -= first }
        for index in reports.indices {
            reports[index].activity.elapsed -= first
            reports[index].delivered -= first
        }
        var track = Track(
            format: format ?? self.format, origin: Timestamp(nanoseconds: 0) + first, fixes: fixes, reports: reports,
            repairs: repairs)
        track.visits = knowledge.visits
        track.moves = knowledge.moves
        track.derived = derived
        track.claimed = claimed
        track.remarks = remarks
        if namesZone == false { track.remarks.append(.withoutZone) }
        track.noteEarlyDates()
        fixes = []
        reports = []
        return track
    }

    /// The track of a table, whose rows are in time order, newest first, or nearly in order; `lines` has the line of
    /// each fix. A table of several devices may have any order.
    mutating func orderedTrack(lines: [Int], hasWallClock: Bool) throws(InputError) -> Track {
        var order = Order()
        for index in fixes.indices {
            if index > 0 { try Self.checkYears(fixes[index].elapsed - fixes[index - 1].elapsed, line: lines[index]) }
            order.add(fixes[index].elapsed, line: lines[index])
        }
        if devices.tags.count < 2 { try order.check() }
        if hasWallClock { return try track() }
        sortFixes()
        guard !fixes.isEmpty else {
            if case .damaged(let fault)? = remarks.first { throw fault }
            throw InputError(.empty, problem: "the track has no fixes", remedy: "give a file with a track")
        }
        var track = Track(format: format, origin: nil, fixes: fixes, repairs: repairs)
        track.remarks = remarks
        return track
    }

    /// Takes the next fix of a file that must be in time order, and returns it unless it is dropped. It follows
    /// ``orderedTrack(lines:hasWallClock:)`` fix by fix, and keeps only the positions of the newest moment.
    mutating func keep(_ fix: Location, line: Int) throws(InputError) -> Location? {
        let last = fixes.popLast()
        append(fix)
        guard !fixes.isEmpty else {
            fixes = last.map { [$0] } ?? []
            return nil
        }
        if let last { try Self.checkOrder(fix, after: last, line: line) }
        guard newest.insert(fix) else {
            count(.duplicate)
            return nil
        }
        return fix
    }

    private static func checkOrder(_ fix: Location, after last: Location, line: Int) throws(InputError) {
        let step = fix.elapsed - last.elapsed
        try checkYears(step, line: line)
        guard step >= .zero else { throw outOfOrder(by: step, line: line) }
    }

    private static func checkYears(_ step: Duration, line: Int) throws(InputError) {
        guard max(step, .zero - step) <= longestStep else { throw yearsApart(line: line) }
    }

    private func checkSteps() throws(InputError) {
        for index in fixes.indices.dropFirst()
        where fixes[index].elapsed - fixes[index - 1].elapsed > Self.longestStep {
            throw Self.yearsApart(line: nil)
        }
    }

    /// The order of fixes in a file: by time, newest first, or with few out of order.
    struct Order {
        private var count = 0
        private var last: Duration?
        private var later = 0
        private var earlier = 0
        private var first: (step: Duration, line: Int)?

        /// The largest share of fixes that may be earlier than the one before.
        private static let mostDisorder = 0.05

        mutating func add(_ moment: Duration, line: Int) {
            count += 1
            if let last, moment < last {
                earlier += 1
                first = first ?? (moment - last, line)
            } else if let last, moment > last {
                later += 1
            }
            last = moment
        }

        /// Throws the error of the first fix that is out of order, if they are too many.
        func check() throws(InputError) {
            guard let first, later > 0, Double(earlier) > max(1, Double(count) * Self.mostDisorder) else { return }
            throw TrackBuilder.outOfOrder(by: first.step, line: first.line)
        }
    }

    /// The error for a fix that is earlier than the one before it by `step`, whose sign does not matter.
    static func outOfOrder(by step: Duration, line: Int?) -> InputError {
        let seconds = DecimalText.text(Nanoseconds.product(max(step, .zero - step).wholeNanoseconds), places: 1)
        return InputError(
            .malformed, line: line,
            problem: "the track is out of order: a fix is \(seconds) s earlier than the one before it",
            remedy: "sort it by time, or give parts of two clocks as two tracks")
    }

    static func twoClocks(_ what: String, line: Int?) -> InputError {
        InputError(
            .ambiguous, line: line, problem: "the track mixes two clocks: " + what,
            remedy: "give the parts of each clock as a track of its own")
    }

    private static func yearsApart(line: Int?) -> InputError {
        twoClocks("neighbouring fixes lie more than ten years apart", line: line)
    }

    /// Sorts by a key and keeps the order of equal keys. In place, as there may be millions.
    private static func sort<Element>(_ elements: inout [Element], by key: (Element) -> Duration) {
        var order = elements.indices.sorted { left, right in
            let (first, second) = (key(elements[left]), key(elements[right]))
            return first != second ? first < second : left < right
        }
        // Each element moves to its place along its cycle of the permutation.
        for start in order.indices where order[start] != start {
            let first = elements[start]
            var here = start
            while case let next = order[here], next != start {
                elements[here] = elements[next]
                order[here] = here
                here = next
            }
            elements[here] = first
            order[here] = here
        }
    }
}
