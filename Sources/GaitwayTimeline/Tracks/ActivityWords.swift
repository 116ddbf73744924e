// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Turns apps' words for an activity into flags. Sources/GaitwayTimeline/Tracks/FORMATS.md has the table.
///
/// No flag means moving in another way than the five: on skis, in a rowing boat. Nil means that the word does not name
/// a way to move.
package enum ActivityWords {
    /// Google's words (Records.json, Semantic Location History, both phone exports) and Arc's, which differ in case and
    /// in `_`; Apple Health's behind `HKWorkoutActivityType`; and what maps and sports watches write.
    package static func flags(_ word: String) -> ActivityFlags? {
        table[word.lowercased().filter { $0.isLetter }]
    }

    private static let table: [String: ActivityFlags] = {
        var table: [String: ActivityFlags] = [:]
        for (flags, words) in groups { for word in words.split(separator: " ") { table[String(word)] = flags } }
        return table
    }()

    private static let groups: [(ActivityFlags, String)] = [
        (.stationary, "still stationary"),
        (
            .walking,
            """
            walking onfoot hiking hike walkingnordic nordicwalking snowshoeing walk wheelchairwalkpace casualwalking \
            speedwalking mountaineering snowshoe
            """
        ),
        (
            .running,
            """
            running jogging run wheelchairrunpace trailrunning treadmillrunning trackrunning virtualrun trailrun \
            streetrunning ultrarun
            """
        ),
        (
            .cycling,
            """
            cycling onbicycle inbicycle biking biketouring bicycle ebiking handcycling ride ebikeride virtualride \
            roadbiking mountainbiking gravelcycling ebike handcycle gravelride mountainbikeride emountainbikeride \
            roadcycling cyclocross ebikefitness ebikemountain cyclingsport cyclingtransportation \
            touringbicycle racebike mtb citybike
            """
        ),
        (
            .automotive,
            """
            invehicle inpassengervehicle infourwheelervehicle intwowheelervehicle inroadvehicle inrailvehicle inbus \
            intrain insubway intram inlightrail intaxi inrideshare incar inferry incablecar infunicular ingondolalift \
            motorcycling onmotorcycle flying inflight inairplane boating inboat snowmobile car taxi airplane train bus \
            motorcycle boat tram tractor tuktuk songthaew scooter metro cablecar funicular chairlift skilift driving \
            onthesubway onthetrain onabus onthebus onatrain onaferry onatram motorcycle transport automotive subway \
            ferry plane flight
            """
        ),
        (
            [],
            """
            skiing snowboarding sledding skating iceskating inlineskating rollerskating skateboarding skatingsports \
            snowsports crosscountryskiing downhillskiing alpineskiing swimming rowing kayaking paddling paddlesports \
            sailing surfing surfingsports kitesurfing paragliding hotairballoon horseback horsebackriding \
            equestriansports golf golfing wheelchair inwheelchair moving
            """
        ),
        (.unknown, "unknown unknownactivitytype unknownactivity"),
    ]

    /// The numbers of LocoKit2's `ActivityType`.
    static func flags(locoKit number: Int) -> ActivityFlags? {
        switch number {
        case -1: .unknown
        case 1: .stationary
        case 2, 61: .walking
        case 3: .running
        case 4: .cycling
        case 5, 6, 20...34: .automotive
        case 35, 50...60: []
        default: nil
        }
    }

    /// LocoKit2's word for a number of its `ActivityType`; the number itself for one without a word here.
    static func word(locoKit number: Int) -> String {
        let words = [
            5: "car", 6: "airplane", 20: "train", 21: "bus", 22: "motorcycle", 23: "boat", 24: "tram", 25: "tractor",
            26: "tuktuk", 27: "songthaew", 28: "scooter", 29: "metro", 30: "cable car", 31: "funicular",
            32: "chairlift", 33: "ski lift", 34: "taxi",
        ]
        return words[number] ?? String(number)
    }

    /// FIT's word for a number of its `sport`; `sport 5` for one without a word here.
    static func word(fitSport number: Int) -> String {
        [20: "flying", 22: "motorcycling", 23: "boating", 24: "driving"][number] ?? "sport \(number)"
    }

    /// The numbers of FIT's `sport`.
    static func flags(fitSport number: Int) -> ActivityFlags? {
        switch number {
        case 1: .running
        case 2, 21: .cycling
        case 11, 17, 35: .walking
        case 20, 22, 23, 24, 36: .automotive
        case 5, 12...15, 19, 27, 30, 32, 33, 37...39, 41...44: []
        default: nil
        }
    }

    /// A share from 0 to 1 or a percentage, as Android's confidence.
    static func confidence(share: Double?) -> Confidence {
        guard let share else { return .low }
        return Confidence(androidPercent: share <= 1 ? share * 100 : share)
    }
}
