// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayRecognition
import GaitwayReplay
import GaitwayStore
import GaitwayTimeline
import Testing

/// A program that imports all products at once, and Foundation, as an app does.
///
/// The compiler is the test: a name that two modules share is ambiguous where it stands for a type, and the file does
/// not build. So no name has its module before it, each stands in a type and not in an expression (there the compiler
/// may choose one of two silently), and the lists hold what two modules could both want to call their own.
@Suite struct ProductTests {
    /// What all others build on.
    private typealias Base = (
        Activity, ActivityReport, Confidence, InputError, Location, MotionActivity, TimeSpan, Timestamp
    )
    /// From the log to the stream.
    private typealias Recognition = (
        Annotation, Logger, Recording, ModelWindow, ActivityModel, DefaultModel,
        MotionActivityManager, Recognizer, StreamDecoder, StreamElement
    )
    /// Places and alerts.
    private typealias Alerts = (
        Gate, GateDecision, GatePolicy, MonitorPolicy, Place, PlaceSet, RecordedRide, RegionEntry, RegionEvent
    )
    /// Days of a made-up year for the timeline's test.
    private typealias Days = (
        Gap, Move, TimelineDay, TimelineItem, TimelinePolicy, Track, Visit, VisitedPlace, Correction, StoredPlace,
        TimelineDatabase
    )

    @Test("Names of all modules stand side by side without a module before them")
    func namesAreOneModules() {
        let lists: [Any.Type] = [Base.self, Recognition.self, Alerts.self, Days.self]
        #expect(Set(lists.map(ObjectIdentifier.init)).count == lists.count)
    }
}
