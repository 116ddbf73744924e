// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

@Suite struct ReportComposerTests {
    /// A drive, and what its windows look like beside a vehicle in motion: stationary to this share.
    private static func drive(_ stationary: [Double]) -> [WindowEstimate] {
        stationary.enumerated().map { index, share in
            let start = Int64(index) * WindowGrid.hopDuration
            let posterior = ActivityProbabilities {
                $0 == .stationary ? share : $0 == .automotive ? 0.96 - share : 0.01
            }
            return WindowEstimate(
                span: start..<start + WindowGrid.duration, arrival: start + WindowGrid.duration,
                outcome: .probabilities(posterior), levels: .standard)
        }
    }

    private static func reports(_ estimates: [WindowEstimate]) -> [ActivityReport] {
        var smoother = Smoother(.viterbi, parameters: .init(stay: 0.98))
        var smoothed: [SmoothedEstimate] = []
        for estimate in estimates { smoother.append(estimate, to: &smoothed) }
        smoother.finish(to: &smoothed)
        var composer = ReportComposer(reportsEveryWindow: true, origin: nil)
        return smoothed.compactMap { composer.report($0) }
    }

    /// A vehicle that stands for a moment is in no doubt, although it is too short a rest to be told.
    @Test func aWindowThatLooksStationarySpeaksForTheDriveItLiesIn() {
        var shares = [Double](repeating: 0.02, count: 21)
        shares[10] = 0.8
        let reports = Self.reports(Self.drive(shares))
        #expect(reports.count == 21)
        #expect(reports.allSatisfy { $0.activity.flags == .automotive && $0.activity.confidence == .high })
    }

    /// One that looks like anything else is: confidence is that of the window, not of those around it.
    @Test func aWindowThatLooksLikeAWalkIsADoubtfulDrive() {
        var estimates = Self.drive([Double](repeating: 0.02, count: 21))
        estimates[10].outcome = .probabilities(
            ActivityProbabilities { $0 == .walking ? 0.8 : $0 == .automotive ? 0.16 : 0.01 })
        let reports = Self.reports(estimates)
        #expect(reports.map(\.activity.flags) == Array(repeating: .automotive, count: 21))
        #expect(reports.indices.filter { reports[$0].activity.confidence != .high } == [10])
    }
}
