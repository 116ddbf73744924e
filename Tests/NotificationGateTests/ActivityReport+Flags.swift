// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension ActivityReport {
    /// A report as the gate sees it: of a phone, without a recording.
    init(flags: ActivityFlags, confidence: Confidence, start: Timestamp? = nil, isRepeat: Bool = false) {
        self.init(
            activity: MotionActivity(flags: flags, confidence: confidence, start: start), isRepeat: isRepeat)
    }
}
