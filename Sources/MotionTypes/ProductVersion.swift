/// The version that the command and the C library tell.
package enum ProductVersion {
    /// Major, minor and patch, as semantic versioning has them.
    package static let text = "0.1.0"
}
