// SPDX-License-Identifier: Apache-2.0
/// Standard input, in place of a file on a command line.
package enum StandardInput {
    /// The path that stands for it.
    package static let path = "-"
    /// Its name in messages.
    package static let name = "standard input"

    /// The name of the input at a path, for messages.
    package static func name(of path: String) -> String { path == Self.path ? name : path }
}
