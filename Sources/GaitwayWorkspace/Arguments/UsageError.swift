// SPDX-License-Identifier: Apache-2.0
/// A mistake in the command line that only the work finds.
package struct UsageError: Error {
    /// What is wrong, and what to give instead.
    package let problem: String

    package init(_ problem: String) { self.problem = problem }
}
