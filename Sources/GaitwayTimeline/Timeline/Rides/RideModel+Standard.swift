// SPDX-License-Identifier: Apache-2.0
extension RideModel {
    /// The model that ships. RIDES.md of this module says who it was learnt from and how.
    package static let standard = RideModel(coefficients: [
        [-3.202, 4.346, 2.719, 0.471, -3.298, 3.793, -1.937, -0.045],
        [-9.236, 2.508, 3.347, -0.747, 0.567, 2.665, -0.4, -0.323],
        [-1.215, -4.067, -2.253, 1.255, 3.617, -3.188, 1.072, -0.842],
    ])
}
