// SPDX-License-Identifier: Apache-2.0
import GaitwayStore
import Neighbours

// A store that is made and asked.
let store = try TimelineDatabase(path: CommandLine.arguments[1])
let noon = Timestamp(nanoseconds: 1_777_622_400_000_000_000)
let track = Track(format: .csv, origin: noon, fixes: [Location(elapsed: .zero, latitude: 47, longitude: 8)])
let change = try store.add(TimelineInput(source: "noon", fixes: track.fixes.map { (noon, $0) }))
print(change.fixes.new, try store.timeline().items.count)
print(neighbours.count)
