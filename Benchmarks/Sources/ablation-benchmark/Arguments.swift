// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation

/// The options of the command line.
struct Arguments {
    /// The task to do with the rides.
    enum Task {
        /// The ablation table.
        case table
        /// Features, folds and our own answers as raw files, for other learners.
        case export(prefix: String)
        /// The full model over time, on the blocks of a file, which is written first if it is missing.
        case overTime(blocks: String)
    }

    /// The message of a usage error.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    static let usage = """
        usage: ablation-benchmark MANIFEST [--root DIR] [--where COLUMN=VALUE]... [--rows TEXT]...
                                  [--export PREFIX | --over-time BLOCKS]
        --rows: only the rows whose name holds this text, and the first
        """

    var manifest = ""
    var root: String?
    var filters: [ManifestFilter] = []
    var rows: [String] = []
    var task = Task.table

    init(_ arguments: some Collection<String>) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            if let value = rest.popFirst() { return value }
            throw Fault(description: "\(option) takes a value\n\(Self.usage)")
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--root": root = try value(of: argument)
            case "--where":
                guard let filter = ManifestFilter(parsing: try value(of: argument)) else {
                    throw Fault(description: "--where takes COLUMN=VALUE")
                }
                filters.append(filter)
            case "--rows": rows.append(try value(of: argument))
            case "--export": task = .export(prefix: try value(of: argument))
            case "--over-time": task = .overTime(blocks: try value(of: argument))
            default:
                guard manifest.isEmpty, !argument.hasPrefix("-") else { throw Fault(description: Self.usage) }
                manifest = argument
            }
        }
        guard !manifest.isEmpty else { throw Fault(description: Self.usage) }
    }

    /// The folder that recordings are relative to.
    var folder: String {
        if let root { return root }
        guard let slash = manifest.lastIndex(of: "/") else { return "." }
        return slash == manifest.startIndex ? "/" : String(manifest[..<slash])
    }
}
