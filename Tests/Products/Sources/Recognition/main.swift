// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition
import Neighbours

// From the log that is named to its activity stream.
let reader = try RecordingReader(path: CommandLine.arguments[1])
let origin = reader.header.origin
var recognizer = try Recognizer(model: DefaultModel.load(), options: Recognizer.Options(origin: origin))
var encoder = StreamEncoder(.ndjson)
var batch = SampleBatch()
var reports: [ActivityReport] = []
var bytes: [UInt8] = []
encoder.append(.header(StreamHeader(source: reader.header.source, model: "default", origin: origin)), to: &bytes)
while try reader.next(into: &batch) { recognizer.append(batch.samples) }
recognizer.finish()
recognizer.takeReports(into: &reports)
for report in reports { encoder.append(.report(report), to: &bytes) }
print(String(decoding: bytes, as: UTF8.self), terminator: "")
print(neighbours.count)
