import ActivityRecognition
import SensorLogs

/// One step of reading a log, and the windows that it completes.
struct CutStep: Sendable {
    /// The step; without its samples and fixes unless they are kept.
    var read = ReadStep()
    /// How many samples it had.
    var samples = 0
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
    ///   - keepsAll: whether each step keeps its samples, and tells what was repaired so far, not only the last.
    static func steps(of reader: RecordingReader, cutter: WindowCutter, hasThreads: Bool, keepsAll: Bool) -> WorkAhead {
        let isLive = reader.isLive
        let reading = WorkAhead<ReadStep>(hasThread: hasThreads, isLive: isLive, blank: ReadStep.init) { step in
            reader.read(into: &step, tellsRepairs: keepsAll)
            return !step.isLast
        }
        var (cutter, read) = (cutter, ReadStep())
        return WorkAhead(hasThread: hasThreads, isLive: isLive, blank: CutStep.init) { step in
            step.events.removeAll(keepingCapacity: true)
            guard reading.take(&read) else { return false }
            step.samples = read.batch.samples.count
            cutter.append(read.batch.samples, to: &step.events)
            if read.isLast { cutter.finish(to: &step.lastEvents) }
            if keepsAll {
                swap(&step.read, &read)
            } else {
                // The samples' memory goes back to the reader; a copy would be held twice.
                var batch = SampleBatch()
                swap(&batch, &read.batch)
                step.read = read
                swap(&batch, &read.batch)
            }
            return !step.read.isLast
        }
    }
}
