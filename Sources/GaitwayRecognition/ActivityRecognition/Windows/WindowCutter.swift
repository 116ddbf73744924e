// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The half of a recogniser that comes before the model: samples to windows, and to what is said while none comes.
///
/// A pure state machine that knows nothing of the other half's answers, so that the two may work side by side.
package struct WindowCutter: Sendable {
    /// What samples bring about.
    package struct Event: Sendable {
        enum Kind: Sendable {
            /// A window to be answered.
            case window(MotionWindow)
            /// The first half of a window, which is worth an answer of its own.
            case beginning(WindowBeginning)
            /// There has been no window for too long. `speed` is that of the fixes meanwhile, in m/s.
            case silence(WindowEstimate, speed: Double?)
        }

        let kind: Kind
    }

    private var assembler: WindowAssembler
    private var watch: SilenceWatch
    private var found: [WindowAssembler.Event] = []
    /// Whether there was an event.
    private var hasSpoken = false

    /// A cutter at the beginning of a recording, for a model that serves these rates of total and of linear
    /// acceleration, and that wants acceleration as recorded from a rate on; with the first halves of first windows, if
    /// asked for.
    init(minimumRate: Double?, linearMinimumRate: Double?, recordedFrom: Double?, givesBeginnings: Bool = false) {
        assembler = WindowAssembler(recordedFrom: recordedFrom, givesBeginnings: givesBeginnings)
        watch = SilenceWatch(minimumRate: minimumRate, linearMinimumRate: linearMinimumRate)
    }

    /// Takes samples in time order.
    package mutating func append(_ samples: [SensorSample], to events: inout [Event]) {
        var index = 0
        while index < samples.count { index = append(samples, from: index, to: &events) }
    }

    /// Takes samples up to the first that completes windows, and returns the index behind it; the end of the samples if
    /// none does.
    mutating func append(_ samples: [SensorSample], from first: Int, to events: inout [Event]) -> Int {
        // Whatever the assembler finds comes with the last sample that it takes, and is older than that to the watch.
        let last = assembler.append(samples, from: first) - 1
        for index in first..<last { watchOver(samples[index], to: &events) }
        takeWindows(to: &events)
        watchOver(samples[last], to: &events)
        return last + 1
    }

    mutating func finish(to events: inout [Event]) {
        assembler.finish()
        takeWindows(to: &events)
        let unknown = hasSpoken ? watch.gapAtEnd() : watch.estimateAtEnd()
        if let unknown { add(.silence(unknown, speed: nil), to: &events) }
    }

    @inline(__always)
    private mutating func watchOver(_ sample: SensorSample, to events: inout [Event]) {
        guard let unknown = watch.append(sample) else { return }
        add(.silence(unknown, speed: watch.speed(at: sample.nanoseconds)), to: &events)
    }

    private mutating func takeWindows(to events: inout [Event]) {
        assembler.takeEvents(into: &found)
        guard !found.isEmpty else { return }
        for event in found {
            switch event {
            case .gap(let from, let to): watch.sawGap(from: from, to: to)
            case .beginning(let beginning):
                if let unknown = watch.gap(before: beginning.mirrored) {
                    add(.silence(unknown, speed: nil), to: &events)
                }
                watch.beginningEnded(at: beginning.mirrored.end)
                add(.beginning(beginning), to: &events)
            case .window(let window):
                if let unknown = watch.gap(before: window) { add(.silence(unknown, speed: nil), to: &events) }
                watch.windowEnded(at: window.end)
                add(.window(window), to: &events)
            }
        }
        found.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ kind: Event.Kind, to events: inout [Event]) {
        hasSpoken = true
        events.append(Event(kind: kind))
    }
}

extension WindowCutter {
    /// Passes what is on its way to a window.
    mutating func passWindows(through archive: inout StateArchive) { archive.pass(&assembler) }

    /// Passes what is known of the silence. `hasSpoken` follows from the count of windows of the other half.
    mutating func passWatch(through archive: inout StateArchive, hasSpoken: Bool) {
        archive.pass(&watch)
        self.hasSpoken = hasSpoken
    }
}
