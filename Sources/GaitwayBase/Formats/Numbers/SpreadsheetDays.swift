// SPDX-License-Identifier: Apache-2.0
/// Times as spreadsheets keep them: days since 30 December 1899.
package enum SpreadsheetDays {
    /// Seconds since 1970.
    package static func seconds(_ days: Double) -> Double { (days - 25_569) * 86_400 }
}
