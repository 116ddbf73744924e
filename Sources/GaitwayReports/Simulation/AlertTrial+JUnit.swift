// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation
import GaitwayReplay

extension JUnitReport.Suite {
    /// The labels of a ride as checks of one policy; nil for a trial without labels.
    ///
    /// - Parameter clock: writes a moment.
    package init?(_ trial: AlertTrial, clock: (Timestamp) -> String) {
        guard let score = trial.score else { return nil }
        let policy = trial.result.policy
        self.init(
            policy,
            score.outcomes.map { outcome in
                let label = outcome.label
                let span = clock(label.span.lowerBound) + " to " + clock(label.span.upperBound)
                return JUnitReport.Case(
                    "\(label.verdict.rawValue) \(label.place ?? "every place"), \(span)", in: policy,
                    failures: outcome.failures(clock: clock))
            })
    }
}
