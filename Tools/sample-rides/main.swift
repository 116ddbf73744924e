// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import RideSynthesis

// sample-rides FOLDER [SEED]: writes the synthetic sample rides, with a manifest of the activity in each span. Files
// that exist are replaced.

/// Ends the program with a message on standard error.
func fail(_ message: String, status: Int32) -> Never {
    _ = (message + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(status)
}

let arguments = CommandLine.arguments.dropFirst()
let seed = arguments.count == 2 ? UInt64(arguments.last!, in: .any) : SampleRides.defaultSeed
guard let folder = arguments.first, let seed, arguments.count <= 2, !folder.hasPrefix("-") else {
    fail("usage: sample-rides FOLDER [SEED]", status: 2)
}

do {
    for file in SampleRides.files(seed: seed) {
        let path = folder + "/" + file.path
        try OutputFolder.create(String(path[..<path.lastIndex(of: "/")!]))
        try OutputFile.save(file.bytes, to: path)
    }
} catch {
    fail("sample-rides: \(error)", status: 1)
}
