public import ArgumentParser
public import SensorLogs

/// The logs of a subcommand and what settles doubt about them.
struct LogArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Files, export folders or zips of a logger; - is standard input.", valueName: "log"))
    var logs: [String]

    @OptionGroup var reading: ReadingArguments

    func validate() throws { try StandardInput.checkOnce(logs, "log") }
}

/// Standard input can be read once: two readers would each get a part of it.
enum StandardInput {
    /// - Throws: `ValidationError` if `-` is given more than once.
    static func checkOnce(_ paths: [String], _ noun: String) throws {
        guard paths.count(where: { $0 == "-" }) <= 1 else {
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

    var options: LogOptions { LogOptions(logger: logger, unit: unit, acceleration: acceleration, rate: rate) }
}

extension Logger: ExpressibleByArgument {}
extension LogOptions.Unit: ExpressibleByArgument {}
extension LogOptions.Acceleration: ExpressibleByArgument {}
