// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@Suite("Writing lengths of time")
struct ClockTextTests {
    @Test(arguments: [
        (0, "0:00:00"), (0.4, "0:00:00"), (59.5, "0:01:00"), (3723, "1:02:03"), (360_000, "100:00:00"), (-5, "0:00:00"),
        (.infinity, "277777777:46:40"),
    ]) func hoursMinutesAndSeconds(_ seconds: Double, _ text: String) {
        #expect(ClockText.text(seconds: seconds) == text)
    }
}
