// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

@testable import GaitwayStore

extension TimelineDatabase {
    /// Derives the whole timeline anew, as an input with another policy does.
    func deriveAnew() throws(InputError) {
        try write { db in _ = try deriveAll(db) }
    }
}
