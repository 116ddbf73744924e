// SPDX-License-Identifier: Apache-2.0
/// The fixes of a commute as e-mission logs them: an hour at home, a drive of ten minutes, an hour at work.
public enum CommuteEntries {
    /// The entries as JSON, a fix every 20 s from `start` on, in seconds since 1970.
    public static func text(from start: Double) -> String {
        let entries = (0...390).map { step -> String in
            let seconds = 20 * Double(step)
            let metres = 15 * min(600, max(0, seconds - 3600))
            let jitter = Double(step % 7 - 3) * 1e-5
            return
                "{\"metadata\":{\"key\":\"background/location\",\"platform\":\"ios\",\"write_ts\":\(start + seconds)},"
                + "\"data\":{\"ts\":\(start + seconds),\"latitude\":\(37 + metres / 111_195 + jitter),\"longitude\":"
                + "\(-122 - jitter),\"accuracy\":10,\"sensed_speed\":-1}}"
        }
        return "[" + entries.joined(separator: ",\n") + "]"
    }
}
