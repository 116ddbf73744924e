// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveServer
import GaitwayPages
import GaitwayStore
import GaitwayTimeline

/// What a person had better look at.
extension DayService {
    /// The most doubtful items of an answer. Those that are answered make room for the next.
    private static let mostDoubts = 50

    /// The last doubtful items, each with the corrections that confirm and decline it.
    func doubts() throws -> ServedResponse {
        let corrections = try store.read { try $0.corrections() } ?? []
        let history = try history()
        let found = DoubtfulItem.all(in: history.timeline, corrections: corrections.map(\.correction))
        return .json { json in
            json.object { json in
                json.add("count", found.count)
                json.array("doubts") { json in
                    for doubt in found.prefix(Self.mostDoubts) { Self.write(doubt, history.clocks, to: &json) }
                }
            }
        }
    }

    private static func write(_ doubt: DoubtfulItem, _ clocks: TravelZones, to json: inout JSONWriter) {
        let (start, end) = (clocks.parts(of: doubt.span.start), clocks.parts(of: doubt.span.end))
        json.object { json in
            json.add("date", start.date)
            json.add("from", start.clock)
            json.add("to", end.clock)
            json.add("start", seconds: doubt.span.start.nanoseconds, places: 3)
            json.add("question", doubt.question)
            json.add("reason", doubt.reason)
            json.key("confirm")
            doubt.confirming.write(to: &json)
            json.key("decline")
            doubt.declining.write(to: &json)
        }
    }
}
