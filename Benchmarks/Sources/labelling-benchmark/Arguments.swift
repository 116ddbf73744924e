// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation

/// The options of the command line.
struct Arguments {
    /// The message of a usage error.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    static let usage = """
        usage: labelling-benchmark MANIFEST [--root DIR] [--where COLUMN=VALUE]... [--choose] [--trials N]
        --choose: compares measures on the half of the data sets that the curve does not use
        """

    var manifest = ""
    var root: String?
    var conditions: [(column: String, value: String)] = []
    var isChoosing = false
    var trials = 8

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
                conditions.append((filter.column, filter.value))
            case "--choose": isChoosing = true
            case "--trials":
                guard let count = Int(try value(of: argument)), count > 0 else {
                    throw Fault(description: "--trials takes a count")
                }
                trials = count
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
