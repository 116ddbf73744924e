// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics

/// A case is eight real signals of equal count, a power of two, one number of each after the other, of double
/// precision; its line has `spectra`, eight arrays of real and imaginary parts in turn.
struct SpectrumWriter: CaseWriter {
    func write(_ bytes: [UInt8], to line: inout [UInt8]) {
        let count = bytes.count / 64
        let input = (0..<count).map { index in
            RealFFT.Lanes((0..<8).map { Float(bytes.double(at: 8 * (8 * index + $0))) })
        }
        var transform = RealFFT(count: count)
        var real = [RealFFT.Lanes](repeating: .zero, count: count / 2 + 1)
        var imaginary = real
        transform.transform(input, real: &real, imaginary: &imaginary)
        JSONWriter.appendLine(to: &line) { json in
            json.object { json in
                json.array("spectra") { json in
                    for lane in 0..<8 {
                        json.array { json in
                            for index in real.indices {
                                json.append(Double(real[index][lane]))
                                json.append(Double(imaginary[index][lane]))
                            }
                        }
                    }
                }
            }
        }
    }
}
