// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Where a phone was and how it moved: the fixes of a log by time, and its activity reports if it has any.
///
/// A value that the phone did not know is nil: a speed or course below zero, an accuracy of zero or below. An accuracy
/// of kilometres is kept: it says how little the fix is worth.
public struct Track: Sendable, Hashable {
    /// A kind of repair made while reading.
    public enum Repair: String, CaseIterable, Sendable, Hashable {
        /// Entries out of time order in the file; sorted.
        case reordered
        /// A fix or report that the file repeats; dropped.
        case duplicate
        /// A fix or report whose time is missing or before 1990; dropped.
        case withoutTime = "without-time"
        /// A row or message without a position; dropped.
        case withoutPosition = "without-position"
        /// A report without an activity (tilting); dropped.
        case withoutActivity = "without-activity"
        /// A position of exactly 0 north and 0 east, which stands for an unknown one; dropped.
        case zeroPosition = "zero-position"
        /// A record or row that breaks its format; left out.
        case damaged
        /// A fix or report of another device than the one that serves; left out.
        case otherDevice = "other-device"
        /// A fix or report that an app derived, close to one of the phone's own; left out.
        case derived
        /// A fix or report of a location history, close in time to one of a recording; left out.
        case outranked
        /// A file that ends in the middle of a record; the records before it were read.
        case cutShort = "cut-short"
    }

    /// The format that it was read from.
    public var format: TrackFormat
    /// The wall-clock time of elapsed 0: the first fix or report. Nil when the log has no wall clock.
    public var origin: Timestamp?
    /// The fixes by ascending time; `elapsed` counts from ``origin``, or from the recording's own zero without one.
    public var fixes: [Location]
    /// The phone's reports by ascending delivery.
    public var reports: [ActivityReport]
    /// The number of repairs of each kind.
    public var repairs: [Repair: Int]
    /// The stays that the app found by itself, in the order of the file; they rank below the fixes.
    package var visits: [ReportedVisit] = []
    /// The ways between them that the app found by itself.
    package var moves: [ReportedMove] = []
    /// Those of the fixes that an app derived.
    package var derived: [Location] = []
    /// Those of the reports that stays, ways and workouts give.
    package var claimed: [ClaimedReport] = []
    /// Its precedence where it overlaps with another track.
    package var rank: SourceRank
    /// Details beside the counts: broken records with their places, devices and files that were left out.
    package var remarks: [TrackRemark] = []

    /// A track.
    public init(
        format: TrackFormat, origin: Timestamp?, fixes: [Location], reports: [ActivityReport] = [],
        repairs: [Repair: Int] = [:]
    ) {
        self.format = format
        self.origin = origin
        self.fixes = fixes
        self.reports = reports
        self.repairs = repairs
        rank = format.rank
    }

    /// The wall-clock time of an elapsed time; nil without a wall clock.
    public func time(of elapsed: Duration) -> Timestamp? { origin.map { $0 + elapsed } }

    /// A copy with times counted from another moment; unchanged without a wall clock.
    package func counted(from moment: Timestamp) -> Track {
        guard let origin else { return self }
        let shift = origin - moment
        var copy = self
        copy.origin = moment
        for index in copy.fixes.indices { copy.fixes[index].elapsed += shift }
        for index in copy.derived.indices { copy.derived[index].elapsed += shift }
        for index in copy.reports.indices {
            copy.reports[index].activity.elapsed += shift
            copy.reports[index].delivered += shift
        }
        return copy
    }
}

extension Track {
    /// Reads a track.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - format: what it is; detected if nil.
    ///   - source: its name, for errors.
    /// - Throws: `InputError`: `empty`, `malformed`, `truncated`, `unsupported`, `ambiguous` (two clocks), each with
    ///   its line where there is one.
    public init(decoding bytes: [UInt8], format: TrackFormat? = nil, source: String? = nil) throws(InputError) {
        do throws(InputError) {
            guard bytes.contains(where: { $0 > 32 }) else {
                throw InputError(
                    .empty, problem: "the file is empty", remedy: "give a file with a track")
            }
            if format == nil, let fault = ForeignFile(bytes.prefix(ForeignFile.headSize))?.trackError(source: source) {
                throw fault
            }
            guard let format = format ?? TrackFormat.detect(bytes) else {
                throw InputError(
                    .unsupported, problem: "the format of the track is not known",
                    remedy: "give one of: \(TrackFormat.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            let track = try format.track(bytes)
            self = source.map { track.corrected(byName: $0) } ?? track
        } catch {
            throw source.map { error.inSource($0) } ?? error
        }
    }
}
