// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay

/// What the script of a run's page works on.
///
/// Times are elapsed seconds; in arrays they count from ``start`` in steps of ``step``. Positions are degrees, in
/// arrays millionths of them.
struct RunData {
    let trace: ReplayTrace
    let track: RunTrack
    let regions: RunRegions
    let events: RunEvents
    let places: RunPlaces
    let clock: RunClock

    /// When the page begins.
    let start: Duration
    let end: Duration

    init(_ trace: ReplayTrace, clock: RunClock, explanationClock: (Timestamp) -> String) {
        self.trace = trace
        self.clock = clock
        track = RunTrack(trace.scene)
        var places = RunPlaces(trace.scene)
        events = RunEvents(trace, &places, clock: explanationClock)
        regions = RunRegions(trace, &places)
        places.addNear(track)
        self.places = places
        start = trace.scene.ride.fixes.first?.elapsed ?? .zero
        end = max(trace.end, start + .seconds(1))
    }

    /// Seconds of one step of the times in arrays: a hundredth, or as much as makes all of them fit into 32 bits.
    var step: Double {
        var step = 0.01
        while (end - start).inSeconds / step > 2e9 { step *= 10 }
        return step
    }

    /// The data as the JSON object that the page's script reads.
    ///
    /// - Parameter ground: what lies below the path.
    func json(_ ground: MapGround) -> String {
        JSONWriter.object { json in
            writeClock(to: &json)
            writeTrack(to: &json)
            writeGate(to: &json)
            writePlaces(to: &json)
            writeRegions(to: &json)
            writeEvents(to: &json)
            ground.add(to: &json)
        }
    }

    /// A time of an array.
    private func steps(_ elapsed: Duration) -> Int32 {
        Int32(clamping: ((elapsed - start).inSeconds / step).rounded())
    }

    private static func millionths(_ degrees: Double) -> Int32 { Int32(clamping: (degrees * 1e6).rounded()) }

    private static func decimetres(_ metres: Double) -> Int32 { Int32(clamping: (metres * 10).rounded()) }

    private func writeClock(to json: inout JSONWriter) {
        json.add("start", start.inSeconds, places: 3)
        json.add("end", end.inSeconds, places: 3)
        json.add("step", json: DecimalText.text(step, places: 2))
        let hasClock = clock.zone != nil
        json.add("origin", hasClock ? clock.origin.seconds : nil, places: 3)
        json.add("zone", clock.zone?.name)
        json.array("offsets", of: clock.offsets(from: start, to: end)) { offset, json in
            json.array { json in
                json.append(offset.from, places: 3)
                json.append(offset.offset)
            }
        }
    }

    private func writeTrack(to json: inout JSONWriter) {
        let points = track.parts.flatMap { part in part.fixes.map { track.fixes[$0] } }
        json.object("path") { json in
            json.add("time", Base64.text(points.map { steps($0.elapsed) }))
            json.add("latitude", Base64.text(points.map { Self.millionths($0.latitude) }))
            json.add("longitude", Base64.text(points.map { Self.millionths($0.longitude) }))
            json.array("parts", of: track.parts) { part, json in
                json.array { json in
                    json.append(part.fixes.count)
                    json.append(part.prediction?.name)
                }
            }
        }
        let speeds = SpeedBins(track)
        json.object("speed") { json in
            json.add("time", Base64.text(speeds.points.map { steps($0.time) }))
            // Hundredths of a metre per second; the largest number where it is not known.
            json.add(
                "value",
                Base64.text(
                    speeds.points.map { $0.speed.map { UInt16(clamping: min(65_534, $0 * 100)) } ?? UInt16.max }))
        }
        json.object("activities") { json in
            json.add("known", !trace.scene.ride.reports.isEmpty)
            json.add("names", Prediction.allCases.map(\.name))
            json.add("confidences", Confidence.allCases.map(\.name))
            json.add("time", Base64.text(track.spans.map { steps($0.from) }))
            json.add("answer", Base64.text(track.spans.map { UInt8($0.prediction.rawValue) }))
            json.add("confidence", Base64.text(track.spans.map { UInt8($0.confidence.rawValue) }))
            json.array("silences", of: RunSilences(trace.scene.ride, until: end).spans) { silence, json in
                json.array { json in
                    json.append(silence.from.inSeconds, places: 3)
                    json.append(silence.to.inSeconds, places: 3)
                }
            }
        }
    }

    /// The gate's state over time, and what its words mean.
    private func writeGate(to json: inout JSONWriter) {
        json.object("words") { json in
            for reason in GateReason.allCases { json.add(reason.rawValue, reason.explanation) }
        }
        json.object("missWords") { json in
            for reason in CoverageReport.Reason.allCases { json.add(reason.rawValue, reason.explanation) }
        }
        json.add("kinds", GateDecision.Kind.allCases.map(\.rawValue))
        let zero = trace.scene.ride.time(.zero)
        json.array("gate", of: trace.outlooks) { outlook, json in
            json.array { json in
                json.append((outlook.time - zero).inSeconds, places: 3)
                json.append(outlook.isHeld ? 1 : 0)
                for reason in outlook.reasons { json.append(reason.rawValue) }
            }
        }
    }

    private func writePlaces(to json: inout JSONWriter) {
        json.object("places") { json in
            json.add("count", trace.scene.simulator.places.places.count)
            json.add("leftOut", places.leftOut)
            json.add("names", places.places.map(\.identifier))
            json.array("titles", of: places.places) { place, json in
                json.append(place.title.isEmpty ? nil : place.title)
            }
            json.add("latitude", Base64.text(places.places.map { Self.millionths($0.latitude) }))
            json.add("longitude", Base64.text(places.places.map { Self.millionths($0.longitude) }))
            json.add("radius", Base64.text(places.places.map { Self.decimetres($0.radius) }))
            json.array("polygons") { json in
                for (number, place) in places.places.enumerated() {
                    guard let polygon = place.polygon else { continue }
                    // A place's number, then the latitudes and longitudes of each ring.
                    json.array { json in
                        json.append(number)
                        for ring in polygon.parts.joined() {
                            json.append(Base64.text(ring.map { Self.millionths($0.latitude) }))
                            json.append(Base64.text(ring.map { Self.millionths($0.longitude) }))
                        }
                    }
                }
            }
        }
    }

    private func writeRegions(to json: inout JSONWriter) {
        json.object("regions") { json in
            json.add("all", trace.result.strategy.trigger == .never)
            json.add("knownUntil", regions.knownUntil?.inSeconds, places: 3)
            json.add("time", Base64.text(regions.changes.map { steps($0.time) }))
            // A place's number and one: above zero when it is registered, below when it is given up.
            json.add(
                "change",
                Base64.text(regions.changes.map { Int32(clamping: $0.isRegistered ? $0.place + 1 : -$0.place - 1) }))
        }
        json.object("bubbles") { json in
            json.add("time", Base64.text(regions.bubbles.map { steps($0.time) }))
            json.add("latitude", Base64.text(regions.bubbles.map { Self.millionths($0.latitude) }))
            json.add("longitude", Base64.text(regions.bubbles.map { Self.millionths($0.longitude) }))
            json.add("radius", Base64.text(regions.bubbles.map { Self.decimetres($0.radius) }))
        }
    }

    private func writeEvents(to json: inout JSONWriter) {
        json.array("entries", of: events.entries) { entry, json in
            json.array { json in
                json.append(entry.place)
                json.append(entry.edge.inSeconds, places: 3)
                json.append(entry.known.inSeconds, places: 3)
                json.append(entry.left?.inSeconds, places: 3)
                json.append(entry.leftKnown?.inSeconds, places: 3)
            }
        }
        json.array("missed", of: events.missed) { missed, json in
            json.array { json in
                json.append(missed.place)
                json.append(missed.edge.inSeconds, places: 3)
                json.append(missed.speed, places: 1)
                json.append(missed.reason.rawValue)
            }
        }
        writeDecisions(to: &json)
        json.array("waits", of: events.waits) { wait, json in
            json.array { json in
                json.append(wait.place)
                json.append(wait.from.inSeconds, places: 3)
                json.append(wait.to.inSeconds, places: 3)
            }
        }
    }

    private func writeDecisions(to json: inout JSONWriter) {
        // Most decisions have the reasons of others.
        var sets: [[GateReason]] = []
        var numbers: [[GateReason]: Int] = [:]
        for decision in events.decisions where numbers[decision.decision.reasons] == nil {
            numbers[decision.decision.reasons] = sets.count
            sets.append(decision.decision.reasons)
        }
        json.array("reasons", of: sets) { set, json in
            json.array { json in
                for reason in set { json.append(reason.rawValue) }
            }
        }
        let zero = trace.scene.ride.time(.zero)
        json.array("decisions", of: events.decisions) { entry, json in
            let decision = entry.decision
            json.array { json in
                json.append((decision.time - zero).inSeconds, places: 3)
                json.append(decision.entry)
                json.append(entry.place)
                json.append(decision.kind.rawValue)
                json.append(numbers[decision.reasons])
                json.append(decision.others)
                json.append(entry.into)
                json.append(entry.explanation)
            }
        }
    }
}
