/// Standard input, where a command line names a file.
package enum StandardInput {
    /// The path that stands for it.
    package static let path = "-"
    /// What messages call it.
    package static let name = "standard input"

    /// What messages call the input at a path.
    package static func name(of path: String) -> String { path == Self.path ? name : path }
}
