// SPDX-License-Identifier: Apache-2.0
extension RideModel {
    /// The model that ships. `trips-benchmark DAYS --rides FOLDER --manifest FILE` fits it, judges it on people that it
    /// has not seen, and prints both; Benchmarks/Results.md has the figures.
    ///
    /// Learnt in November 2026 from labelled rides with fixes (walking 15 people, cycling 15, vehicles 13, running 5)
    /// and the scripted trips of MobilityNet (one person, four phones), each as it is and with a fix in 30, 60 and
    /// 120 s. Few people ran. A tram or a bus in a jam is slow like a bicycle, and is often told as one.
    package static let standard = RideModel(coefficients: [
        [-7.879, 7.930, 5.681, -0.072, -6.173, 8.332, -4.011, -0.052],
        [-13.039, 4.188, 5.591, -0.913, -0.760, 4.809, -0.969, -0.123],
        [4.324, -6.871, -2.126, 1.883, 3.078, -6.866, 2.576, -0.650],
    ])
}
