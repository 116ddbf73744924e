// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What watching places costs a phone's battery: E = n_r e_r + n_w t_w P_w + t_g P_g, in joules.
///
/// n_r regions are registered, the app is woken n_w times and is awake for t_w each time, and the receiver of
/// satellites runs for t_g. What the phone spends on watching regions and significant changes by itself is left out: it
/// knows its cells anyway. SIMULATION.md has the sources of the constants, and which of them are assumed.
package struct EnergyModel: Sendable, Hashable {
    /// e_r, joules to register a region. Assumed: a call to another process and a write of a list.
    var registration = 0.05
    /// t_w, seconds for which the app is awake when it is woken. Assumed: phones allow ten.
    var awakeTime = 2.0
    /// P_w, watts of a phone that is awake beyond one that sleeps, its screen off: 268.8 mW less 68.6 mW (A. Carroll,
    /// G. Heiser, "An analysis of power consumption in a smartphone", USENIX 2010).
    var awakePower = 0.2
    /// Seconds from the start of the receiver to a fix, with its assistance at hand. Assumed: hot and assisted starts
    /// take some seconds to 20.
    package var fixTime = 20.0
    /// P_g, watts of the receiver: 0.37 W (J. Paek, J. Kim, R. Govindan, "Energy-efficient rate-adaptive GPS-based
    /// positioning for smartphones", MobiSys 2010).
    var receiverPower = 0.37

    /// The model with its constants.
    package init() {}

    /// Joules of a use.
    package func energy(_ use: EnergyUse) -> Double {
        Double(use.registrations) * registration + Double(use.wakeUps) * awakeTime * awakePower
            + receiverTime(use) * receiverPower
    }

    /// Seconds for which the receiver runs: for each fix that was asked for, and while fixes were followed.
    package func receiverTime(_ use: EnergyUse) -> Double { Double(use.fixes) * fixTime + use.followed.inSeconds }
}
