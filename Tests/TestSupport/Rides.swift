// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The unpacked real rides that some tests read. They are not part of the project: `GAITWAY_RIDES` names their folder.
public enum Rides {
    /// The folder, or nil when the variable is not set, or empty.
    public static let folder: String? = folder(named: "GAITWAY_RIDES")

    /// The folder that a variable names; nil when it is not set, or empty.
    static func folder(named variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether tests on real rides can run; for `.enabled(if:)`.
    public static var areAvailable: Bool { folder != nil }

    /// Why a test on real rides was skipped; the comment of `.enabled(if:)`.
    public static let reason = "needs real rides: set GAITWAY_RIDES to a folder of unpacked ones"

    /// The path of one ride, or of a folder of rides.
    public static func path(_ recording: String) -> String { (folder ?? "") + "/" + recording }
}
