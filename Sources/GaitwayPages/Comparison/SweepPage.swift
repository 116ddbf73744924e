// SPDX-License-Identifier: Apache-2.0
package import GaitwayReports

/// Policies that were played over many rides, as one self-contained page of HTML.
package struct SweepPage: Sendable {
    private let table: PolicyTable
    private let rides: String
    private let lead: String
    private let command: String

    /// - Parameters:
    ///   - rides: the manifest's name.
    ///   - lead: one or two sentences about the rides.
    ///   - command: the command that gives this page again.
    package init(_ table: PolicyTable, rides: String, lead: String, command: String) {
        self.table = table
        self.rides = rides
        self.lead = lead
        self.command = command
    }

    /// The page.
    package var html: String {
        PageDocument(
            title: "Policies over " + rides, kicker: "Gaitway simulation", heading: rides, lead: "\(lead)",
            sections: [SweepSection(table).section],
            footer: PageDocument.footer(command),
            styles: [.runStyle]
        ).html
    }
}
