// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// A case is a log of one table; its line has `samples`, arrays of the sensor's name, nanoseconds since the first one
/// and the bits of three numbers of single precision, and `repairs`, the count of all.
struct LogWriter: CaseWriter {
    /// How many bytes of the log arrive at a time.
    let chunk: Int

    func write(_ bytes: [UInt8], to line: inout [UInt8]) {
        var samples: [SensorSample] = []
        var repairs = 0
        do throws(InputError) {
            let source = MemorySource(bytes, chunk: chunk)
            // What the table's header leaves open is said, as nothing is to be guessed here.
            let options = LogOptions(logger: .plain, unit: .metresPerSecondSquared, acceleration: .total)
            let reader = try RecordingReader(source: source, name: "log.csv", options: options)
            var batch = SampleBatch()
            while try reader.next(into: &batch) { samples += batch.samples }
            repairs = RepairReport.Kind.allCases.reduce(0) { $0 + reader.repairs[$1] }
        } catch {
            line.append(refusal: error)
            return
        }
        JSONWriter.appendLine(to: &line) { json in
            json.object { json in
                json.add("repairs", repairs)
                json.array("samples") { json in
                    for sample in samples {
                        json.array { json in
                            json.append(sample.sensor.name)
                            json.append(Int(sample.nanoseconds))
                            for axis in 0..<3 { json.append(Int(sample.value[axis].bitPattern)) }
                        }
                    }
                }
            }
        }
    }
}
