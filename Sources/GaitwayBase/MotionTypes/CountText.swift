// SPDX-License-Identifier: Apache-2.0

extension Int {
    /// A count with its noun: `1 visit`, `3 visits`. The noun's plural adds an s unless it is given.
    package func counted(_ one: String, _ several: String? = nil) -> String {
        self == 1 ? "1 " + one : "\(self) " + (several ?? one + "s")
    }
}
