// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayRecognition
import GaitwayReplay
import GaitwayStore
import GaitwayTimeline
import Neighbours

// A name of each module, so that the product has all of them.
let names: [Any.Type] = [
    Activity.self, Recording.self, Recognizer.self, StreamDecoder.self, DefaultModel.self, GatePolicy.self,
    PlaceSet.self,
    RideScene.self, Track.self, TimelineItem.self, TimelineDatabase.self,
]
print(names.count)
print(neighbours.count)
