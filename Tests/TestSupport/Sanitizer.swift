// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Whether tests run under a sanitizer, whose own memory, signals and libraries some of them would measure; for
/// `.enabled(if:)`.
public enum Sanitizer {
    /// True under one, which `make sanitize-address` and `make sanitize-thread` give its options.
    public static let isOn = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }

    /// Why a test was skipped; the comment of `.enabled(if:)`.
    public static let reason = "a sanitizer has memory, signals and libraries of its own"
}
