// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// Days of a phone that is often wrong: single far fixes, echoes, fixes that alternate between two far cells, and
/// coarse ones. Wrong fixes can make a timeline wrong, but no impossible one.
@Suite struct WrongFixTests {
    private static func day(seed: UInt64) -> DayScript {
        var random = SeededGenerator(seed: seed &* 4099)
        func spot(_ reach: Double) -> SIMD2<Double> {
            SIMD2(.random(in: -reach...reach, using: &random), .random(in: -reach...reach, using: &random))
        }
        func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let (places, cells) = ((0..<4).map { _ in spot(4000) }, [spot(9000), spot(9000)])
        var day = DayScript(seed: seed)
        day.reportsAreOn = false
        day.interval = pick([5, 10, 30, 60, 120, 300])
        day.noise = pick([3, 10, 30])
        let accuracies: [Double] = [20, 65, 150, 199]

        /// A fix at another place than the person's.
        func fix(at place: SIMD2<Double>, after intervals: Double = 1) {
            let (east, north) = (day.east, day.north)
            (day.east, day.north) = (place.x, place.y)
            day.fix(accuracy: pick(accuracies))
            (day.east, day.north) = (east, north)
            day.time += intervals * day.interval
        }
        for _ in 0..<Int.random(in: 3...14, using: &random) {
            let here = SIMD2(day.east, day.north)
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3: day.stay(pick([200, 1000, 4000, 10_000]))
            case 4...6:
                let way = pick(places) - here
                day.go(east: way.x, north: way.y, speed: pick([1.3, 4, 12, 30]), flags: [])
            case 7: day.time += pick([130, 400, 1850, 10_000])
            case 8: fix(at: here + spot(pick([300, 3000, 20_000])))
            case 9:
                let echo = here + spot(3000)
                for _ in 0..<Int.random(in: 2...8, using: &random) { fix(at: echo) }
            case 10:
                for number in 0..<Int.random(in: 3...20, using: &random) {
                    fix(at: pick([cells[number % 2], cells[number % 2], here]), after: pick([1, 1, 3]))
                }
            default:
                for _ in 0..<Int.random(in: 2...10, using: &random) {
                    let (east, north) = (day.east, day.north)
                    let error = spot(600)
                    (day.east, day.north) = (east + error.x, north + error.y)
                    day.fix(accuracy: pick([100, 190, 800, 1500]))
                    (day.east, day.north) = (east, north)
                    day.time += day.interval
                }
            }
        }
        return day
    }

    @Test(arguments: 1...UInt64(Rounds.count(1200))) func noTimelineIsImpossible(seed: UInt64) {
        let day = Self.day(seed: seed)
        var timeline = TimelineDocument(items: day.items())
        timeline.findPlaces()
        #expect(TimelineCheck().faults(of: timeline, fixes: day.fixes).isEmpty)
    }
}
