// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension CorrectionOffer {
    /// Writes `{"words", "correction"}`, the correction as a file of corrections has it.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.add("words", words)
            json.object("correction") { json in CorrectionDocument.write(correction, to: &json) }
        }
    }
}
