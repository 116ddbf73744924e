import Testing
import TextFormats

struct NegativeValuesTests {
    @Test func aNegativeNumberJoinsTheOptionBeforeIt() {
        #expect(NegativeValues.joined(["--stay", "-1", "log"]) == ["--stay=-1", "log"])
        #expect(NegativeValues.joined(["--at", "-.5e3"]) == ["--at=-.5e3"])
        #expect(NegativeValues.joined(["--adapt-minutes", "-5", "-6"]) == ["--adapt-minutes=-5", "-6"])
    }

    @Test func whatIsNoNumberOrFollowsNoOptionStays() {
        for words in [
            ["--stay", "-v"], ["-s", "-1"], ["--stay=2", "-1"], ["--", "--stay", "-1"], ["-1"], ["--stay", "-"],
        ] {
            #expect(NegativeValues.joined(words) == words)
        }
    }
}
