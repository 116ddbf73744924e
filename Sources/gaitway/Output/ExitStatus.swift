// SPDX-License-Identifier: Apache-2.0
import GaitwayWorkspace

/// The command's exit codes.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let badInput: Int32 = 3
}
