// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads any bytes as a file of a time zone, and asks for offsets around its changes. Any error other than `InputError`
/// is a fault.
enum ZoneRulesTarget: FuzzTarget {
    static let name = "zone-rules"

    static func take(_ bytes: [UInt8]) {
        do throws(InputError) {
            let rules = try ZoneRules(bytes: bytes, source: "fuzz")
            for year: Int64 in stride(from: -400, through: 400, by: 3) {
                precondition(abs(rules.offset(at: year * 31_556_952)) < 14 * 86400)
            }
        } catch {
            // Refused, as most bytes are.
        }
    }
}
