// SPDX-License-Identifier: Apache-2.0
/// Modules of a page as one script. Their names are local to it, except `gaitway`, an object of all that they export.
struct PageModules {
    /// What a page runs.
    var script: String {
        "\"use strict\";\n{\n\(text)globalThis.gaitway = { \(exports.joined(separator: ", ")) };\n}"
    }
    /// What a module imports and no module exports.
    var missing: Set<String> { imports.subtracting(exports) }

    private var text = ""
    private var imports: Set<String> = []
    private var exports: [String] = []

    /// The modules of some files, in their order: an import does not run a module.
    ///
    /// An import begins a line and ends with `";`; `export` begins the line of a declaration.
    init(_ files: [String]) {
        for file in files { add(file) }
    }

    private mutating func add(_ file: String) {
        var imported: Substring?
        for line in file.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        {
            if imported != nil || line.hasPrefix("import ") {
                imported = (imported ?? "") + line
                guard line.hasSuffix("\";") else { continue }
                imports.formUnion(Self.words(imported?.prefix { $0 != "}" } ?? "").dropFirst())
                imported = nil
            } else if line.hasPrefix("export ") {
                let declaration = line.dropFirst("export ".count)
                exports += Self.words(declaration).first { !Self.keywords.contains($0) }.map { [$0] } ?? []
                text += declaration + "\n"
            } else {
                text += line + "\n"
            }
        }
    }

    private static let keywords: Set = ["async", "function", "class", "const"]

    private static func words(_ text: Substring) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
}
