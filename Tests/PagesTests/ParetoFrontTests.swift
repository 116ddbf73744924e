// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import GaitwayEvaluation
import TestSupport
import Testing

@testable import GaitwayPages

/// The front against its definition, and the plot's numbers.
@Suite struct ParetoFrontTests {
    @Test(arguments: 0..<Rounds.count(400)) func theFrontIsWhatNothingBeats(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        // Few different values, so that equals are common.
        let steps = Int.random(in: 1...8, using: &random)
        let points = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            (
                cost: Double(Int.random(in: 0...steps, using: &random)),
                gain: Double(Int.random(in: 0...steps, using: &random))
            )
        }
        let front = points.indices.filter { index in
            let own = points[index]
            return !points.contains { other in
                other.cost <= own.cost && other.gain >= own.gain && (other.cost < own.cost || other.gain > own.gain)
            }
        }
        #expect(ParetoFront.indices(points) == front)
    }

    @Test(arguments: [0, 0.3, 1, 2, 7, 10, 17, 56, 99, 100, 101, 6675, 1e6]) func theScaleHoldsItsGreatestValue(
        _ greatest: Double
    ) {
        let scale = AxisScale(greatest: greatest)
        #expect(scale.end >= greatest && scale.end > 0)
        #expect(scale.ticks.first?.value == 0 && scale.ticks.last?.value == scale.end)
        #expect((2...7).contains(scale.ticks.count))
        #expect(Set(scale.ticks.map(\.text)).count == scale.ticks.count)
    }

    /// The rectangles of names cross neither each other nor a dot.
    @Test(arguments: 0..<Rounds.count(80)) func namesKeepApart(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let dots = (0..<30).map { _ in
            (x: Double.random(in: 40...400, using: &random), y: Double.random(in: 24...260, using: &random))
        }
        var labels = PlotLabels(width: 420, height: 260, taken: dots)
        var placed: [(left: Double, right: Double, base: Double)] = []
        for dot in dots {
            let text = String(repeating: "n", count: Int.random(in: 1...24, using: &random))
            guard let place = labels.place(text, x: dot.x, y: dot.y) else { continue }
            placed.append((place.x, place.x + 6 * Double(text.count), place.y))
        }
        #expect(!placed.isEmpty)
        for (index, own) in placed.enumerated() {
            #expect(own.left >= 0 && own.right <= 420)
            for other in placed[(index + 1)...] {
                #expect(own.right <= other.left || other.right <= own.left || abs(own.base - other.base) >= 10)
            }
            for dot in dots {
                #expect(dot.x <= own.left || dot.x >= own.right || dot.y <= own.base - 10 || dot.y >= own.base)
            }
        }
    }

    @Test func thePlotReadsAsXMLWithAnyNames() throws {
        let plot = TradeoffPlot(
            title: "<t>", costName: "costs & more", gainName: "\"gains\"",
            points: [
                .init(label: "<script>alert(1)</script>", cost: 3, gain: 4), .init(label: "a&b", cost: 3, gain: 4),
                .init(label: "c", cost: 5, gain: 4), .init(label: "d", cost: 0, gain: 0),
            ])
        let source = plot.markup.source
        let parser = XMLParser(data: Data(source.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        // Two of the three places are on the front.
        #expect(source.components(separatedBy: "class=\"many\"").count == 3)
        #expect(source.components(separatedBy: "class=\"few\"").count == 2)
        #expect(!source.contains("<script>"))
    }

    @Test func oneFigureIsASentence() {
        func plot(_ points: [TradeoffPlot.Point]) -> String {
            TradeoffPlot(title: "", costName: "regions", gainName: "alerts", points: points).markup.source
        }
        #expect(plot([]).isEmpty)
        let same = plot([.init(label: "a", cost: 2, gain: 3), .init(label: "b", cost: 2, gain: 3)])
        #expect(!same.contains("<svg") && same.contains("alerts 3, regions 2."))
        #expect(plot([.init(label: "a", cost: 2, gain: 3), .init(label: "b", cost: 2, gain: 4)]).contains("<svg"))
    }
}
