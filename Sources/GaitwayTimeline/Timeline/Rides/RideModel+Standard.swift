// SPDX-License-Identifier: Apache-2.0
extension RideModel {
    /// The model that ships. `trips-benchmark DAYS --rides FOLDER --manifest FILE` fits it, judges it on people that it
    /// has not seen, and prints both; Benchmarks/Results.md has the figures.
    ///
    /// Learnt in November 2026 from labelled rides with fixes (walking 15 people, cycling 16, vehicles 14, running 5),
    /// among them the scripted trips of MobilityNet (one person, four phones), each as it is and with a fix in 30, 60
    /// and 120 s. Few people ran. A tram or a bus in a jam is slow like a bicycle, and is often told as one.
    package static let standard = RideModel(coefficients: [
        [-8.478, 8.398, 6.198, -0.279, -6.148, 8.633, -4.345, 0.014],
        [-10.975, 4.102, 3.994, -1.206, 0.266, 3.146, -0.685, -0.235],
        [3.343, -6.786, -3.255, 1.381, 3.7, -6.469, 2.733, -0.938],
    ])
}
