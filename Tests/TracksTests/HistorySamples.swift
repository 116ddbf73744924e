// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Short made-up files of location histories: a stay from 8:00 to 8:10, a walk to 8:20, another stay to 8:40, on 1 May
/// 2026.
enum HistorySamples {
    /// A point of the walk every minute, as each app writes positions.
    static func walk(_ point: (_ minute: Int, _ latitude: Double) -> String) -> String {
        (10...20).map { point($0, 52.5 + Double($0 - 10) * 0.0008) }.joined(separator: ",\n")
    }

    static func e7(_ degrees: Double) -> Int { Int(proven: (degrees * 1e7).rounded()) }

    static func time(_ minute: Int, zone: String = "Z") -> String {
        let hour = zone == "Z" ? "08" : "10"
        return "2026-05-01T\(hour):\(minute < 10 ? "0" : "")\(minute):00.000\(zone)"
    }

    static let records =
        "{\n  \"locations\": [ "
        + walk { minute, latitude in
            """
            {
                "latitudeE7": \(e7(latitude)),
                "longitudeE7": 132500000,
                "accuracy": 12,
                "activity": [{
                  "activity": [{ "type": "ON_FOOT", "confidence": 80 }, { "type": "STILL", "confidence": 10 }],
                  "timestamp": "\(time(minute))"
                }],
                "wifiScan": { "accessPoints": [{ "mac": "1", "strength": -60 }] },
                "deviceTag": 12345,
                "timestamp": "\(time(minute))"
              }
            """
        } + "]\n}\n"

    static let semantic = """
        {"timelineObjects": [
        {"placeVisit": {"location": {"latitudeE7": 525000000, "longitudeE7": 132500000, "placeId": "a", "name": "Home"},
          "duration": {"startTimestamp": "\(time(0))", "endTimestamp": "\(time(10))"}}},
        {"activitySegment": {"startLocation": {"latitudeE7": 525000000, "longitudeE7": 132500000},
          "endLocation": {"latitudeE7": 525080000, "longitudeE7": 132500000},
          "duration": {"startTimestampMs": "1777623000000", "endTimestampMs": "1777623600000"}, "distance": 890,
          "activityType": "WALKING", "confidence": "HIGH", "simplifiedRawPath": {"points": [
        \(walk {
            "{\"latE7\": \(e7($1)), \"lngE7\": 132500000, \"accuracyMeters\": 10, \"timestamp\": \"\(time($0))\"}"
        })
          ]}}},
        {"placeVisit": {"location": {"latitudeE7": 525080000, "longitudeE7": 132500000, "placeId": "b", "name": "Work"},
          "duration": {"startTimestamp": "\(time(20))", "endTimestamp": "\(time(40))"}}}
        ]}
        """

    static let android = """
        {"semanticSegments": [
        {"startTime": "\(time(0, zone: "+02:00"))", "endTime": "\(time(10, zone: "+02:00"))", "visit": \
        {"hierarchyLevel": 0,
          "topCandidate": {"placeId": "a", "semanticType": "HOME", "placeLocation": {"latLng": "52.5°, 13.25°"}}}},
        {"startTime": "\(time(10, zone: "+02:00"))", "endTime": "\(time(20, zone: "+02:00"))", "timelinePath": [
        \(walk { "{\"point\": \"\($1)°, 13.25°\", \"time\": \"\(time($0, zone: "+02:00"))\"}" })]},
        {"startTime": "\(time(10, zone: "+02:00"))", "endTime": "\(time(20, zone: "+02:00"))", "activity": {
          "start": {"latLng": "52.5°, 13.25°"}, "end": {"latLng": "52.508°, 13.25°"}, "distanceMeters": 890.0,
          "topCandidate": {"type": "WALKING", "probability": 0.8}}},
        {"startTime": "\(time(20, zone: "+02:00"))", "endTime": "\(time(40, zone: "+02:00"))", "visit": \
        {"hierarchyLevel": 0,
          "topCandidate": {"placeId": "b", "semanticType": "UNKNOWN", "placeLocation": {"latLng": \
        "52.508°, 13.25°"}}}}],
        "rawSignals": [
        {"wifiScan": {"deliveryTime": "\(time(30))", "devicesRecords": [{"mac": 1, "rawRssi": -50}]}},
        {"position": {"LatLng": "52.5081°, 13.25°", "accuracyMeters": 8, "altitudeMeters": 40.0, "source": "GPS",
          "timestamp": "\(time(30, zone: "+02:00"))", "speedMetersPerSecond": 0.5}}],
        "userLocationProfile": {"frequentPlaces": [{"placeId": "a", "placeLocation": "52.5°, \
        13.25°", "label": "HOME"}]}}
        """

    static let phone = """
        [{"endTime": "\(time(10, zone: "+02:00"))", "startTime": "\(time(0, zone: "+02:00"))", "visit": \
        {"hierarchyLevel": "0",
          "topCandidate": {"probability": "0.9", "semanticType": "Home", "placeID": "a", "placeLocation": \
        "geo:52.5,13.25"}}},
        {"endTime": "\(time(20, zone: "+02:00"))", "startTime": "\(time(10, zone: "+02:00"))", "timelinePath": [
        \(walk { "{\"point\": \"geo:\($1),13.25\", \"durationMinutesOffsetFromStartTime\": \"\($0 - 10)\"}" })]},
        {"endTime": "\(time(20, zone: "+02:00"))", "startTime": "\(time(10, zone: "+02:00"))", "activity": {
          "start": "geo:52.5,13.25", "end": "geo:52.508,13.25", "distanceMeters": "890",
          "topCandidate": {"type": "walking", "probability": "0.8"}}},
        {"endTime": "\(time(40, zone: "+02:00"))", "startTime": "\(time(20, zone: "+02:00"))", "visit": \
        {"hierarchyLevel": "0",
          "topCandidate": {"semanticType": "Unknown", "placeID": "b", "placeLocation": "geo:52.508,13.25"}}}]
        """

    static let arc = """
        {"timelineItems": [
        {"itemId": "1", "isVisit": true, "startDate": "\(time(0))", "endDate": "\(time(10))", \
        "center": {"latitude": 52.5,
          "longitude": 13.25}, "radius": {"mean": 20, "sd": 5}, "place": {"name": "Home", "placeId": \
        "a"}, "samples": []},
        {"itemId": "2", "isVisit": false, "startDate": "\(time(10))", "endDate": "\(time(20))", \
        "activityType": "walking",
          "samples": [
        \(walk { """
            {"sampleId": "s\($0)", "date": "\(time($0))", "movingState": "moving", "location": {"latitude": \($1),
              "longitude": 13.25, "altitude": 40, "horizontalAccuracy": 10, "speed": 1.4, "course": -1, \
            "timestamp": "\(time($0))"}}
            """ })]},
        {"itemId": "3", "isVisit": true, "startDate": "\(time(20))", "endDate": "\(time(40))", "center": \
        {"latitude": 52.508,
          "longitude": 13.25}, "place": {"name": "Work", "placeId": "b"}, "samples": []}]}
        """

    /// LocoKit2's single file; `date` writes a minute.
    static func locoKit(_ date: (Int) -> String) -> String {
        """
        {"schemaVersion": "2.1.0", "exportMode": "singleFile", "items": [
        {"base": {"id": "1", "isVisit": true, "startDate": \(date(0)), "endDate": \(date(10)), "deleted": false},
          "visit": {"latitude": 52.5, "longitude": 13.25, "radiusMean": 20, "placeId": "a"}},
        {"base": {"id": "2", "isVisit": false, "startDate": \(date(10)), "endDate": \(date(20))},
          "trip": {"distance": 890, "classifiedActivityType": 2}},
        {"base": {"id": "3", "isVisit": true, "startDate": \(date(20)), "endDate": \(date(40))},
          "visit": {"latitude": 52.508, "longitude": 13.25, "placeId": "b"}}],
        "places": [{"id": "a", "name": "Home", "radiusMean": 20, "secondsFromGMT": 7200}, {"id": "b", "name": "Work",
          "radiusMean": 20, "secondsFromGMT": 7200}],
        "samples": [
        \(walk { """
            {"id": "s\($0)", "date": \(date($0)), "movingState": 1, "latitude": \($1), "longitude": 13.25, "speed": 1.4,
              "horizontalAccuracy": 10}
            """ })]}
        """
    }

    static let health = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
        <!ATTLIST Workout
          workoutActivityType CDATA #REQUIRED
        >
        ]>
        <HealthData locale="en_GB">
         <Record type="HKQuantityTypeIdentifierStepCount" value="30" startDate="2026-05-01 09:00:00 +0200"/>
         <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="10" durationUnit="min" \
        totalDistance="0.89"
           totalDistanceUnit="km" startDate="2026-05-01 10:10:00 +0200" endDate="2026-05-01 10:20:00 +0200">
          <WorkoutRoute><FileReference path="/workout-routes/route.gpx"/></WorkoutRoute>
         </Workout>
        </HealthData>
        """

    static let route =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><gpx version=\"1.1\" creator=\"Apple Health Export\"><trk><trkseg>\n"
        + (10...20).map {
            """
            <trkpt lon="13.25" lat="\(52.5 + Double($0 - 10) * 0.0008)"><ele>40</ele><time>\(time($0))</time>
            <extensions><speed>1.4</speed><course>0</course><hAcc>4.5</hAcc><vAcc>3</vAcc></extensions></trkpt>
            """
        }.joined(separator: "\n") + "\n</trkseg></trk></gpx>"
}
