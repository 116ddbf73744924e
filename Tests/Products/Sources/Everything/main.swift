// SPDX-License-Identifier: Apache-2.0
import ActivityRecognition
import ActivityStream
import DefaultModel
import Geofencing
import MotionTypes
import NotificationGate
import RideReplay
import SensorLogs
import Timeline
import TimelineStore
import Tracks

// A name of each module, so that the product has all of them.
let names: [Any.Type] = [
    Activity.self, Recording.self, Recognizer.self, StreamDecoder.self, DefaultModel.self, GatePolicy.self,
    PlaceSet.self,
    RideScene.self, Track.self, TimelineItem.self, TimelineDatabase.self,
]
print(names.count)
