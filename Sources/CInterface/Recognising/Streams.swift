// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

extension RecognizerObject {
    /// The first and the last line of the stream.
    fileprivate func frame(of source: String = "") -> StreamFrame {
        StreamFrame(
            source: source, model: model.name, origin: options.origin, smoothing: options.smoothing.rawValue,
            usesSpeed: options.usesSpeed, givesProvisionalAnswers: options.givesProvisionalAnswers)
    }

    fileprivate func lines(_ body: (inout StreamEncoder, inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        body(&encoder, &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The line that begins a stream.
@c @implementation
public func gaitway_recognizer_stream_header(
    _ recognizer: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ line: TextResult
) -> gaitway_status {
    call { () throws(CallError) in
        try handOut(line, "line") { () throws(CallError) in
            let source = try text(source, "source")
            return try RecognizerObject.use(recognizer) { (object) throws(CallError) in
                let frame = object.frame(of: source)
                return object.lines { $0.append(frame.header, to: &$1) }
            }
        }
    }
}

/// The lines of the reports that wait.
@c @implementation
public func gaitway_recognizer_stream_reports(_ recognizer: OpaquePointer?, _ lines: TextResult) -> gaitway_status {
    RecognizerObject.call(recognizer, text: lines, "lines") { (object) throws(CallError) in
        object.lines { encoder, bytes in
            _ = object.waiting.take(upTo: .max) { report, _ in encoder.append(report, to: &bytes) }
        }
    }
}

/// The line that closes a stream.
@c @implementation
public func gaitway_recognizer_stream_footer(
    _ recognizer: OpaquePointer?, _ log: OpaquePointer?, _ line: TextResult
) -> gaitway_status {
    RecognizerObject.call(recognizer, text: line, "line") { (object) throws(CallError) in
        var end = object.intake.end ?? 0
        var repairs: [(kind: String, count: Int)] = []
        if log != nil {
            try LogObject.use(log) { (log) throws(CallError) in
                end = log.reader.end.wholeNanoseconds
                repairs = log.reader.motionRepairs.entries.map { ($0.kind.rawValue, $0.count) }
            }
        }
        let footer = object.frame().footer(
            end: .nanoseconds(end), windows: object.recognizer.windows, steps: object.recognizer.steps,
            windowsWithSpeed: object.recognizer.windowsWithSpeed, repairs: repairs)
        return object.lines { $0.append(footer, to: &$1) }
    }
}
