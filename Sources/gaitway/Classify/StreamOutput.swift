import ActivityStream
import MotionTypes

/// What classifying a log gives, in order.
enum LogPiece: Sendable {
    case element(StreamElement)
    /// A line for standard error.
    case diagnostic(String)
    /// What is wrong with the log.
    case error(InputError)
}

/// Standard output, for the pieces of logs in the order in which they are to be read.
struct StreamOutput {
    private var writer: StreamWriter
    private var output = StandardOutput()

    init(_ writer: StreamWriter) { self.writer = writer }

    /// Writes pieces; none is kept back.
    mutating func write(_ pieces: [LogPiece]) throws {
        for piece in pieces {
            // Both outputs may be one terminal, so what came before a line on standard error is written first.
            switch piece {
            case .element(let element): try writer.write(element, on: &output)
            case .diagnostic(let line):
                try output.flush()
                Diagnostics.line(line)
            case .error(let error):
                // What was read before the fault is shown before it.
                try writer.finish(on: &output)
                try output.flush()
                Diagnostics.error(error)
            }
        }
        try output.flush()
    }
}
