// SPDX-License-Identifier: Apache-2.0
/// A format of saved states: the version that this build writes and reads, and its errors for other bytes.
package struct SavedStateFormat: Sendable {
    /// Whose states these are, such as "a gate".
    private let owner: String
    /// The number that the states of this build have.
    package let version: Int

    /// A format whose states belong to `owner`.
    package init(of owner: String, version: Int) {
        self.owner = owner
        self.version = version
    }

    /// Refuses a state of another version.
    package func check(version stated: Int, source: String?) throws(InputError) {
        guard stated != version else { return }
        throw fault(
            .unsupported, "the saved state of \(owner) has version \(stated); this build reads \(version)", source)
    }

    /// The error for bytes that do not begin as a saved state does.
    package func foreign(_ bytes: [UInt8], source: String?) -> InputError {
        fault(bytes.isEmpty ? .empty : .malformed, "this is not a saved state of \(owner)", source)
    }

    /// The error for a saved state that was cut.
    package func truncated(source: String?) -> InputError {
        fault(.truncated, "the saved state of \(owner) ends too early", source)
    }

    /// The error for a saved state that contradicts itself; `place` names the fault, if it is known.
    package func damaged(_ place: String? = nil, source: String?) -> InputError {
        fault(.malformed, "the saved state of \(owner) is damaged" + (place.map { ": " + $0 } ?? ""), source)
    }

    private func fault(_ code: InputError.Code, _ problem: String, _ source: String?) -> InputError {
        InputError(code, source: source, problem: problem, remedy: "start without it")
    }
}
