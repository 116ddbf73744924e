// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
package import GaitwayReports

/// The settings that all logs of a run share.
package struct LogClassification: Sendable {
    package let model: ActivityModel
    package let options: LogOptions
    package let form: StreamForm
    /// The time zone of tables; nil for UTC.
    package let zone: LocalZone?
    /// How common each activity is; nil for the model's own shares.
    package let prior: ActivityPrior?
    /// Whether each log may use threads of its own.
    package var hasThreads = false

    package init(
        model: ActivityModel, options: LogOptions, form: StreamForm, zone: LocalZone? = nil, prior: ActivityPrior? = nil
    ) {
        self.model = model
        self.options = options
        self.form = form
        self.zone = zone
        self.prior = prior
    }

    /// Classifies one log and returns the outcome.
    ///
    /// - Parameters:
    ///   - stream: where diagnostics go, and the activity stream unless there is a file.
    ///   - file: the file for the stream.
    package func classify(_ log: FoundLog, into stream: LogStream, file: StreamPath?) async throws -> LogOutcome {
        var outcome = LogOutcome.notRead
        var pieces: [LogPiece] = []
        do {
            var run = try LogRun(log, self, file: file, hasThreads: hasThreads)
            while try run.next(into: &pieces) {
                stream.add(pieces)
                pieces.removeAll(keepingCapacity: true)
                try await stream.flush()
            }
            stream.add(pieces)
            outcome = run.outcome
        } catch let error as InputError {
            stream.add([.error(error)])
        } catch {
            await stream.abandon(error)
            throw error
        }
        try await stream.close()
        return outcome
    }

    /// Classifies one log on the caller's thread, with a page if there is a `report`.
    package func classifyAlone(
        _ log: FoundLog, into output: inout StreamOutput, file: StreamPath?, report: LogReport? = nil
    ) throws -> LogOutcome {
        var pieces: [LogPiece] = []
        // The reader of the stream may close the pipe, but the page is still wanted.
        var closed: ClosedOutput?
        func put(_ pieces: [LogPiece]) throws {
            do {
                if closed == nil { try output.write(pieces) }
            } catch let error as ClosedOutput where report != nil {
                closed = error
            }
        }
        do {
            var run = try LogRun(log, self, file: file, hasThreads: hasThreads, isRecorded: report != nil)
            while try run.next(into: &pieces) {
                try put(pieces)
                output.show(readTo: run.end)
                pieces.removeAll(keepingCapacity: true)
            }
            try put(pieces)
            if let report, let record = run.record {
                // A page of a part would look like one of the whole log.
                if run.outcome == .classified {
                    try report.write(record, self)
                } else {
                    try put([.diagnostic("the page is not written: the log was read in part", of: log.name)])
                }
            }
            if let closed { throw closed }
            return run.outcome
        } catch let error as InputError {
            try output.write([.error(error)])
            return .notRead
        }
    }
}
