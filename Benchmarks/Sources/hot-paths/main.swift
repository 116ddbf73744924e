// SPDX-License-Identifier: Apache-2.0
import Glibc

/// CPU seconds of this process.
func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// A number with three significant digits.
func short(_ value: Double) -> String {
    let decimals = value >= 100 ? 1.0 : value >= 10 ? 10 : 100
    return "\((value * decimals).rounded() / decimals)"
}

/// Prints the row of a path in the table; `times` are the seconds for one of its things.
func printRow(_ path: String, _ times: [Double], unit: String) {
    let times = times.sorted()
    let (best, median) = (times[0], times[times.count / 2])
    let rate = unit == "byte" ? "\(short(1e-6 / median)) MB" : "\(Int(1 / median)) \(unit)s"
    print("| \(path) | \(short(best * 1e9)) | \(short(median * 1e9)) | \(unit) | \(rate) |")
}

/// Writes all bytes to standard output.
func put(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written > 0 else { exit(1) }
        rest.removeFirst(written)
    }
}

let usage = """
    usage: hot-paths             times every path, as a table in Markdown
           hot-paths PATH RUNS   runs one path so often and prints nothing, for a profiler
           hot-paths log ROWS [FIRST]
                                 prints a log made up for measuring, as a CSV, from its row FIRST on
    paths: \(HotPath.allCases.map(\.rawValue).joined(separator: " "))

    """

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.isEmpty {
    print("| path | best ns | median ns | each | per CPU second |")
    print("| --- | --- | --- | --- | --- |")
    for path in HotPath.allCases {
        let (amount, run) = try path.prepare()
        try run()
        let times = try (0..<21).map { _ in
            let start = seconds()
            try run()
            return (seconds() - start) / amount.count
        }
        printRow(path.rawValue, times, unit: amount.unit)
    }
    printRow("window alone", try LiveWindows.times(count: 1001), unit: "window")
} else if arguments.first == "log", (2...3).contains(arguments.count), let rows = Int(arguments[1]), rows > 0,
    let first = arguments.count == 3 ? Int(arguments[2]) : 0, first >= 0
{
    MotionLog.write(rows: first..<first + rows) { put($0, to: STDOUT_FILENO) }
} else if arguments.count == 2, let path = HotPath(rawValue: arguments[0]), let runs = Int(arguments[1]), runs >= 0 {
    let (_, run) = try path.prepare()
    for _ in 0..<runs { try run() }
} else {
    put(Array(usage.utf8), to: STDERR_FILENO)
    exit(2)
}
