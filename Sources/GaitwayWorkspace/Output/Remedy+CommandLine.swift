// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

extension Remedy {
    /// The sentence in the words of the command line: `give --unit m/s^2 or --unit g`.
    ///
    /// Programs that call the command for their own users set `GAITWAY_REMEDIES=names` and get the neutral
    /// ``description``.
    package var forCommandLine: String { Self.namesSettings ? description : text(\.forCommandLine) }

    private static let namesSettings = getenv("GAITWAY_REMEDIES").map { String(cString: $0) } == "names"
}

extension Remedy.Part {
    fileprivate var forCommandLine: String {
        switch self {
        case .text(let text): text
        case .set(let settings): "give " + settings.map(\.forCommandLine).joined(separator: " and ")
        case .name(let name): name.option
        case .file(let product): product.origin
        case .use(let product): "give it " + product.destination
        case .columns(let pairs): ", or give --columns " + ShellWord.quoted(pairs)
        case .classifyLive(let log): "run " + LivePipe(log: log).text
        }
    }
}

extension Remedy.Setting {
    fileprivate var forCommandLine: String {
        values.isEmpty ? name.option : values.map { name.option + " " + $0 }.joined(separator: " or ")
    }
}

extension Remedy.Setting.Name {
    /// The option that gives the setting.
    package var option: String { "--" + rawValue.replacing("_", with: "-") }
}

extension Remedy.Product {
    /// What the command calls the file.
    fileprivate var origin: String {
        switch self {
        case .activityStream: "what gaitway classify --format ndjson writes"
        case .crossValidation: "a file that gaitway evaluate --cross-validate dataset --json wrote"
        case .decisions: "the output of gaitway simulate --format ndjson"
        case .model: "a file that gaitway train wrote"
        case .store: "the file that gaitway trips --store wrote"
        case .manifest, .track: rawValue
        }
    }

    /// Where the file goes.
    fileprivate var destination: String {
        switch self {
        case .activityStream: "to gaitway trips or gaitway simulate as --activities"
        case .crossValidation: "to gaitway train as --held-out"
        case .decisions: "to no command"
        case .manifest: "to gaitway train or gaitway evaluate"
        case .model: "to gaitway classify or gaitway evaluate as --model"
        case .store: "to gaitway trips as --store"
        case .track: "to gaitway trips or gaitway simulate as --track"
        }
    }
}

extension Error {
    /// The one line of the error in the words of the command line.
    package var forCommandLine: String {
        switch self {
        case let error as InputError: error.line(remedy: error.remedy.forCommandLine)
        case let error as OutputError: error.line(remedy: error.remedy.forCommandLine)
        default: String(describing: self)
        }
    }
}
