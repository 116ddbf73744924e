import MotionTypes
import Timeline

/// Reads any bytes as a timeline, a storyline of Moves, a policy and expected trips: an `InputError` is an answer,
/// everything else is a fault; so is a timeline whose items do not touch, or one that is written and not read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let timelines = [try? TimelineDocument(json: bytes), try? MovesStoryline(decoding: bytes).timeline]
    for timeline in timelines.compactMap(\.self) {
        for (before, after) in zip(timeline.items, timeline.items.dropFirst()) {
            precondition(before.span.end == after.span.start)
        }
        let text = TimelineExport.json(timeline)
        guard let again = try? TimelineDocument(json: Array(text.utf8)) else {
            preconditionFailure("written and not read")
        }
        precondition(again.items.count == timeline.items.count)
        _ = TimelineExport.geoJSON(timeline) + TimelineExport.gpx(timeline)
        _ = TimelineExport.moves(timeline) { _ in 3600 }
        _ = TimelineExport.csv(timeline) { _ in 3600 } + TimelineExport.kml(timeline)
        let (joined, _) = timeline.joined(with: again)
        precondition(joined.items.count >= timeline.items.count { if case .gap = $0 { false } else { true } })
    }
    if let policy = try? TimelinePolicy(json: bytes) {
        guard let same = try? TimelinePolicy(json: Array(policy.json.utf8)) else {
            preconditionFailure("written and not read")
        }
        precondition(same == policy)
    }
    _ = try? TripTruth(csv: bytes, name: "day")
    return 0
}
