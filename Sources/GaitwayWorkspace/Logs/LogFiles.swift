// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// A folder with a file for the result of each log, named after the log.
package enum LogFiles {
    /// The files that logs are read from, apart from what else lies in their folders.
    package static func inputs(of logs: [FoundLog]) -> InputFiles {
        InputFiles(logs.flatMap(\.paths), withContents: false)
    }

    /// The paths of the results in a folder. Each can be written.
    ///
    /// - Parameter inputs: files that are read, and so must stay.
    package static func paths(
        of logs: [FoundLog], in output: String, ending: String, inputs: InputFiles, replaces: Bool,
        plan: inout OutputPlan
    ) throws(OutputError) -> [String] {
        try OutputFolder.check(output)
        guard !inputs.contains(output) else {
            throw OutputError(
                path: output, problem: "is the folder of a ride that is read", remedy: "write to another folder")
        }
        let folder = output.hasSuffix("/") ? output : output + "/"
        let paths = LogNames(logs.map(\.name)).names.map { folder + $0 + "." + ending }
        if FileIdentity(path: output) != nil { for path in paths { try plan.add(path, replaces: replaces) } }
        return paths
    }
}
