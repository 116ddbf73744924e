// SPDX-License-Identifier: Apache-2.0
/// The options of the command line.
package struct Arguments {
    /// The message of a usage error.
    package struct Fault: Error, CustomStringConvertible {
        package var description: String
    }

    static let usage = """
        usage: trips-benchmark DAYS [--policy FILE] [--timelines FOLDER | --save-timelines FOLDER] [--check]
        DAYS holds e-mission/, mobilitynet/ or both.
        --timelines: score the timelines in here, DAY.json each, instead of making them
        --check: count the rules that each timeline breaks, instead of scoring it
        --rides FOLDER --manifest FILE: fit the model of rides to these and the days, print its shares on people that it
          has not seen, and its coefficients
        --save-timelines: write each day's timeline here as DAY.json
        """

    var days = ""
    var policy: String?
    var timelines: String?
    var savedTimelines: String?
    var checks = false
    var rides: String?
    var manifest: String?

    package init(_ arguments: some Collection<String>) throws(Fault) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--policy": policy = try Self.value(of: argument, in: &rest)
            case "--timelines": timelines = try Self.value(of: argument, in: &rest)
            case "--save-timelines": savedTimelines = try Self.value(of: argument, in: &rest)
            case "--check": checks = true
            case "--rides": rides = try Self.value(of: argument, in: &rest)
            case "--manifest": manifest = try Self.value(of: argument, in: &rest)
            default:
                guard days.isEmpty, !argument.hasPrefix("-") else { throw Fault(description: Self.usage) }
                days = argument
            }
        }
        guard !days.isEmpty, timelines == nil || savedTimelines == nil, (rides == nil) == (manifest == nil) else {
            throw Fault(description: Self.usage)
        }
    }

    private static func value(of option: String, in rest: inout ArraySlice<String>) throws(Fault) -> String {
        if let value = rest.popFirst() { return value }
        throw Fault(description: "\(option) takes a value\n\(usage)")
    }
}
