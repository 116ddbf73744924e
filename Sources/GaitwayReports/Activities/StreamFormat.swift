// SPDX-License-Identifier: Apache-2.0
/// How an activity stream is written; the raw value is the word for it.
package enum StreamFormat: String, CaseIterable, Sendable {
    /// For people.
    case table
    /// An object of JSON a line.
    case ndjson
    /// A row a line.
    case csv
}
