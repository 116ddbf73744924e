package import GateScoring

/// Policies that were played over many rides, as one page of HTML that needs nothing else.
package struct SweepPage: Sendable {
    private let table: PolicyTable
    private let rides: String
    private let lead: String
    private let command: String

    /// - Parameters:
    ///   - rides: the manifest's name.
    ///   - lead: what the figures rest on, in a sentence or two.
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
            footer: """
                <p>Made by</p>
                <pre><code>\(command)</code></pre>

                """,
            styles: [.runStyle]
        ).html
    }
}
