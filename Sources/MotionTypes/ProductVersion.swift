/// The version of Gaitway, which stands here alone: the command and the C library tell it, activity streams and models carry it, and
/// scripts read it from here for pkg-config and the Python package.
package enum ProductVersion {
    /// Major, minor and patch, as semantic versioning has them.
    package static let text = "0.1.0"
}
