// SPDX-License-Identifier: Apache-2.0
internal import Formats

extension ActivityModelFile {
    /// The file's bytes: keys in the order of the alphabet, each number with the fewest digits that give it back.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.appendLine(to: &bytes) { json in json.object { json in write(to: &json) } }
        return bytes
    }

    private func write(to json: inout JSONWriter) {
        json.array("cases") { json in
            for part in cases { json.object { json in part.write(to: &json) } }
        }
        json.add("classes", classes)
        json.add("features", features)
        json.add("gaitway", gaitway)
        json.add("name", name)
        json.object("provenance") { json in provenance.write(to: &json) }
        json.add("schema", schema)
        json.object("smoothing") { json in
            json.object("evidence") { json in
                json.add("causal", smoothing.evidence.causal)
                json.add("lag", smoothing.evidence.lag)
                json.add("viterbi", smoothing.evidence.viterbi)
            }
            json.add("stay", smoothing.stay)
            json.add("temperature", smoothing.temperature)
        }
        if let speed {
            json.object("speed") { json in
                json.add("bounds", speed.bounds)
                json.add("chain_power", speed.chainPower)
                json.add("power", speed.power)
                json.add("shares", speed.shares)
            }
        }
        json.add("version", version)
    }
}

extension ActivityModelFile.Case {
    fileprivate func write(to json: inout JSONWriter) {
        json.add("acceleration", acceleration)
        json.add("case", sensorCase)
        json.object("confidence") { json in
            json.add("high", confidence.high)
            json.add("medium", confidence.medium)
        }
        json.object("distance") { json in
            json.add("features", distance.features)
            json.add("limit", distance.limit)
            json.add("means", distance.means)
            json.add("whitening", distance.whitening)
        }
        json.add("intercepts", intercepts)
        json.object("kernels") { json in
            json.add("deviation", kernels.deviation)
            json.add("mean", kernels.mean)
            json.add("numbers", kernels.numbers.map(Double.init))
            json.add("thresholds", kernels.thresholds.map(Double.init))
        }
        if let lines { json.object("lines") { json in lines.write(to: &json) } }
        json.add("minimum_rate", minimumRate)
        json.add("optional", optional)
        json.add("products", products)
        json.object("scaling") { json in scaling.write(to: &json) }
        json.add("weights", weights)
    }
}

extension ActivityModelFile.Scaling {
    fileprivate func write(to json: inout JSONWriter) {
        json.add("deviation", deviation)
        json.add("limit", limit)
        json.add("mean", mean)
    }
}

extension Provenance {
    fileprivate func write(to json: inout JSONWriter) {
        if !adaptations.isEmpty {
            json.array("adaptations") { json in
                for adaptation in adaptations { json.object { json in adaptation.write(to: &json) } }
            }
        }
        json.add("command", command)
        json.add("data_sets", dataSets)
        json.add("date", date)
        json.add("figures", figures)
        json.add("fit", fit)
        if let rides {
            json.object("rides") { json in
                json.add("digest", rides.digest)
                json.add("rows", rides.rows)
            }
        }
        if !version.isEmpty { json.add("version", version) }
        json.add("windows", windows)
    }
}

extension Provenance.Adaptation {
    fileprivate func write(to json: inout JSONWriter) {
        json.add("base", base)
        json.add("command", command)
        json.add("data_sets", dataSets)
        json.add("date", date)
        json.add("fit", fit)
        json.add("windows", windows)
    }
}

extension JSONWriter {
    fileprivate mutating func add(_ key: String, _ dataSets: [Provenance.DataSet]) {
        array(key) { json in
            for dataSet in dataSets {
                json.object { json in
                    json.add("hours", dataSet.hours)
                    json.add("name", dataSet.name)
                    json.add("recordings", dataSet.recordings)
                    json.add("users", dataSet.users)
                }
            }
        }
    }

    fileprivate mutating func add(_ key: String, _ numbers: [Double]) {
        array(key) { json in
            for number in numbers { json.append(number) }
        }
    }

    fileprivate mutating func add(_ key: String, _ rows: [[Double]]) {
        array(key) { json in
            for row in rows {
                json.array { json in
                    for number in row { json.append(number) }
                }
            }
        }
    }

    fileprivate mutating func add(_ key: String, _ numbers: [String: Double]) {
        object(key) { json in
            for (name, number) in numbers.sorted(by: { $0.key < $1.key }) { json.add(name, number) }
        }
    }
}
