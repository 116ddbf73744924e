// SPDX-License-Identifier: Apache-2.0
/// Short made-up files of each format: one walk of three fixes, a minute apart, on 1 May 2026.
enum TrackSamples {
    static let gpx = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="a &amp; b" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="http://example.org">
          <!-- a walk -->
          <wpt lat="1" lon="2"><time>2020-01-01T00:00:00Z</time></wpt>
          <trk><name><![CDATA[<walk>]]></name><trkseg>
            <trkpt lat="52.5" lon="13.25"><ele>34.5</ele><time>2026-05-01T08:00:00Z</time>
              <extensions><x:speed>1.5</x:speed><x:accuracy>8</x:accuracy></extensions></trkpt>
            <trkpt lat="52.501" lon="13.25"><time>2026-05-01T08:01:00.500Z</time></trkpt>
            <trkpt lat="52.502" lon="13.25"><time>2026-05-01T10:02:00+02:00</time><speed>-1</speed></trkpt>
          </trkseg></trk>
        </gpx>
        """

    static let points = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.501]},"properties":{"time":1777622460.5}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.5,34.5]},
         "properties":{"time":"2026-05-01T08:00:00Z","speed":1.5,"accuracy":8}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.502]},\
        "properties":{"time":1777622520000,"speed":-1}}]}
        """

    static let line = """
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[13.25,52.5],[13.25,52.501],[13.25,52.502]]},
        "properties":{"coordTimes":["2026-05-01T08:00:00Z","2026-05-01T08:01:00.500Z","2026-05-01T08:02:00Z"]}}
        """

    static let overland = """
        {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.5]},"properties":{
        "timestamp":"2026-05-01T08:00:00Z","altitude":34.5,"speed":1.5,"horizontal_accuracy":8,"motion":["walking"]}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.501]},"properties":{
        "timestamp":"2026-05-01T08:01:00.500Z","speed":-1,"horizontal_accuracy":-1,"motion":["driving","stationary"]}}]}
        {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.502]},"properties":{
        "timestamp":"2026-05-01T08:02:00Z","motion":[]}}]}
        """

    static let ownTracks = """
        {"_type":"location","lat":52.5,"lon":13.25,"tst":1777622400,"acc":8,"vel":5.4,"alt":34.5,\
        "motionactivities":["walking"]}
        {"_type":"lwt","tst":1777622410}
        {"_type":"location","lat":52.501,"lon":13.25,"tst":1777622460,"vel":-1}
        {"_type":"location","lat":52.502,"lon":13.25,"tst":1777622520}
        """

    static let recorder =
        "2026-05-01T08:00:00Z\t*                 "
        + "\t{\"_type\":\"location\",\"lat\":52.5,\"lon\":13.25,\"tst\":1777622400}"
        + "\n2026-05-01T08:01:00Z\t*                 "
        + "\t{\"_type\":\"location\",\"lat\":52.501,\"lon\":13.25,\"tst\":1777622460}\n"

    static let moves = """
        [{"date":"20260501","segments":[
        {"type":"place","startTime":"20260501T070000Z","endTime":"20260501T100000+0200",
         "place":{"id":1,"location":{"lat":52.5,"lon":13.25}}},
        {"type":"move","startTime":"20260501T080000Z","endTime":"20260501T080200Z","activities":[
         {"activity":"trp","startTime":"20260501T080000Z","endTime":"20260501T080200Z","trackPoints":[
          {"lat":52.501,"lon":13.25,"time":"20260501T080100Z"}]}]}]},{"date":"20260502","segments":null}]
        """

    static let phyphox = """
        "Time (s)","Latitude (°)","Longitude (°)","Height (m)","Velocity (m/s)","Direction \
        (°)","Horizontal Accuracy (m)"
        1.000000000E0,5.25E1,1.325E1,3.45E1,1.5E0,NaN,8E0
        6.1E1,5.2501E1,1.325E1,NaN,-1E0,NaN,NaN
        """

    static let sensorLogger = """
        time,seconds_elapsed,bearingAccuracy,horizontalAccuracy,speed,bearing,altitude,longitude,latitude
        1777622400000000000,0.1,1,8,1.5,90,34.5,13.25,52.5
        1777622460500000000,60.6,1,-1,-1,-1,34.5,13.25,52.501
        """

    static let eMission = """
        [{"metadata":{"key":"background/location","write_ts":1777622521},"data":{"ts":1777622520,"latitude":52.502,
         "longitude":13.25,"accuracy":2000,"sensed_speed":-1}},
        {"metadata":{"key":"background/location","write_ts":1777622401},"data":{"ts":1777622400.25,"latitude":52.5,
         "longitude":13.25,"accuracy":8,"sensed_speed":1.5,"altitude":34.5,"heading":-1}},
        {"metadata":{"key":"background/location","write_ts":1777622402},"data":{"ts":1777622400.25,"latitude":52.5,
         "longitude":13.25,"accuracy":8,"sensed_speed":1.5,"altitude":34.5,"heading":-1}},
        {"metadata":{"key":"background/location","write_ts":0},"data":{"ts":0,"latitude":52.5,"longitude":13.25}},
        {"metadata":{"key":"background/filtered_location","write_ts":0},"data":{"ts":1777622400,"latitude":52.5,\
        "longitude":13.25}},
        {"metadata":{"key":"background/battery","write_ts":0},"data":{"ts":1777622400}},
        {"metadata":{"key":"background/motion_activity","write_ts":1777622412},"data":{"ts":1777622410,"type":10,
         "automotive":true,"stationary":true,"walking":false,"unknown":false,"confidence":50,\
        "confidence_level":"medium"}},
        {"metadata":{"key":"background/motion_activity","write_ts":1777622420},"data":{"zzbhB":5,"zzbhC":100}},
        {"metadata":{"key":"background/motion_activity","write_ts":1777622430},"data":{"zzbhB":2,"zzbhC":74}}]
        """
}
