// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayReports

@Suite struct SimulationVerdictTests {
    private func text(
        driving: Int? = 0, minutes: [Int64] = [], silent: Int = 0, waiting: Int = 0, missed: Int = 0
    ) -> String {
        SimulationVerdict(
            driving: driving, delays: minutes.map { .seconds($0 * 60) }, silent: silent, waiting: waiting,
            missed: missed
        ).text
    }

    @Test func whatCameLateAndByHowMuch() {
        #expect(
            text(minutes: [0, 1, 11, 2, 7], silent: 6, waiting: 1, missed: 2)
                == "No alert while driving. 2 of 12 stories came late, by 7 and 11 min. 6 ended without an alert. "
                + "1 still waits. The phone missed 2 entries.")
        #expect(text(minutes: [9, 4, 30, 6]) == "No alert while driving. 4 of 4 stories came late, by 4 to 30 min.")
        #expect(text(driving: 1, minutes: [5]) == "1 alert while driving. 1 of 1 story came late, by 5 min.")
    }

    @Test func nothingLate() {
        #expect(text(minutes: [0, 3]) == "No alert while driving. All 2 stories came in time.")
        #expect(
            text(driving: nil, minutes: [0], silent: 1)
                == "Whether an alert came while driving is not known. 1 of 2 stories came, none of them late. "
                + "1 ended without an alert.")
        #expect(text() == "No alert while driving. No place was entered.")
    }
}
