// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayEvaluation

struct PlacementTests {
    @Test(arguments: [
        ("pocket", Placement.pocket), ("trousers' front pocket", .pocket), ("Right JEANS Pocket", .pocket),
        ("coat pockets", .pocket), ("hip pocket", .pocket), ("hand (before the body)", .hand), ("in hand", .hand),
        ("hand (taken out of the pocket)", .hand), ("hand-held", .hand), ("hands", .hand), ("waist", .waist),
        ("belt, on the left hip", .waist), ("bag", .bag), ("hip bag", .bag), ("Rucksack", .bag),
        ("table, on back", .table), ("desk", .table), ("handlebar mount", .mount),
        ("handlebar/stem mount (from gravity; not stated)", .mount), ("windscreen holder", .mount),
    ])
    func oneWordNamesThePlacement(text: String, placement: Placement) {
        #expect(Placement(text) == placement, "\(text)")
    }

    @Test(arguments: [
        "", " ", "side", "rider's phone", "in car, mount not stated", "in car; no mount", "pocket unknown",
        "hand or pocket (not stated)", "pocket of the bag", "hand, then table", "handle", "pocketless", "main droite",
        "(hand)", "(hand", "карман", "右手", "🖐️", "\"", "\u{1}\u{7}\u{0}", "pock\u{301}et", "((pocket)", ",;,;",
    ])
    func noneOrSeveralIsOther(text: String) {
        #expect(Placement(text) == .other, "\(text)")
    }

    @Test(arguments: [
        "\"hand\"", "hand\u{0}", "\u{1B}[31mhand", "hand\r\n", "，hand。", "mano/hand", "hand)", ")hand",
        "hand [a pocket]",
    ])
    func whatIsNoLetterPartsWords(text: String) {
        // A remark may be opened by the escape of a colour: then nothing is left.
        let isRemark = text.contains("\u{1B}")
        #expect(Placement(text) == (isRemark ? .other : .hand), "\(text)")
    }

    /// Any text has a placement, whatever its case, and remarks never change it.
    @Test func anyTextIsRead() {
        var generator = SeededGenerator(seed: 16)
        let pieces = [
            "pocket", "Hand", "s", "'", "(", ")", ",", ";", "not", " ", "é", "桌", "\u{202E}", "\u{0}", "belt", "]", "[",
        ]
        for _ in 0..<2000 {
            let text = (0..<generator.below(9)).map { _ in pieces[generator.below(pieces.count)] }.joined()
            #expect(Placement(text) == Placement(text.uppercased()), "\(text)")
            #expect(Placement(text + " (bag)") == Placement(text + " (desk"), "\(text)")
        }
    }
}
