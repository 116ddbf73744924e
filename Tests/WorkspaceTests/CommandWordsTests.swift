// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayWorkspace

/// The words of a command line: how they are read, completed and quoted.
@Suite struct CommandWordsTests {
    @Test func negativeNumbersJoinTheirOptions() {
        #expect(NegativeValues.joined(["--stay", "-1", "-2", "a"]) == ["--stay=-1", "-2", "a"])
        #expect(NegativeValues.joined(["--origin", "-1e5", "--force", "-x"]) == ["--origin=-1e5", "--force", "-x"])
        #expect(NegativeValues.joined(["--", "--stay", "-1"]) == ["--", "--stay", "-1"])
    }

    @Test func outputsInHTMLAreReports() {
        #expect(NamedResults.routed(["trips", "--output", "day.html"]) == ["trips", "--report", "day.html"])
        #expect(NamedResults.routed(["classify", "a", "--output=a.svg"]) == ["classify", "a", "--picture=a.svg"])
        // A simulation has no picture, a subcommand no page, and an option that is given keeps its file.
        for words in [
            ["simulate", "--output", "a.svg"], ["trips", "stats", "--output", "a.html"],
            ["trips", "--report", "b.html", "--output", "a.html"], ["classify", "--", "--output", "a.html"],
        ] {
            #expect(NamedResults.routed(words) == words)
        }
    }

    @Test func quotedWordsAreReadBack() {
        for words in [["gaitway", "train", "a b.csv"], ["it's", "", "$x", "\\", "ü"]] {
            #expect(QuotedCommand.words(of: words.map(ShellWord.quoted).joined(separator: " ")) == words)
        }
        #expect(QuotedCommand.words(of: "gaitway 'train") == nil)
        #expect(QuotedCommand.words(of: "gaitway \\") == nil)
    }

    @Test func pagesQuoteTheArgumentsInTheOrderOfHelp() {
        let description = """
            {"command":{"arguments":[
              {"kind":"positional","valueName":"log"},
              {"kind":"flag","names":[{"kind":"long","name":"all"}],"valueName":"all"},
              {"kind":"flag","names":[{"kind":"long","name":"force"}],"valueName":"force"},
              {"kind":"option","names":[{"kind":"long","name":"model"}],"valueName":"file"},
              {"kind":"option","names":[{"kind":"long","name":"where"}],"valueName":"column=value"}]}}
            """
        let words = ["classify", "--where", "a=b c", "--force", "--model=/home/x/m.json", "--all", "/data/ride.csv"]
        let given = GivenArguments(described: description, in: words)
        #expect(given.quoted("gaitway classify") == "gaitway classify ride.csv --all --model m.json --where 'a=b c'")
        #expect(given.names == ["", "--all", "--force", "--model", "--where"])
        #expect(given.first(notIn: ["--all", "--force", "--where"]) == "--model")
        #expect(given.first(notIn: given.names) == nil)
        let other = GivenArguments(described: description, in: ["classify"])
        #expect(other.quoted("gaitway classify", defaults: ["--model": "m"]) == "gaitway classify --model m")
    }

    private enum Format: String { case csv, ndjson }

    @Test func namesOfOutputsAskForFormats() {
        let names = OutputName<Format>(endings: [("csv", .csv), ("ndjson", .ndjson), ("jsonl", .ndjson)])
        #expect(names.format(nil, of: "a.JSONL") == .ndjson && names.format(.csv, of: "a.jsonl") == .csv)
        #expect(names.format(nil, of: "a") == nil && names.format(nil, of: nil) == nil)
        #expect(names.fault(nil, of: "a.csv") == nil && names.fault(.csv, of: "-") == nil)
        #expect(names.fault(nil, of: "2026.05") == nil)
        #expect(
            names.fault(nil, of: "a.pdf")
                == "--output writes no .pdf here; use .csv, .jsonl, .ndjson, or give --format")
        #expect(names.fault(.ndjson, of: "b/a.csv")?.hasPrefix("--format ndjson contradicts the name a.csv") == true)
        let only = OutputName<Format>(endings: [("csv", .csv)], hasOption: false)
        #expect(only.fault(nil, of: "a.pdf") == "--output writes no .pdf here; use .csv")
    }

    @Test func longHelpIsShortened() throws {
        let options = (1...80).map { "  --option-\($0) <n>         The number. It is long.\n" }.joined()
        let text = "OVERVIEW: Shows.\n\nMore.\n\nEXAMPLES\n  gaitway x\n\nUSAGE: gaitway x [<options>]\n\nOPTIONS:\n"
        let page = try #require(HelpPage(text + options, width: 80))
        let (short, whole) = (page.text(showsAll: false), page.text(showsAll: true))
        #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= HelpPage.most + 1)
        #expect(short.contains("--option-80") && short.hasSuffix("More with gaitway x --help-all.\n"))
        #expect(whole.contains("It is long.") && whole.hasPrefix("OVERVIEW: Shows.\n\nEXAMPLES\n  gaitway x\n\nUSAGE"))
        #expect(HelpPage("gaitway 0.1.0", width: 80) == nil)
    }
}
