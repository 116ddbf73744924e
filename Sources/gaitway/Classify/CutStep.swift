import ActivityRecognition
import SensorLogs

/// One step of reading a log, and the windows that it completes.
struct CutStep: Sendable {
    var read = ReadStep()
    /// What the samples of the step bring about.
    var events: [WindowCutter.Event] = []
    /// What the end of the log brings about, in the last step.
    var lastEvents: [WindowCutter.Event] = []
}

extension WorkAhead<CutStep> {
    /// The steps of a log: read and parsed on one thread, cut into windows on another, where there may be any beside the caller's.
    ///
    /// - Parameters:
    ///   - reader: the log, of which nothing was read yet, and which nobody else reads from.
    ///   - cutter: what cuts it into windows, at the beginning.
    ///   - hasThreads: whether there may be threads.
    ///   - tellsRepairs: whether each step tells what was repaired so far, not only the last.
    static func steps(of reader: RecordingReader, cutter: WindowCutter, hasThreads: Bool, tellsRepairs: Bool)
        -> WorkAhead
    {
        let reading = WorkAhead<ReadStep>(hasThread: hasThreads, blank: ReadStep.init) { step in
            reader.read(into: &step, tellsRepairs: tellsRepairs)
            return !step.isLast
        }
        var cutter = cutter
        return WorkAhead(hasThread: hasThreads, blank: CutStep.init) { step in
            step.events.removeAll(keepingCapacity: true)
            guard reading.take(&step.read) else { return false }
            cutter.append(step.read.batch.samples, to: &step.events)
            if step.read.isLast { cutter.finish(to: &step.lastEvents) }
            return !step.read.isLast
        }
    }
}
