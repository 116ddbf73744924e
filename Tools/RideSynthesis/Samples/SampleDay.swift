// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A synthetic day of one person: by foot and car to work, a walk at noon and back, home by bicycle.
///
/// It has what a phone keeps of a day: a track with fixes all day long, the motion log of the outings alone, as a
/// logger that sleeps at rest keeps it, places beside the way, and the trips that a timeline should find.
package struct SampleDay {
    /// The files' folder.
    private static let folder = "day/"
    /// Seconds at rest before and after each outing.
    private static let rest = 60.0
    private static let midnight: Int64 = 1_777_852_800

    /// One outing: when it begins, by seconds of the day, and what is done between the rests.
    private struct Outing {
        var begin: Int64
        var legs: [RideScript.Leg]
    }

    private static let outings = [
        Outing(
            begin: 7 * 3600 + 42 * 60,
            legs: [
                .init(.walking(.walk), duration: 200), .init(.driving(.init(redLights: 3, speed: 11)), duration: 540),
                .init(.walking(.init(stepFrequency: 1.8, speed: 1.35)), duration: 170),
            ]),
        Outing(begin: 12 * 3600 + 10 * 60, legs: [.init(.walking(.walk), duration: 300)]),
        Outing(begin: 12 * 3600 + 55 * 60, legs: [.init(.walking(.walk), duration: 300)]),
        Outing(begin: 17 * 3600 + 31 * 60, legs: [.init(.cycling(.init()), duration: 960)]),
        // The logger wakes once more, so that its log covers the track to its end.
        Outing(begin: 18 * 3600 + 58 * 60, legs: []),
    ]

    private let rides: [SyntheticRide]
    private let paths: [DayPath]
    private let seed: UInt64

    /// The day of a seed.
    package init(seed: UInt64) {
        self.seed = seed
        rides = Self.outings.enumerated().map { number, outing in
            let rest = RideScript.Leg(.sitting, duration: Self.rest)
            return RideSynthesizer(
                script: RideScript([rest] + outing.legs + [rest]), phone: Phone(rate: 25, barometerRate: 0),
                seed: seed &+ 50 &+ UInt64(number), start: Timestamp(wholeSeconds: Self.midnight + outing.begin)
            ).make()
        }
        let work = DayPath(rides[0], from: .zero)
        let lunch = DayPath(rides[1], from: work.end)
        paths = [work, lunch]
    }

    /// `day.gpx`, `motion.csv`, `places.csv` and `trips.csv`.
    package var files: [ExportFile] {
        [
            ExportFile(path: Self.folder + "day.gpx", bytes: track),
            ExportFile(path: Self.folder + "motion.csv", bytes: motion),
            ExportFile(path: Self.folder + "places.csv", bytes: places),
            ExportFile(path: Self.folder + "trips.csv", text: trips),
        ]
    }

    // MARK: The track

    /// Fixes every three seconds on the way and every two minutes at rest, some metres off.
    private var track: [UInt8] {
        var wander = (0..<2).map {
            SlowNoise(timeConstant: 20, step: 3, random: RandomSource(seed: seed, stream: 60 + UInt64($0)))
        }
        var text = ExportText()
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        text.append(
            "<gpx version=\"1.1\" creator=\"gaitway sample-rides\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n")
        text.append("<trk><name>A synthetic day</name><trkseg>\n")
        func add(_ place: SIMD2<Double>, at time: Timestamp, _ text: inout ExportText) {
            let (latitude, longitude) = Self.degrees(place + 3 * SIMD2(wander[0].next(), wander[1].next()))
            text.append("<trkpt lat=\"")
            text.appendFixed(latitude, decimals: 6)
            text.append("\" lon=\"")
            text.appendFixed(longitude, decimals: 6)
            text.append("\"><time>" + time.iso8601.prefix(19) + "Z</time></trkpt>\n")
        }
        let rests = [SIMD2<Double>.zero, paths[0].end, paths[1].end, paths[0].end, .zero, .zero]
        var now = Self.midnight + 7 * 3600
        for (number, ride) in rides.enumerated() {
            while now < Self.midnight + Self.outings[number].begin {
                add(rests[number], at: Timestamp(wholeSeconds: now), &text)
                now += 120
            }
            for (index, place) in way(number).enumerated() where index.isMultiple(of: 3) {
                add(place, at: ride.start + ride.locations[index].elapsed, &text)
            }
            now = Self.midnight + Self.outings[number].begin + Int64(ride.locations.count) + 60
        }
        while now <= Self.midnight + 19 * 3600 {
            add(rests[rides.count], at: Timestamp(wholeSeconds: now), &text)
            now += 120
        }
        text.append("</trkseg></trk></gpx>\n")
        return text.bytes
    }

    /// Where the person is at each fix of an outing. The ways back are those out, at the speed of the way back.
    private func way(_ number: Int) -> [SIMD2<Double>] {
        switch number {
        case 0: return paths[0].points
        case 1: return paths[1].points
        case 4: return rides[4].locations.map { _ in .zero }
        default:
            let out = paths[number == 2 ? 1 : 0]
            let back = DayPath(rides[number], from: .zero)
            return back.distances.map { out.place(at: 1 - $0 / back.length) }
        }
    }

    private static func degrees(_ place: SIMD2<Double>) -> (latitude: Double, longitude: Double) {
        let perDegree = SurroundingsSampler.earthRadius * .pi / 180
        return (
            SurroundingsSampler.latitude + place.y / perDegree,
            SurroundingsSampler.longitude + place.x / (perDegree * cosine(SurroundingsSampler.latitude * .pi / 180))
        )
    }

    // MARK: The rest

    /// The accelerometer during the outings; between them the logger slept.
    private var motion: [UInt8] {
        var table = PlainTable()
        for (outing, ride) in zip(Self.outings, rides) {
            table.append(ride.acceleration, start: Self.midnight + outing.begin)
        }
        return table.bytes
    }

    private var places: [UInt8] {
        let named: [(name: String, title: String, path: Int, share: Double, left: Double)] = [
            ("bakery", "The bakery at the corner", 0, 0.03, 20), ("old-mill", "The old mill", 0, 0.2, -40),
            ("bridge", "The iron bridge", 0, 0.38, 30), ("station", "The station", 0, 0.55, -60),
            ("museum", "The museum of clocks", 0, 0.75, 50), ("square", "The market square", 0, 0.985, -15),
            ("fountain", "The fountain", 1, 0.5, 20), ("cafe", "The café in the park", 1, 1, 10),
        ]
        var text = ExportText()
        text.append("identifier,latitude,longitude,radius,title\n")
        for place in named {
            let (latitude, longitude) = Self.degrees(paths[place.path].place(beside: place.share, left: place.left))
            text.append(place.name + ",")
            text.appendFixed(latitude, decimals: 6)
            text.append(",")
            text.appendFixed(longitude, decimals: 6)
            text.append(",100," + place.title + "\n")
        }
        return text.bytes
    }

    /// The trips as `gaitway trips --evaluate` reads them.
    private var trips: String {
        let (start, end) = (Self.midnight + 7 * 3600, Self.midnight + 19 * 3600)
        var text = "kind,start,end,class\nperiod,\(start),\(end),complete\n"
        for outing in Self.outings where !outing.legs.isEmpty {
            var time = Self.midnight + outing.begin + Int64(proven: Self.rest)
            let length = outing.legs.reduce(0) { $0 + Int64(proven: $1.duration) }
            text += "trip,\(time),\(time + length),\n"
            for leg in outing.legs {
                let travelClass =
                    switch leg.motion.activity {
                    case .walking, .running: "foot"
                    case .cycling: "cycling"
                    default: "automotive"
                    }
                text += "section,\(time),\(time + Int64(proven: leg.duration)),\(travelClass)\n"
                time += Int64(proven: leg.duration)
            }
        }
        return text
    }
}
