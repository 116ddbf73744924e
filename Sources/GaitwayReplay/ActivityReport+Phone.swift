// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
internal import GaitwayTimeline

extension ActivityReport {
    /// The report that an app on the phone would have got; nil for a word that does not name an activity, such as
    /// Android's tilting. A report without a confidence has a low one.
    ///
    /// - Parameter origin: the wall-clock time of elapsed 0.
    package init?(_ phone: PhoneActivity, origin: Timestamp?) {
        guard let flags = ActivityWords.flags(phone.word) else { return nil }
        let start = phone.start ?? phone.elapsed
        self.init(
            activity: MotionActivity(
                flags: flags, confidence: phone.confidence ?? .low, elapsed: start, start: origin.map { $0 + start }),
            delivered: phone.elapsed)
    }
}
