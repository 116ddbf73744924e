// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
import GaitwayBase
public import GaitwayRecognition
import GaitwayWorkspace

/// The logs of a subcommand and how to read them.
struct LogArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A log: a file, an export folder or a zip. A folder or zip of logs is searched; - is standard input.",
            valueName: "log"), completion: .file())
    var logs: [String]

    @OptionGroup var reading: ReadingArguments

    func validate() throws { try StandardInput.checkOnce(logs, "log") }

    /// Finds the logs, also within folders and zips, and reports what it left alone.
    ///
    /// - Parameter folder: a folder for results, which is not searched.
    /// - Throws: the fault of the only named path if it holds no log.
    func search(except folder: String? = nil) throws -> LogSearch {
        let search = LogSearch(logs, except: folder)
        if logs.count == 1, search.logs.isEmpty, search.faults.count == 1 { throw search.faults[0] }
        Self.say("its name does not look like a log", "their names do not look like logs", search.leftAlone)
        Self.say(
            "it links back to a folder already searched", "they link back to folders already searched", search.repeated)
        Self.say("results are written there", "results are written there", search.excepted)
        return search
    }

    private static func say(_ one: String, _ several: String, _ paths: [String]) {
        guard let first = paths.first else { return }
        let more = paths.count == 1 ? ": \(one)" : " and \(paths.count - 1) more: \(several)"
        Diagnostics.note("skipped \(first)" + more)
    }
}

extension StandardInput {
    /// Standard input can be read once: two readers would each get a part of it.
    ///
    /// - Throws: `ValidationError` if `-` is given more than once.
    static func checkOnce(_ paths: [String], _ noun: String) throws {
        try require(paths.count(where: { $0 == path }) <= 1, "only one \(noun) can be standard input")
    }
}

/// How to read a log that does not say so itself.
struct ReadingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The app that wrote the log. Default: detected.", valueName: "name"))
    var logger: Logger?

    @Option(help: ArgumentHelp("The unit of acceleration. Default: detected.", valueName: "unit"))
    var unit: LogOptions.Unit?

    @Option(
        help: ArgumentHelp("total: acceleration with gravity; linear: without. Default: detected.", valueName: "kind"))
    var acceleration: LogOptions.Acceleration?

    @Option(help: ArgumentHelp("Samples per second, for a log without times.", valueName: "hz"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "What columns of a table stand for, as time=T,ax=acce_x,ay=acce_y,az=acce_z.", valueName: "names"))
    var columns: String?

    func validate() throws {
        try require(
            columns == nil || columns.map(Self.headings)?.isEmpty == false,
            "--columns is not a list such as time=T,ax=acce_x,ay=acce_y,az=acce_z, with each name once")
        if let unknown = columns.map(Self.headings)?.values.sorted().first(where: { !Self.isRead($0) }) {
            throw ValidationError(
                "--columns: no reader knows \(quoted: unknown); give time, ax, ay, az, linear_x, gravity_x, gx, "
                    + "pressure, latitude, longitude, altitude, speed, course or accuracy")
        }
        guard rate.map({ $0 > 0 && $0 <= 10_000 }) ?? true else {
            throw ValidationError("the rate must be above 0 and at most 10000 samples per second")
        }
    }

    /// Whether any of the options is given.
    var isGiven: Bool { logger != nil || unit != nil || acceleration != nil || rate != nil || columns != nil }

    var options: LogOptions {
        var options = LogOptions(logger: logger, unit: unit, acceleration: acceleration, rate: rate)
        options.columns = columns.map(Self.headings) ?? [:]
        options.refusesOtherLoggers = logger != nil
        return options
    }

    /// Whether a reader has a use for a column of this name: a quantity, or what the phone itself recognised.
    private static func isRead(_ name: String) -> Bool {
        ColumnName(Array(name.utf8)).role(bare: .acceleration) != nil
            || ["activity", "pedometer"].contains { name.lowercased().hasPrefix($0) }
    }

    /// The meanings of headings by heading; empty if a part of the list has no sign of equality, or repeats another.
    private static func headings(_ list: String) -> [String: String] {
        let pairs = list.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard pairs.allSatisfy({ $0.count == 2 }), Set(pairs.map { $0[0] }).count == pairs.count else { return [:] }
        let headings = Dictionary(pairs.map { ($0[1], $0[0]) }) { first, _ in first }
        return headings.count == pairs.count ? headings : [:]
    }
}

/// How to read a track or a log of one.
struct TrackReadingArguments: ParsableArguments {
    @OptionGroup private var reading: ReadingArguments

    @Flag(
        help: ArgumentHelp(
            "Add 1024 weeks to the tracks' dates: the receiver's count of weeks had begun again (GPS week rollover)."))
    var weekRollover = false

    /// Whether any of the options is given.
    var isGiven: Bool { reading.isGiven || weekRollover }

    var options: LogOptions {
        var options = reading.options
        options.addsWeekRollover = weekRollover
        return options
    }
}

extension Logger: ExpressibleByArgument {}
extension LogOptions.Unit: ExpressibleByArgument {
    /// The unit that a word on the command line means.
    public init?(argument: String) { self.init(spelling: argument) }
}
extension LogOptions.Acceleration: ExpressibleByArgument {}
