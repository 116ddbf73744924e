// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayWorkspace
import Glibc

/// The command. It only joins the libraries: each subcommand is a file.
@main
struct Gaitway: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gaitway",
        abstract: "Turns raw phone motion logs into a stream of activities.",
        discussion: """
            Gaitway reads the logs of phyphox, Sensor Logger, Physics Toolbox and other apps. It reports when the \
            phone was stationary, walking, running, cycling or in a vehicle, each with a confidence.

            EXAMPLES
              gaitway classify Datasets/commute
              gaitway classify Datasets/commute --format ndjson > commute.ndjson
              cat Datasets/labelled/ann-walking.csv | gaitway classify - --format csv
              gaitway inspect Datasets/bike
              gaitway evaluate Datasets/labelled/manifest.csv --cross-validate user
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv
              gaitway trips --track Datasets/day/day.gpx

            Results go to standard output, and everything else goes to standard error. The exit code is 0 for success, \
            1 for a failure, 2 for a mistake in the command line, and 3 for input that cannot be used.

            Descriptions of files: gaitway help with \(HelpDocument.names.joined(separator: ", ")).
            """,
        version: "gaitway " + ProductVersion.text,
        subcommands: [
            InspectCommand.self, ClassifyCommand.self, ServeCommand.self, TrainCommand.self, EvaluateCommand.self,
            ManifestCommand.self, FeaturesCommand.self,
            SimulateCommand.self, PlacesCommand.self, GateCommand.self, TripsCommand.self,
            ModelCommand.self, KeepArrivalCommand.self,
        ])

    static func main() async {
        // A closed pipe then fails the write instead, which ends the command quietly.
        signal(SIGPIPE, SIG_IGN)
        // A limit of file sizes then fails the write, too, and the command can report it.
        signal(SIGXFSZ, SIG_IGN)
        // Swift has the arguments from there.
        guard CommandLine.argc > 0 else {
            Diagnostics.error("the arguments cannot be read without /proc; run: mount -t proc proc /proc")
            Glibc.exit(ExitStatus.failed)
        }
        do {
            if let document = HelpDocument.text(for: GivenArguments.words) { return try StandardOutput.print(document) }
            if let problem = CommandSuggestion.messageOfHelp(for: CommandLine.words) {
                throw ValidationError(problem)
            }
            var command = try parseAsRoot(GivenArguments.words.map { $0 == allHelp ? "--help" : $0 })
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            Diagnostics.printNotes()
        } catch let error as InputError {
            Diagnostics.printNotes()
            Diagnostics.error(error)
            Glibc.exit(ExitStatus.badInput)
        } catch is ClosedOutput {
            Glibc.exit(ExitStatus.done)
        } catch let error as OutputError {
            if !error.isClosedPipe {
                Diagnostics.printNotes()
                Diagnostics.error(error)
            }
            Glibc.exit(error.isClosedPipe ? ExitStatus.done : ExitStatus.failed)
        } catch let code as ExitCode {
            Diagnostics.printNotes()
            Glibc.exit(code.rawValue)
        } catch {
            let error: any Error = (error as? UsageError).map { ValidationError($0.problem) } ?? error
            // What ArgumentParser calls 64 is a mistake in the command line; help and version end with 0.
            let code = exitCode(for: error)
            let status = code == .validationFailure ? ExitStatus.usage : code.rawValue
            if status == ExitStatus.done {
                var output = StandardOutput()
                let text = fullMessage(for: error)
                let page = HelpPage(text, width: TerminalWidth.columns)
                try? output.write(page?.text(showsAll: GivenArguments.words.contains(allHelp)) ?? text + "\n")
                try? output.flush()
            } else if status == ExitStatus.usage {
                Diagnostics.error(usageMessage(for: error))
            } else {
                Diagnostics.error(error)
            }
            Glibc.exit(status)
        }
    }

    /// Asks for the whole of a help page.
    private static let allHelp = "--help-all"

    /// The subcommand by its first word. ArgumentParser adds no hint to a mistake that only `run` finds.
    private static var namedCommand: String {
        guard let word = CommandLine.words.first,
            configuration.subcommands.contains(where: { $0.configuration.commandName == word })
        else { return "gaitway" }
        return "gaitway " + word
    }

    /// A message with each long word of the command line shortened, as messages about files shorten names.
    private static func quoted(_ message: String) -> String {
        var message = message
        for word in CommandLine.words where word.utf8.count > QuotedText.longest {
            // An option's value may be joined to its name.
            let value = word.hasPrefix("-") ? word.split(separator: "=", maxSplits: 1).last.map(String.init) : nil
            for part in [word, value ?? word] { message = message.replacing(part, with: QuotedText.text(part)) }
        }
        return message
    }

    /// The mistake in the command line and the help to read, in one line.
    private static func usageMessage(for error: any Error) -> String {
        var problem = quoted(message(for: error)).split(separator: "\n").joined(separator: " ")
        // ArgumentParser calls a misspelt command an unexpected argument.
        if problem.contains("nexpected argument"),
            let meant = CommandSuggestion.message(for: CommandLine.words)
        {
            problem = meant
        }
        // ArgumentParser alone knows which subcommand it was in; its long message ends with the hint.
        let hint = fullMessage(for: error).split(separator: "\n").last { $0.contains("--help") }
        let hinted = hint?.split(separator: "'").first { $0.hasPrefix("gaitway") } ?? "gaitway --help"
        let command = hinted == "gaitway --help" ? namedCommand + " --help" : String(hinted)
        if problem.hasSuffix("?") { return problem + " See \(command)" }
        return (problem.hasSuffix(".") ? String(problem.dropLast()) : problem) + "; see \(command)"
    }
}

/// The command's exit codes.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let badInput: Int32 = 3
}
