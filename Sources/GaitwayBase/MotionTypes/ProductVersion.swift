// SPDX-License-Identifier: Apache-2.0
/// The version of Gaitway. It stands only here: the command and the C library print it, streams and models carry it,
/// and scripts read it from this file for pkg-config and the Python package.
package enum ProductVersion {
    /// Major, minor and patch, as semantic versioning has them.
    package static let text = "0.1.0"
}
