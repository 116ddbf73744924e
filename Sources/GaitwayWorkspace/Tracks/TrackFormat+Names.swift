// SPDX-License-Identifier: Apache-2.0
package import GaitwayTimeline

extension TrackFormat {
    /// The formats of tracks for help, each once: `GPX, GeoJSON, …`.
    package static let list: String = {
        var names: [String] = []
        for name in allCases.map(\.name) where !names.contains(name) { names.append(name) }
        return names.joined(separator: ", ")
    }()

    /// The format, or the app that writes it.
    private var name: String {
        switch self {
        case .gpx: "GPX"
        case .geoJSON: "GeoJSON"
        case .locationJSON: "JSON of Traccar, Polarsteps, Home Assistant and others"
        case .overland: "Overland"
        case .ownTracks: "OwnTracks"
        case .eMission: "e-mission"
        case .moves: "Moves"
        case .csv: "CSV"
        case .googleRecords, .googleSemantic, .googleTimeline: "Google"
        case .arc: "Arc"
        case .appleHealth: "Apple Health"
        case .kml: "KML"
        case .tcx: "TCX"
        case .fit: "FIT"
        case .nmea: "NMEA"
        }
    }
}
