// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Testing

struct RideTimelineTests {
    private static let windows = Samples.rides(
        (0...24).map { number in
            guard number < 24 else { return (dataSet: 0, fold: 0, truth: nil, count: 400) }
            return (
                dataSet: number / 6, fold: number / 6 % 2, truth: Activity.allCases[number % 5], count: 50 + 5 * number
            )
        })

    private static func models() throws -> [Int: ActivityModel] {
        let model = try DefaultModel.load()
        return [0: model, 1: model]
    }

    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func answersAreThoseThatAreScored(smoothing: Smoothing) throws {
        let model = try DefaultModel.load()
        let splices = SplicedRides(Self.windows)
        let score = splices.score(Self.windows, smoothing: smoothing) { _ in model.smoothing }
        let moments = splices.rides.flatMap { ride in
            RideTimeline(ride.windows.map { Self.windows[$0] }, model: model, isSpliced: true).moments
        }
        let right = moments.count { moment in
            let truth = moment.truth.map(Prediction.init)
            return switch smoothing {
            case .lag: moment.lagged == truth
            case .viterbi: moment.path == truth
            default: Prediction(moment.flags) == truth
            }
        }
        #expect(isClose(score.metrics.accuracy, Double(right) / Double(moments.count)))
    }

    @Test func splicedWindowsFollowEachOther() throws {
        let splices = SplicedRides(Self.windows)
        let ride = try #require(splices.rides.first)
        let timeline = RideTimeline(
            ride.windows.map { Self.windows[$0] }, model: try DefaultModel.load(), isSpliced: true)
        #expect(timeline.moments.count == ride.windows.count)
        #expect(timeline.parts.map(\.truth) == ride.blocks.map(\.activity))
        for (part, next) in zip(timeline.parts, timeline.parts.dropFirst()) { #expect(part.end == next.start) }
        #expect(isClose(timeline.duration, Double(ride.windows.count) * timeline.hop))
    }

    @Test func aGapStaysAGap() throws {
        var windows = Array(Self.windows.prefix(20))
        for index in 10..<20 { windows[index].start += 30 }
        let timeline = RideTimeline(windows, model: try DefaultModel.load(), isSpliced: false)
        #expect(timeline.moments.first?.start == 0)
        #expect(isClose(timeline.moments[10].start - timeline.moments[9].start, 32.56, 1e-9))
    }

    @Test func refusedWindowsHaveNoEstimate() throws {
        var windows = Array(Self.windows.prefix(8))
        // One window keeps the answer before it, the next does not.
        for index in 3...5 { windows[index].isRefused = true }
        let timeline = RideTimeline(windows, model: try DefaultModel.load(), isSpliced: true)
        for moment in timeline.moments[4...5] {
            #expect(moment.flags == .unknown && moment.confidence == .low)
            #expect(moment.lagged == .unknown && moment.path == .unknown)
        }
        let held = timeline.moments[3]
        #expect(held.flags == timeline.moments[2].flags && held.confidence == .low)
        #expect(held.lagged == timeline.moments[2].lagged && held.path == timeline.moments[2].path)
        #expect(timeline.moments.indices.filter { timeline.moments[$0].probabilities == nil } == [3, 4, 5])
    }

    @Test func anExcerptBeginsAtZeroAndKeepsItsAnswers() throws {
        let splices = SplicedRides(Self.windows)
        let ride = try #require(splices.rides.first)
        let whole = RideTimeline(
            ride.windows.map { Self.windows[$0] }, model: try DefaultModel.load(), isSpliced: true)
        let excerpt = whole.excerpt(30..<90)
        #expect(excerpt.moments.map(\.flags) == whole.moments[30..<90].map(\.flags))
        #expect(excerpt.moments.first?.start == 0)
        #expect(excerpt.parts.first?.start == 0)
        #expect(isClose(excerpt.duration, 60 * excerpt.hop, 1e-9))
        let truths = excerpt.moments.map { moment in
            excerpt.parts.last { $0.start <= moment.start + 1e-6 }?.truth
        }
        #expect(truths == excerpt.moments.map(\.truth))
        #expect(whole.excerpt(0..<0).duration == 0)
    }

    @Test func theTypicalStretchLastsAsLongAndShowsAsMuchAsAny() throws {
        let splices = SplicedRides(Self.windows)
        let models = try Self.models()
        let stretch = try #require(
            RideTimeline.typicalStretch(of: splices, Self.windows, models: models, duration: 900))
        #expect(stretch.moments.count == 351)
        #expect(Set(stretch.parts.map(\.truth)).count == 5)
        #expect(RideTimeline.typicalStretch(of: splices, Self.windows, models: [:]) == nil)
        let again = RideTimeline.typicalStretch(of: splices, Self.windows, models: models, duration: 900)
        #expect(again == stretch)
    }

    @Test func theLongestRideIsOfItsActivity() throws {
        let models = try Self.models()
        // Ride 22 is the longest of running, with 160 windows.
        let ride = try #require(RideTimeline.longestRide(of: .running, Self.windows, models: models))
        #expect(ride.parts.map(\.recordingIndex) == [22] && ride.parts.map(\.truth) == [.running])
        #expect(ride.moments.count == 160)
        let cut = try #require(RideTimeline.longestRide(of: .running, Self.windows, models: models, duration: 100))
        #expect(cut.moments == Array(ride.moments.prefix(39)))
        #expect(RideTimeline.longestRide(of: .running, [], models: models) == nil)
    }
}
