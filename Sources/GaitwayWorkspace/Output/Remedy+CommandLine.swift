// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

extension Remedy {
    /// The sentence in the words of the command line: `give --unit m/s^2 or g`.
    ///
    /// Programs that call the command for their own users set `GAITWAY_REMEDIES=names` and get the neutral
    /// ``description``, and all notes on a log.
    package var forCommandLine: String { Self.namesSettings ? description : text(\.forCommandLine) }

    static let namesSettings = getenv("GAITWAY_REMEDIES").map { String(cString: $0) } == "names"
}

extension Remedy.Part {
    fileprivate var forCommandLine: String {
        switch self {
        case .text(let text): text
        case .set(let settings): "give " + settings.map(\.forCommandLine).joined(separator: " and ")
        case .name(let name): name.option
        case .file(let product): product.origin
        case .document(let document): "gaitway help " + document.rawValue
        case .use(let product): "give it " + product.destination
        case .columns(let pairs): ", or give --columns " + ShellWord.quoted(pairs)
        case .classifyLive(let log): "run " + LivePipe(log: log).text
        }
    }
}

extension Remedy.Setting {
    fileprivate var forCommandLine: String {
        ([name.option] + (values.isEmpty ? [] : [values.joined(separator: " or ")])).joined(separator: " ")
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
        case .activityStream: "the NDJSON of gaitway classify"
        case .crossValidation: "the JSON of gaitway evaluate --cross-validate dataset"
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
