public import ArgumentParser
import MotionTypes
public import SensorLogs

/// The logs of a subcommand and what settles doubt about them.
struct LogArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files, export folders and zips of loggers, and folders and zips of them; - is standard input.",
            valueName: "log"))
    var logs: [String]

    @OptionGroup var reading: ReadingArguments

    func validate() throws { try StandardInput.checkOnce(logs, "log") }

    /// The logs that are there, in folders and zips as well; says what was left alone.
    ///
    /// - Parameter folder: a folder for results, which is not searched.
    /// - Throws: the fault of what was named if there is nothing else.
    func search(except folder: String? = nil) throws -> LogSearch {
        let search = LogSearch(logs, except: folder)
        if logs.count == 1, search.logs.isEmpty, search.faults.count == 1 { throw search.faults[0] }
        Self.say("left alone, no log by its name", "left alone, no logs by their names", search.leftAlone)
        Self.say("a link back to a folder above it or searched before", "links back to folders", search.repeated)
        Self.say("not searched, since results go there", "not searched, since results go there", search.excepted)
        return search
    }

    private static func say(_ one: String, _ several: String, _ paths: [String]) {
        guard let first = paths.first else { return }
        Diagnostics.error(paths.count == 1 ? "\(first): \(one)" : "\(first) and \(paths.count - 1) more: \(several)")
    }
}

extension StandardInput {
    /// Standard input can be read once: two readers would each get a part of it.
    ///
    /// - Throws: `ValidationError` if `-` is given more than once.
    static func checkOnce(_ paths: [String], _ noun: String) throws {
        guard paths.count(where: { $0 == path }) <= 1 else {
            throw ValidationError("only one \(noun) can be standard input")
        }
    }
}

/// The options that settle doubt about a log.
struct ReadingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The app that wrote the log; detected if not given.", valueName: "name"))
    var logger: Logger?

    @Option(help: ArgumentHelp("The unit of acceleration, m/s^2 or g; detected if not given.", valueName: "unit"))
    var unit: LogOptions.Unit?

    @Option(help: ArgumentHelp("Whether acceleration has gravity (total) or not (linear).", valueName: "kind"))
    var acceleration: LogOptions.Acceleration?

    @Option(help: ArgumentHelp("Samples a second of a log that has no times.", valueName: "hz"))
    var rate: Double?

    func validate() throws {
        guard rate.map({ $0 > 0 && $0 <= 10_000 }) ?? true else {
            throw ValidationError("the rate must lie above 0 and not above 10000 samples a second")
        }
    }

    /// Whether anything is said of how a log is read.
    var isGiven: Bool { logger != nil || unit != nil || acceleration != nil || rate != nil }

    var options: LogOptions { LogOptions(logger: logger, unit: unit, acceleration: acceleration, rate: rate) }
}

extension Logger: ExpressibleByArgument {}
extension LogOptions.Unit: ExpressibleByArgument {}
extension LogOptions.Acceleration: ExpressibleByArgument {}
