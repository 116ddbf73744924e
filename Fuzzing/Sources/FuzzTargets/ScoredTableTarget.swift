// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

/// Reads any bytes as a table of scored windows, and chooses a model's tuning from it.
enum ScoredTableTarget: FuzzTarget {
    static let name = "scored-table"

    static func take(_ bytes: [UInt8]) {
        do {
            let table = try HeldOutTable(csv: bytes, source: "scored")
            for stay in [nil, 0.95] {
                let (tuning, speed) = try table.tuning(stay: stay)
                precondition(tuning.penalty > 0 && tuning.confidence.medium <= tuning.confidence.high)
                precondition(tuning.json(speed: speed).first == UInt8(ascii: "{"))
            }
        } catch is InputError {
            // Refused, as most bytes are.
        } catch {
            fatalError("not an InputError: \(error)")
        }
    }
}
