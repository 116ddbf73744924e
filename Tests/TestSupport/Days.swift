// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The unpacked real days that some tests read, as e-mission exports them. They are not part of the project:
/// `GAITWAY_DAYS` names their folder, which holds `e-mission/DAY` and `mobilitynet/PHONE/TIMELINE/KEY/PERIOD.json`.
public enum Days {
    /// The folder, or nil when the variable is not set, or empty.
    public static let folder: String? = Rides.folder(named: "GAITWAY_DAYS")

    /// Whether tests on real days can run; for `.enabled(if:)`.
    public static var areAvailable: Bool { folder != nil }

    /// Why a test on real days was skipped; the comment of `.enabled(if:)`.
    public static let reason = "needs real days: set GAITWAY_DAYS to a folder of unpacked ones"

    /// The paths of the e-mission days, which hold fixes and reports.
    public static let days: [String] = names("e-mission").filter { $0.contains("_20") && !$0.contains(".") }
        .map { "e-mission/" + $0 }

    /// For each phone and timeline of MobilityNet, the paths of its logs of motion activity, by time.
    public static let reportLogs: [[String]] = names("mobilitynet").filter { $0.hasPrefix("ucb") }.flatMap { phone in
        names("mobilitynet/" + phone).map { timeline in
            let key = "mobilitynet/\(phone)/\(timeline)/background~motion_activity"
            return names(key).map { key + "/" + $0 }
        }
    }

    /// The bytes of a file.
    public static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: (folder ?? "") + "/" + path)))
    }

    private static func names(_ path: String) -> [String] {
        guard let folder else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + path)) ?? []).sorted()
    }
}
