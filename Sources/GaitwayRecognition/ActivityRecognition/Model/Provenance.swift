// SPDX-License-Identifier: Apache-2.0
/// Where a model comes from: data, people, hours, the command and what it reached.
package struct Provenance: Sendable, Hashable {
    /// One data set that the model was trained on.
    package struct DataSet: Sendable, Hashable {
        /// What the manifest calls it.
        package var name: String
        package var users: Int
        package var recordings: Int
        /// Hours of windows by label.
        package var hours: [String: Double]

        /// A data set's share.
        package init(name: String, users: Int, recordings: Int, hours: [String: Double]) {
            self.name = name
            self.users = users
            self.recordings = recordings
            self.hours = hours
        }
    }

    /// What a trained model was moved towards afterwards: a person's own rides.
    package struct Adaptation: Sendable, Hashable {
        /// The name of the model before.
        package var base: String
        /// The day, as yyyy-MM-dd, UTC.
        package var date: String
        /// The training command, without folders of files.
        package var command: String
        package var dataSets: [DataSet]
        package var windows: Int
        /// For each sensor case λ of the penalty, where the rides moved it, and figures on rides left out before and
        /// after, where there were rides to leave out.
        package var fit: [String: Double]

        package init(
            base: String, date: String, command: String, dataSets: [DataSet], windows: Int, fit: [String: Double] = [:]
        ) {
            self.base = base
            self.date = date
            self.command = command
            self.dataSets = dataSets
            self.windows = windows
            self.fit = fit
        }
    }

    /// Which rides a model was trained on, so that others can tell whether they have the same.
    package struct Rides: Sendable, Hashable {
        /// How many hexadecimal digits are kept of the hash of each ride.
        package static let digits = 16

        /// The SHA-256 of the hashes of all rides, in hexadecimal digits.
        package var digest: String
        /// The first digits of the SHA-256 of each ride, its row of the manifest and what is in its recording, in the
        /// manifest's order.
        package var rows: [String]

        /// Rides by their hashes.
        package init(digest: String, rows: [String]) {
            self.digest = digest
            self.rows = rows
        }
    }

    /// The version of Gaitway that trained it; empty in files of versions that did not say.
    package var version = ""
    /// Which rides it was trained on; nil in files that do not say.
    package var rides: Rides?
    /// The day of training, as yyyy-MM-dd, UTC.
    package var date: String
    /// The command that trained it.
    package var command: String
    package var dataSets: [DataSet]
    /// Windows that it was fitted on.
    package var windows: Int
    /// Settings and results of the fit by name: penalty, iterations, gradient.
    package var fit: [String: Double]
    /// Figures on rides left out, by name, where they were measured.
    package var figures: [String: Double]
    /// What the model was moved towards after its training, in order.
    package var adaptations: [Adaptation] = []

    /// That of a model which is not to be kept.
    package static let none = Provenance(date: "", command: "", dataSets: [], windows: 0)

    package init(
        date: String, command: String, dataSets: [DataSet], windows: Int, fit: [String: Double] = [:],
        figures: [String: Double] = [:]
    ) {
        self.date = date
        self.command = command
        self.dataSets = dataSets
        self.windows = windows
        self.fit = fit
        self.figures = figures
    }
}

extension Provenance {
    package var allDataSets: [DataSet] { dataSets + adaptations.flatMap(\.dataSets) }
}
