// SPDX-License-Identifier: Apache-2.0
/// A file's name, taken apart.
struct LogFile {
    /// The path inside its folder.
    let path: String
    /// Letters and digits of the name, lower case, without extension and folder.
    let stem: String
    /// The extension, lower case; that of the file within for a gzip.
    let ending: String
    /// Whether the file is packed by gzip.
    let isGzip: Bool

    init(_ path: String) {
        self.path = path
        var (base, ending) = Self.divided(path.split(separator: "/").last.map(String.init) ?? path)
        isGzip = ending == "gz"
        if isGzip { (base, ending) = Self.divided(base) }
        self.ending = ending
        stem = String(base.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Whether the file may be a table of text.
    var isTable: Bool { ["csv", "txt", "tsv", "tab", "log", "dat"].contains(ending) }
    /// Whether the file may be an export in JSON.
    var isJSON: Bool { ["json", "jsonl", "ndjson"].contains(ending) }
    /// Whether the file is a zip by its name, as Excel's workbooks are.
    var isArchive: Bool { ["zip", "xlsx"].contains(ending) && !isGzip }
    /// Whether the file lies in a folder of its own.
    var isInFolder: Bool { path.contains("/") }
    /// Whether the name says that people are to read it, or that it lists logs.
    var isForPeople: Bool {
        ["readme", "license", "licence", "copying", "changelog", "notice", "manifest"].contains { stem.hasPrefix($0) }
    }

    /// What stands behind a prefix of the ride's own, lower case: `acc` of `20210816_Acc.csv`. Nil without a prefix,
    /// and where that may name another sensor, as in `linear_acc.csv`.
    var nameBehindPrefix: String? {
        let name = Self.withoutEnding(path.split(separator: "/").last.map(String.init) ?? path).lowercased()
        let words = name.split { $0 == "_" || $0 == "-" }
        let kinds = ["lin", "grav", "user", "watch", "total", "uncal", "raw", "mag"]
        guard words.count > 1, let last = words.last else { return nil }
        let isOfItsOwn = words.dropLast().allSatisfy { word in !kinds.contains { word.contains($0) } }
        return isOfItsOwn ? String(last) : nil
    }

    /// A name without the ending that says what kind of log it is.
    static func withoutEnding(_ name: String) -> String {
        let file = LogFile(name)
        guard file.isTable || file.isJSON || file.isArchive || file.isGzip else { return name }
        let (base, _) = divided(name)
        return file.isGzip && (file.isTable || file.isJSON) ? divided(base).base : base
    }

    private static func divided(_ name: String) -> (base: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
    }
}
