// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension ActivityReport {
    /// How sure the gate takes a report to be: a first answer from half a window counts for little, however sure it is.
    var gateConfidence: Confidence { isProvisional ? .low : activity.confidence }
}
