// SPDX-License-Identifier: Apache-2.0
extension RideModel {
    /// The model that ships. RIDES.md of this module says who it was learnt from and how.
    package static let standard = RideModel(coefficients: [
        [-3.128, 4.314, 2.675, 0.535, -3.291, 3.754, -1.938, -0.048],
        [-9.165, 2.47, 3.332, -0.626, 0.518, 2.67, -0.414, -0.308],
        [-1.266, -4.362, -2.085, 1.486, 3.481, -2.97, 1.021, -0.809],
    ])
}
