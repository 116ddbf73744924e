// SPDX-License-Identifier: Apache-2.0
import Testing

/// What shells offer behind `gaitway`, by the scripts that it writes for them.
@Suite struct CompletionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for file in ["rides/monday.csv", "ride.csv", "day.gpx", "policy.json", "places.geojson", "models/mine.json"] {
            try folder.write("", to: file)
        }
    }

    /// A command line up to the word to complete, and all that is offered for it.
    private static let offers: [(line: [String], words: [String])] = [
        (["classify", "ri"], ["ride.csv", "rides"]),
        (["classify", "rides/"], ["rides/monday.csv"]),
        (["simulate", "--track", "d"], ["day.gpx"]),
        (["simulate", "--policy", ""], ["models", "policy.json", "rides"]),
        (["simulate", "--places", ""], ["models", "places.geojson", "policy.json", "ride.csv", "rides"]),
        (["simulate", "--profile", ""], ["article", "gaitway", "here"]),
        (["classify", "--smoothing", ""], ["causal", "lag", "none", "viterbi"]),
        (["classify", "--model", ""], ["default", "models", "open", "policy.json", "rides"]),
        (["classify", "--model", "models/"], ["models/mine.json"]),
        (["evaluate", "--root", ""], ["models", "rides"]),
        (["trips", "correct", "activity", "ru"], ["running"]),
    ]

    /// The sorted words without the slash behind folders, as shells add it or not.
    private static func sorted(_ text: Substring) -> [String] {
        let words = text.split(separator: " ").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
        return Set(words).sorted()
    }

    @Test func bashOffersFilesAndValues() throws {
        let lines = Self.offers.map { offer in
            "try " + offer.line.map { $0.isEmpty ? "''" : $0 }.joined(separator: " ")
        }
        let result = try Command.shell(
            """
            cd '\(folder.root)' && PATH="$(dirname "$GAITWAY"):$PATH"
            source <(gaitway --generate-completion-script bash)
            try() {
                COMP_WORDS=(gaitway "$@") COMP_CWORD=$# COMP_LINE="gaitway $*" COMPREPLY=()
                COMP_POINT=${#COMP_LINE}
                _gaitway gaitway "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                echo "${COMPREPLY[@]}"
            }
            \(lines.joined(separator: "\n"))
            """, in: folder)
        let offered = result.text.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(offered.count == Self.offers.count + 1, "\(result.text) \(result.errors)")
        for (offer, words) in zip(Self.offers, offered) {
            #expect(Self.sorted(words) == offer.words, "\(offer.line)")
        }
    }

    /// A machine without fish or zsh passes: neither is a dependency.
    @Test func fishOffersTheSame() throws {
        let lines = Self.offers.map { "complete -C 'gaitway " + $0.line.joined(separator: " ") + "'; echo ." }
        let result = try Command.shell(
            """
            command -v fish > /dev/null || exit 99
            cd '\(folder.root)' && export HOME="$PWD/home" PATH="$(dirname "$GAITWAY"):$PATH"
            gaitway --generate-completion-script fish > gaitway.fish
            fish --no-config -c 'source gaitway.fish; \(lines.joined(separator: "; ").replacing("'", with: "\""))'
            """, in: folder)
        guard result.status != 99 else { return }
        let parts = result.text.split(separator: ".\n", omittingEmptySubsequences: false).dropLast()
        try #require(parts.count >= 1, "\(result.errors)")
        #expect(result.text.contains("ride.csv") && result.text.contains("viterbi"), "\(result.text)")
    }

    @Test func zshChecksItsScript() throws {
        let result = try Command.shell(
            """
            command -v zsh > /dev/null || exit 99
            "$GAITWAY" --generate-completion-script zsh > '\(folder.root)/_gaitway' &&
            zsh -n '\(folder.root)/_gaitway' && grep -c _files '\(folder.root)/_gaitway'
            """, in: folder)
        guard result.status != 99 else { return }
        #expect(result.status == 0, "\(result.errors)")
        #expect(Int(result.text.split(separator: "\n").first ?? "") ?? 0 > 30, "\(result.text)")
    }
}
