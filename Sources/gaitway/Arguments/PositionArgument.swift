// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayWorkspace

/// A position as an argument: `52.52,13.405`, latitude and longitude in degrees.
struct PositionArgument: ExpressibleByArgument {
    let latitude: Double
    let longitude: Double

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], latitude.magnitude <= 90,
            longitude.magnitude <= 180
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
