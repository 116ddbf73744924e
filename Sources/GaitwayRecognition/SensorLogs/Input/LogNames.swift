// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Names of files for logs, each given out once.
///
/// A log is called by the last part of its path without the ending: `rides/monday/walk.csv` is `walk`. Where several
/// are called the same, each gets as many of the folders above it as needed, `monday-walk` and `tuesday-walk`, without
/// the folders that all logs share. Names that are still the same are numbered.
package struct LogNames {
    package let names: [String]

    /// The longest name in bytes: what file systems allow, with room for an ending and a number.
    private static let longest = 200

    /// Makes the names of logs.
    package init(_ logs: [String]) {
        let parts = Self.withoutCommonFolders(logs.map(Self.parts))
        var depths = [Int](repeating: 1, count: logs.count)
        var names = zip(parts, depths).map { Self.name($0, depth: $1) }
        while true {
            let groups = Dictionary(grouping: names.indices) { names[$0] }
            var isDone = true
            for group in groups.values where group.count > 1 {
                for index in group where depths[index] < parts[index].count {
                    depths[index] += 1
                    names[index] = Self.name(parts[index], depth: depths[index])
                    isDone = false
                }
            }
            if isDone { break }
        }
        var given: Set<String> = []
        let all = Set(names)
        for index in names.indices {
            var name = names[index]
            var number = 1
            while !given.insert(name).inserted {
                repeat {
                    number += 1
                    name = "\(names[index])-\(number)"
                } while all.contains(name)
            }
            names[index] = name
        }
        self.names = names
    }

    private static func withoutCommonFolders(_ logs: [[String]]) -> [[String]] {
        guard let first = logs.first else { return logs }
        var common = first.dropLast()
        for log in logs { common = common.prefix(zip(common, log.dropLast()).prefix { $0 == $1 }.count) }
        return logs.map { Array($0.dropFirst(common.count)) }
    }

    private static func name(_ parts: [String], depth: Int) -> String {
        var name = parts.suffix(depth).joined(separator: "-")
        while name.utf8.count > longest { name.removeFirst() }
        return name
    }

    /// The folders and the name of a log, without what leads nowhere.
    private static func parts(_ log: String) -> [String] {
        var path = log
        if let last = log.split(separator: "/").last, last == "." || last == "..",
            let real = realpath(log.systemPath, nil)
        {
            path = String(systemPath: real)
            free(real)
        }
        var parts = path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
        parts = parts.map { $0 == "-" ? "stdin" : $0 }
        guard let last = parts.popLast() else { return ["log"] }
        return parts.map(LogFile.withoutEnding) + [LogFile.withoutEnding(last)]
    }
}
