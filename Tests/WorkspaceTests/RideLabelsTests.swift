// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

@testable import GaitwayWorkspace

struct RideLabelsTests {
    private static let walking = RideLabel.activity(.walking)
    private static let cycling = RideLabel.activity(.cycling)

    private func labels(_ duration: Double? = 100) -> RideLabels {
        RideLabels(recording: "rides/a.csv", rows: [], duration: duration)
    }

    private func text(_ labels: RideLabels) -> String {
        labels.spans.map { "\($0.from)-\($0.to) \($0.label.name)" }.joined(separator: ", ")
    }

    private func apply(_ change: LabelChange, to labels: inout RideLabels) -> Bool { labels.apply(change) }

    @Test func aSpanReplacesWhatLiesInIt() {
        var labels = labels()
        #expect(apply(.put(from: 0, to: 60, Self.walking), to: &labels))
        #expect(apply(.put(from: 20, to: 30, Self.cycling), to: &labels))
        #expect(text(labels) == "0.0-20.0 walking, 20.0-30.0 cycling, 30.0-60.0 walking")
        #expect(apply(.put(from: 10, to: 70, Self.cycling), to: &labels))
        #expect(text(labels) == "0.0-10.0 walking, 10.0-70.0 cycling")
        #expect(apply(.put(from: 5, to: 15, nil), to: &labels))
        #expect(text(labels) == "0.0-5.0 walking, 15.0-70.0 cycling")
        #expect(!apply(.put(from: 5, to: 15, nil), to: &labels))
    }

    @Test func aSpanEndsWithTheRideAndMergesWithItsEqualNeighbours() {
        var labels = labels()
        _ = labels.apply(.put(from: 90, to: 300, Self.walking))
        _ = labels.apply(.put(from: -5, to: 40, Self.walking))
        #expect(text(labels) == "0.0-40.0 walking, 90.0-100.0 walking")
        _ = labels.apply(.put(from: 90, to: 40, Self.walking))
        #expect(text(labels) == "0.0-100.0 walking")
        #expect(labels.rows.count == 1)
    }

    @Test func theRestFillsEveryGap() {
        var labels = labels()
        _ = labels.apply(.put(from: 20, to: 30, Self.cycling))
        _ = labels.apply(.put(from: 50, to: 60, Self.cycling))
        _ = labels.apply(.rest(Self.walking))
        #expect(
            text(labels)
                == "0.0-20.0 walking, 20.0-30.0 cycling, 30.0-50.0 walking, 50.0-60.0 cycling, 60.0-100.0 walking")
        #expect(!apply(.rest(Self.walking), to: &labels))
    }

    @Test func labelsSplitAndJoin() {
        var labels = labels()
        _ = labels.apply(.all(Self.walking))
        #expect(apply(.split(at: 40), to: &labels))
        #expect(text(labels) == "0.0-40.0 walking, 40.0-100.0 walking")
        #expect(apply(.join(at: 40), to: &labels))
        #expect(text(labels) == "0.0-100.0 walking")
        _ = labels.apply(.put(from: 30, to: 50, nil))
        #expect(apply(.join(at: 45), to: &labels))
        #expect(text(labels) == "0.0-100.0 walking")
        #expect(!apply(.join(at: 45), to: &labels))
    }

    @Test func anEdgeMovesBetweenItsNeighbours() {
        var labels = labels()
        _ = labels.apply(.put(from: 10, to: 40, Self.walking))
        _ = labels.apply(.put(from: 40, to: 80, Self.cycling))
        _ = labels.apply(.move(at: 40, to: 55))
        #expect(text(labels) == "10.0-55.0 walking, 55.0-80.0 cycling")
        _ = labels.apply(.move(at: 80, to: 500))
        #expect(text(labels) == "10.0-55.0 walking, 55.0-100.0 cycling")
        _ = labels.apply(.move(at: 55, to: -3))
        #expect(text(labels) == "10.0-10.001 walking, 10.001-100.0 cycling")
    }

    @Test func aRideOfUnknownLengthIsLabelledToItsEnd() {
        var labels = labels(nil)
        _ = labels.apply(.rest(Self.walking))
        #expect(labels.rows.map(\.end) == [nil])
        #expect(labels.spans.map(\.to) == [.infinity])
    }

    @Test func cellsStayThroughChanges() {
        var labels = labels()
        labels.set([("user", "ann"), ("notes", "a, \"b\"")])
        #expect(labels.spans.isEmpty)
        #expect(labels.rows.map(\.isUnlabelled) == [true])
        _ = labels.apply(.put(from: 0, to: 50, Self.walking))
        #expect(labels.cell("user") == "ann")
        #expect(labels.rows.map { $0["mode"] } == [""])
        _ = labels.apply(.all(nil))
        #expect(labels.cell("user") == "ann")
        #expect(labels.rows.map(\.isUnlabelled) == [true])
    }

    /// What a model labelled is a person's once the person labels it, also with the same activity.
    @Test func labelsSayWhetherAModelGaveThem() {
        var labels = labels()
        labels.put([(from: 0, to: 40, label: Self.walking)], labeller: ManifestRow.model)
        labels.put([(from: 40, to: 60, label: Self.walking)])
        #expect(labels.rows.map { $0[ManifestRow.labeller] } == ["model", ""])
        #expect(apply(.put(from: 10, to: 20, Self.walking), to: &labels))
        #expect(labels.rows.map { $0[ManifestRow.labeller] } == ["model", "", "model", ""])
        #expect(apply(.all(Self.walking), to: &labels))
        #expect(labels.rows.map { $0[ManifestRow.labeller] } == [""])
        labels.put([(from: 0, to: 100, label: Self.cycling)], labeller: ManifestRow.model)
        #expect(apply(.all(nil), to: &labels))
        #expect(labels.rows.allSatisfy { $0[ManifestRow.labeller].isEmpty })
    }

    @Test func aModeGoesWithItsLabel() throws {
        let text = try ManifestText(
            Array("recording,activity,mode\nrides/a.csv,automotive,tram\n".utf8), source: "manifest.csv")
        var labels = RideLabels(recording: "rides/a.csv", rows: text.rows(of: "rides/a.csv"), duration: 100)
        _ = labels.apply(.put(from: 0, to: 10, Self.walking))
        #expect(labels.rows.map { $0["mode"] } == ["", "tram"])
    }

    /// Random changes never make labels overlap or leave the ride, and a span changes no label outside it.
    @Test func labelsNeverOverlap() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var labels = labels()
            for _ in 0..<12 {
                let (from, to) = (
                    Double.random(in: -10...110, using: &random), Double.random(in: -10...110, using: &random)
                )
                let before = labels
                let choice: LabelChange = [
                    .put(from: from, to: to, Self.walking), .put(from: from, to: to, nil),
                    .put(from: from, to: to, .noneOfThese), .rest(Self.cycling), .split(at: from), .join(at: from),
                    .move(at: labels.spans.randomElement()?.to ?? 0, to: from),
                ].randomElement()!
                _ = labels.apply(choice)
                let spans = labels.spans
                for (span, next) in zip(spans, spans.dropFirst()) { #expect(span.to <= next.from + 1e-9) }
                for span in spans { #expect(span.from >= 0 && span.to <= 100 && span.to > span.from) }
                if case .put(let from, let to, _) = choice {
                    let (low, high) = (min(from, to), max(from, to))
                    for time in stride(from: 0.25, to: 100, by: 2.5) where time < low - 0.01 || time > high + 0.01 {
                        #expect(label(labels, time) == label(before, time))
                    }
                }
            }
        }
    }

    /// Many spans at once give the labels that each in its turn gives, in any order and over any labels.
    @Test func spansAtOnceAreSpansInTurn() {
        var random = SystemRandomNumberGenerator()
        let kinds: [RideLabel?] = [Self.walking, Self.cycling, nil]
        for round in 0..<300 {
            var (atOnce, inTurn) = (labels(), labels())
            for _ in 0..<3 {
                let spans = (0..<Int.random(in: 1...8, using: &random)).map { number in
                    // Apart in every second round, so that they are sorted.
                    let from =
                        round % 2 == 0
                        ? Double.random(in: 0...100, using: &random) : Double((number * 37 + round) % 50 * 2)
                    return (
                        from: from, to: from + (round % 2 == 0 ? 30 : 2) * Double.random(in: 0...1, using: &random),
                        label: kinds[Int.random(in: 0...2, using: &random)]
                    )
                }
                atOnce.put(spans)
                for span in spans { inTurn.put([span]) }
                for time in stride(from: 0.25, to: 100, by: 0.7) {
                    #expect(label(atOnce, time) == label(inTurn, time))
                }
                #expect(!atOnce.overlaps)
            }
        }
    }

    /// A foreign row whose end lies between milliseconds is not overlapped, which a manifest refuses.
    @Test func edgesBetweenMillisecondsDoNotOverlap() throws {
        let text = try ManifestText(
            Array("recording,activity,start_s,end_s\nrides/a.csv,automotive,1,10.5003\n".utf8), source: "m.csv")
        var labels = RideLabels(recording: "rides/a.csv", rows: text.rows(of: "rides/a.csv"), duration: 100)
        labels.put([(10.5, 20, Self.walking)])
        #expect(labels.rows.count == 2 && !labels.overlaps)
    }

    private func label(_ labels: RideLabels, _ time: Double) -> RideLabel? {
        labels.spans.first { $0.from <= time && time < $0.to }?.label
    }
}
