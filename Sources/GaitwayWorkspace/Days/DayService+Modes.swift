// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveServer
import GaitwayStore
import GaitwayTimeline

/// What the person never does: no ride of a day then has such an activity.
extension DayService {
    /// The activities that a person may do without.
    private static let optional: [Activity] = [.running, .cycling]

    /// The activities that never come.
    func modes() throws -> ServedResponse {
        let modes = try store.policy().modes
        return .json { json in
            json.object { json in
                json.add("never", Self.optional.filter { !modes.contains($0) }.map(\.rawValue))
            }
        }
    }

    /// Replaces them, and derives all days again.
    func saveModes(_ body: JSONElement) throws -> ServedResponse {
        guard let words = try body.texts("never") else { throw body.fault("never is missing") }
        guard words.allSatisfy({ word in Self.optional.contains { $0.rawValue == word } }) else {
            throw body.fault("never may have running and cycling")
        }
        var policy = try store.policy()
        policy.modes = Set([.walking, .automotive] + Self.optional.filter { !words.contains($0.rawValue) })
        if policy == TimelinePolicy() {
            try OutputFile.remove(store.policyPath)
        } else {
            try OutputFile.save(Array(policy.json.utf8), to: store.policyPath)
        }
        // A change of the store tells waiting pages.
        if store.stamp != "" { try store.write { try $0.deriveAgain() } } else { store.publish() }
        return try modes()
    }
}
