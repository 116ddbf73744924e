// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@Suite struct RemedyTests {
    @Test("a remedy of plain text is that text, and an empty one is empty")
    func text() {
        let remedy: Remedy = "close the quote"
        #expect(remedy.description == "close the quote" && !remedy.isEmpty)
        #expect(("" as Remedy).isEmpty && ("\("")" as Remedy).isEmpty)
        let quoting: Remedy = "the last of \(12) is \(quoted: "a\nb")"
        #expect(quoting == "the last of 12 is \"a\\u{a}b\"")
        #expect(quoting.description == "the last of 12 is \"a\\u{a}b\"")
    }

    @Test("settings, files and roles have neutral words, which name no option")
    func neutralWords() {
        let unit = Remedy.Setting(.unit, "m/s^2", "g")
        let remedy: Remedy = "mend the rides, or \(set: .allowSkipped); \(set: unit, .init(.rate))"
        #expect(remedy.description == "mend the rides, or set allow_skipped; set unit to m/s^2 or g and rate")
        #expect(("\(use: .track)" as Remedy).description == "use it as a track")
        #expect(("give \(file: .activityStream)" as Remedy).description == "give an activity stream")
        #expect(("choose another \(name: .strategy)" as Remedy).description == "choose another strategy")
    }

    @Test("an interface words the parts, and an error's line takes the result")
    func ownWords() {
        let error = InputError(.ambiguous, source: "a.csv", problem: "no unit", remedy: "\(set: .init(.unit, "g"))")
        #expect(error.description == "a.csv: no unit; set unit to g")
        let words = error.remedy.text { part in
            if case .set(let settings) = part { settings.map { "--\($0.name.rawValue)" }.joined() } else { "" }
        }
        #expect(error.line(remedy: words) == "a.csv: no unit; --unit")
        #expect(error.line(remedy: "") == "a.csv: no unit")
    }
}
