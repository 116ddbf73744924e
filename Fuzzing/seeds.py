#!/usr/bin/env python3
"""Writes the seeds of every fuzz target to corpus/TARGET/. Small and valid: the fuzzer does the damage."""
import io
import pathlib
import zipfile

ROWS = b"time,x,y,z\n" + b"".join(b"%d,0.1,0.2,9.8\n" % row for row in range(20))


def archive(method, comment=b"", wide=False, piped=False):
    class Pipe(io.RawIOBase):
        """A file that cannot seek, so that sizes follow the data."""

        def __init__(self):
            self.parts = []

        def writable(self):
            return True

        def write(self, data):
            self.parts.append(bytes(data))
            return len(data)

    target = Pipe() if piped else io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as file:
        for name in ["Accelerometer.csv", "meta/größe.csv", "folder/"]:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with file.open(info, "w", force_zip64=wide) as entry:
                entry.write(b"" if name.endswith("/") else ROWS)
        file.comment = comment
    return b"".join(target.parts) if piped else target.getvalue()


def packed(files):
    """An archive of files by their names."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return target.getvalue()


HEADER = '{"gaitway":"activity-stream","version":1,"source":"a \\"\\u00e9\\"","model":"m","origin":null}\n'
FLAGS = '"stationary":false,"walking":true,"running":false,"automotive":false,"cycling":false,"unknown":false'
SHARES = '{"stationary":0.0100,"walking":0.9500,"running":0.0100,"cycling":0.0100,"automotive":0.0179,"none":0.0021}'
REPORT = (
    '{"elapsed":12.8,"start":"2026-05-01T08:00:12.800Z","delivered":17.92,%s,"confidence":"high",'
    '"probabilities":%s,"smoothed":%s,"repeat":true,"window":[12.8,17.92]}\n' % (FLAGS, SHARES, SHARES)
)
UNKNOWN = (
    '{"elapsed":-1e-2,"start":null,"delivered":2,%s,"confidence":"low","reason":"gap"}\n'
    % FLAGS.replace("true", "false").replace('"unknown":false', '"unknown":true')
)
FOOTER = '{"end":600,"windows":117,"repaired":{"gap":1,"duplicate":2}}\n'

REPORT_COLUMNS = "elapsed,start,delivered,stationary,walking,running,automotive,cycling,unknown,confidence".split(",")
CLASSES = "stationary,walking,running,cycling,automotive,none".split(",")
COLUMNS = (
    REPORT_COLUMNS
    + [group + "." + name for group in ["probabilities", "smoothed"] for name in CLASSES]
    + "reason,repeat,window.from,window.to,gaitway,version,source,model,origin,end,windows,repaired".split(",")
)
TABLE = "\n".join(
    [
        ",".join(COLUMNS),
        "," * 26 + 'activity-stream,1,"a ""b"", c",m,2026-05-01T08:00:00Z,,,',
        "12.8,,17.92,false,true,false,false,false,false,high,0.01,0.95,0.01,0.01,0.0179,0.0021" + "," * 8 + "true,0,5.12"
        + "," * 8,
        "," * 31 + '600,117,"{""gap"":1}"',
        "",
    ]
)


def rows(columns, separator=",", mark=".", rate=20, seconds=7, first=0, scale=1):
    """Rows of a phone that swings: a time in seconds times `scale`, then so many columns."""
    lines = []
    for row in range(rate * seconds):
        time = (first + row / rate) * scale
        cells = ["%d" % time if scale >= 1000 else "%.2f" % time]
        cells += ["%.1f" % (9.8 if column == 2 else (row * (column + 3)) % 7 / 10) for column in range(columns)]
        lines.append(separator.join(cells).replace(".", mark))
    return "\n".join(lines) + "\n"


TABLES = [
    "time,ax,ay,az\n" + rows(3),
    "time,x,y,z\n" + rows(3, scale=1000),
    rows(3),
    '"Time (s)";"Acceleration x (m/s^2)";"Acceleration y (m/s^2)";"Acceleration z (m/s^2)"\r\n' + rows(3, ";", ","),
    "time,gFx,gFy,gFz,wx,wy,wz,p\n" + rows(7, seconds=3),
    "t_ns,ax,ay,az,gx,gy,gz,pressure,lat,lon,speed\n" + rows(10, first=1750000000, scale=10**9, seconds=2),
    "time,seconds_elapsed,z,y,x\n" + rows(4, first=1750000000, scale=10**9, seconds=4),
    "time,gFx,gFy,gFz\n" + "".join("08:00:%02d:%d,0,0,1\n" % (row // 10, row % 10 * 100) for row in range(90)),
    "loggingTime(txt),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),accelerometerAccelerationY(G),"
    "accelerometerAccelerationZ(G),gyroTimestamp_sinceReboot(s),gyroRotationX(rad/s),gyroRotationY(rad/s),"
    "gyroRotationZ(rad/s)\n"
    + "".join("2026-05-01 08:00:00.%03d +0200,%.2f,0,0,-1,%.1f,0,0,0\n" % (row * 50 % 1000, row / 20, row // 2 / 10) for row in range(60)),
]
EXPORTS = [
    '> Accelerometer.csv\n"Time (s)","X (m/s^2)","Y (m/s^2)","Z (m/s^2)"\n' + rows(3, seconds=6)
    + '> Gyroscope.csv\n"Time (s)","X (rad/s)","Y (rad/s)","Z (rad/s)"\n' + rows(3, seconds=2)
    + '> Barometer.csv\n"Time (s)","X (hPa)"\n0,1013.2\n1,1013.1\n'
    + '> Location.csv\n"Time (s)","Latitude (°)","Longitude (°)","Height (m)","Velocity (m/s)"\n0,50.1,8.2,100,3\n'
    + '> meta/time.csv\n"event","experiment time","system time","system time text"\n"START",0,1750000000.5,"x"\n'
    + '> meta/device.csv\n"property","value"\n"deviceModel","phone"\n',
    "> Accelerometer.csv\ntime,seconds_elapsed,z,y,x\n" + rows(4, first=1750000000, scale=10**9, seconds=2)
    + "> Gravity.csv\ntime,seconds_elapsed,z,y,x\n" + rows(4, first=1750000000, scale=10**9, seconds=2)
    + "> Annotation.csv\ntime,seconds_elapsed,text,millisecond_press_duration\n1750000001000000000,1,walking,\n"
    + "> Metadata.csv\nversion,device name,recording epoch time,platform,standardisation\n3,phone,1750000000000,ios,true\n",
]
PUSHED = "[%s]" % ",".join(
    '{"sensor":"%s","time":"%d","seconds_elapsed":"%.2f","x":"0.1","y":"0.2","z":"9.8"}'
    % (sensor, 1750000000 * 10**9 + row * 50_000_000, row / 20)
    for row in range(20)
    for sensor in ["TotalAcceleration", "Gyroscope"]
)

MANIFEST = "recording,activity,dataset,user,start_s,end_s,unit,notes,colour\n"
MANIFESTS = [
    MANIFEST + 'a.csv,walking,one,ann,1.5,20,g,"a ""b"", c\nd",red\nb,unknown,,,,,,,\n',
    "\ufeff" + MANIFEST.replace("\n", "\r\n") + "a.csv,cycling,one,bob,,,,,\r\n",
]

TRACKS = [
    '<?xml version="1.0"?><gpx version="1.1"><!-- a --><trk><trkseg><trkpt lat="52.5" lon="13.25"><ele>3</ele>'
    "<time>2026-05-01T08:00:00Z</time><extensions><x:speed>1.5</x:speed></extensions></trkpt></trkseg></trk></gpx>",
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.5,3]},'
    '"properties":{"time":"2026-05-01T08:00:00Z","speed":1.5}}]}',
    '{"type":"Feature","geometry":{"type":"LineString","coordinates":[[13.25,52.5],[13.25,52.6]]},'
    '"properties":{"coordTimes":[1777622400,1777622460000]}}',
    '{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.5]},"properties":{'
    '"timestamp":"2026-05-01T08:00:00Z","speed":-1,"horizontal_accuracy":8,"motion":["driving","stationary"]}}]}',
    '{"_type":"location","lat":52.5,"lon":13.25,"tst":1777622400,"vel":5.4,"motionactivities":["walking"]}\n{"_type":"lwt"}',
    '2026-05-01T08:00:00Z\t*\t{"_type":"location","lat":52.5,"lon":13.25,"tst":1777622400}\n',
    '[{"metadata":{"key":"background/location","write_ts":1},"data":{"ts":1777622400.5,"latitude":52.5,"longitude":13.25}},'
    '{"metadata":{"key":"background/motion_activity","write_ts":1777622412},"data":{"zzbhB":7,"zzbhC":80}}]',
    '[{"date":"20260501","segments":[{"type":"place","startTime":"20260501T070000Z","endTime":"20260501T100000+0200",'
    '"place":{"location":{"lat":52.5,"lon":13.25}},"activities":[{"group":"trp","startTime":"20260501T080000Z",'
    '"trackPoints":[{"lat":52.5,"lon":13.25,"time":"20260501T080100Z"}]}]}]}]',
    '"Time (s)","Latitude (°)","Longitude (°)","Horizontal Accuracy (m)"\n1E0,5.25E1,1.325E1,8\n2E0,NaN,1,1\n',
    "time,speed,longitude,latitude\n1777622400000000000,1.5,13.25,52.5\n",
    '{"locations":[{"latitudeE7":525000000,"longitudeE7":132500000,"accuracy":12,"activity":[{"activity":[{"type":"STILL",'
    '"confidence":90}],"timestamp":"2026-05-01T08:00:00Z"}],"deviceTag":-7,"timestamp":"2026-05-01T08:00:00Z"},'
    '{"timestampMs":"1777622460000","latitudeE7":525000000,"longitudeE7":4227967296,"deviceTag":8}]}',
    '{"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":525000000,"longitudeE7":132500000,"name":"a"},"duration":{'
    '"startTimestamp":"2026-05-01T08:00:00Z","endTimestamp":"2026-05-01T09:00:00Z"}}},{"activitySegment":{"duration":{'
    '"startTimestampMs":"1777626000000","endTimestampMs":"1777626600000"},"activityType":"IN_BUS","simplifiedRawPath":{"points":'
    '[{"latE7":525000000,"lngE7":132500000,"timestamp":"2026-05-01T09:05:00Z"}]}}}]}',
    '{"semanticSegments":[{"startTime":"2026-05-01T10:00:00.000+02:00","endTime":"2026-05-01T11:00:00.000+02:00","timelinePath":[{'
    '"point":"52.5\u00b0, 13.25\u00b0","time":"2026-05-01T10:10:00+02:00"}],"visit":{"topCandidate":{"placeLocation":{"latLng":'
    '"52.5\u00b0, 13.25\u00b0"}}}}],"rawSignals":[{"position":{"LatLng":"52.5, 13.25","timestamp":"2026-05-01T08:30:00Z"}},'
    '{"activityRecord":{"probableActivities":[{"type":"WALKING","confidence":0.9}],"timestamp":"2026-05-01T08:31:00Z"}}]}',
    '[{"startTime":"2026-05-01T08:00:00Z","endTime":"2026-05-01T09:00:00Z","activity":{"start":"geo:52.5,13.25","end":'
    '"geo:52.6,13.25","topCandidate":{"type":"walking","probability":"0.9"}},"timelinePath":[{"point":"geo:52.5,13.25",'
    '"durationMinutesOffsetFromStartTime":"5"}]}]',
    '{"timelineItems":[{"itemId":"a","isVisit":true,"startDate":"2026-05-01T08:00:00Z","endDate":"2026-05-01T09:00:00Z","center":{'
    '"latitude":52.5,"longitude":13.25},"samples":[{"sampleId":"b","movingState":1,"date":799315200,"location":{"latitude":52.5,'
    '"longitude":13.25}}]}]}',
    '<?xml version="1.0"?><!DOCTYPE HealthData []><HealthData><Workout workoutActivityType="HKWorkoutActivityTypeWalking" '
    'startDate="2026-05-01 10:00:00 +0200" endDate="2026-05-01 11:00:00 +0200"/></HealthData>',
    '<kml><Placemark><gx:Track><when>2026-05-01T08:00:00Z</when><gx:coord>13.25 52.5 3</gx:coord></gx:Track></Placemark><Placemark>'
    "<TimeSpan><begin>2026-05-01T08:00:00Z</begin><end>2026-05-01T09:00:00Z</end></TimeSpan><LineString><coordinates>13,52 13,53"
    "</coordinates></LineString></Placemark></kml>",
    '<TrainingCenterDatabase><Activities><Activity Sport="Biking"><Trackpoint><Time>2026-05-01T08:00:00Z</Time><Position>'
    "<LatitudeDegrees>52.5</LatitudeDegrees><LongitudeDegrees>13.25</LongitudeDegrees></Position></Trackpoint></Activity>"
    "</Activities></TrainingCenterDatabase>",
    "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n$GPGGA,123520,4807.038,N,01131.000,E,1,08,0.9,545.4,M,,,,\n",
]
# FIT without its end, whose checksum is not asked for: a definition with all kinds of fields, and records.
FIT = (
    bytes([12, 32, 84, 8, 0, 0, 0, 0]) + b".FIT" + bytes([0x40, 0, 0, 20, 0, 4, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 2, 2, 0x84])
    + bytes([0]) + (1_146_556_800).to_bytes(4, "little") + bytes([0, 0, 0, 37, 0, 0, 0, 9, 0, 10])
    + bytes([0x60, 0, 1, 0, 20, 2, 0, 4, 0x85, 1, 4, 0x85, 1, 0, 2, 0, 0x85, 37, 0, 0, 0, 9, 0, 0, 0, 1, 2])
)
PLACES = [
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":'
    '[[[0,0],[0.01,0],[0.01,0.01],[0,0.01],[0,0]],[[0.002,0.002],[0.002,0.003],[0.003,0.003],[0.002,0.002]]]},'
    '"properties":{"identifier":"a","alert":"dwell","dwell":60,"priority":true,"expiry":600,"category":"b",'
    '"hours":"Mo-Fr 08:00-18:00; 2026-12-25 off"}}]}',
    '{"features":[{"geometry":{"type":"MultiPolygon","coordinates":[[[[179.99,0],[180,0],[180,0.01],[179.99,0]]],'
    '[[[-180,0],[-179.99,0],[-180,0.01],[-180,0]]]]},"properties":{"identifier":"c","alert":"exit","cooldown":1}}]}',
    "id,lat,lon,alert,dwell,priority,expiry,cooldown,category,hours\na,1,2,dwell,60,false,1,2,b,Sa 22:00-02:00\n",
    '{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[13.4,52.5]},'
    '"properties":{"title":"G","radius":60,"story":{"identifier":"w","radius":3}}}],"stories":[{"identifier":"w","radius":250}]}',
    'id,title,latitude,longitude,radius,story,story_radius\n"a,1",Gate,52.5,13.4,60,walls,250\nb,,1,2,,walls,\n',
]

POLICIES = [
    '{"gaitway":"gate-policy","version":1,"base":"gaitway","name":"x","short_cap":{"alerts":2,"window":60.5},"stale_after":null,'
    '"quiet_hours":{"from":"22:00","to":"07:00","time_zone":"Europe/Berlin"},"minimum_confidence":{"walking":"high"},'
    '"collapse_speed":1.5,"priority_stories":["a"],"pending_limit":3}',
    '{"gaitway":"gate-policy","version":1,"base":"here"}',
    '{"gaitway":"gate-state","version":1,"policy":"x","state":{"alerts":[1777636800000000000],"entries":1,"ignoredUntil":{"a":'
    '1777636900000000000},"latest":1777636800000000000,"motion":{"availability":"available","current":{"confidence":2,"delivered":'
    '1777636800000000000,"flags":8},"lastHeard":1777636800000000000},"storyAlerts":{},"waiting":[{"entered":1777636800000000000,'
    '"hasPriority":false,"number":1,"place":"b","reasons":["driving"]}]}}',
]

TIMELINES = [
    '{"gaitway":"timeline","version":1,"items":[{"kind":"visit","start":"2026-05-01T08:00:00Z","end":"2026-05-01T09:00:00Z","place":"p",'
    '"latitude":52.5,"longitude":13.25,"activities":[{"activity":"walking","start":"2026-05-01T08:10:00Z","end":"2026-05-01T08:20:00Z"}]},'
    '{"kind":"move","start":"2026-05-01T09:00:00Z","end":"2026-05-01T09:10:00Z","sections":[{"activity":"cycling","start":"2026-05-01T09:00:00Z",'
    '"end":"2026-05-01T09:10:00Z","evidence":"speed","distance":9.5,"path":[[[13.25,52.5,"2026-05-01T09:01:00Z",3.5]]]}]}],'
    '"places":[{"identifier":"p","latitude":52.5,"longitude":13.25,"radius":100,"name":"Home"}]}',
    '[{"date":"20260501","segments":[{"type":"place","startTime":"20260501T070000Z","endTime":"20260501T100000+0200",'
    '"place":{"id":7,"name":"A","location":{"lat":52.5,"lon":13.25}}},{"type":"move","startTime":"20260501T080000Z","endTime":"20260501T081000Z",'
    '"activities":[{"activity":"trp","startTime":"20260501T080000Z","endTime":"20260501T080400Z","distance":900,"trackPoints":[{"lat":52.5,'
    '"lon":13.25,"time":"20260501T080100Z"}]}]},{"type":"off","startTime":"20260501T081000Z","endTime":"20260501T081100Z"}]}]',
    '{"gaitway":"timeline-policy","version":1,"shortest_visit":60,"jump_confirmations":4}',
    "kind,start,end,class\nperiod,0,100,scripted\ntrip,10,50,\nsection,10,20,foot\nwait,20,30,\ntracked,0,90,\n",
    '{"data":[{"properties":{"start_ts":1,"end_ts":9},"features":[{"features":[{"properties":{"feature_type":"section","start_ts":1,'
    '"end_ts":9,"sensed_mode":"MotionTypes.WALKING"}}]}]}]}',
    '{"data":{"label":{"evaluation_trips":[{"id":"t","legs":[{"id":"l","type":"TRAVEL","mode":"BUS"}]}]}}}',
    '[{"metadata":{"write_ts":1},"data":{"ts":1,"transition":"START_EVALUATION_TRIP","trip_id":"t","spec_id":"line"}},'
    '{"metadata":{"write_ts":2},"data":{"ts":5,"transition":"T_EXITED_GEOFENCE","trip_id":"t","spec_id":"line"}}]',
]

SEEDS = {
    # Two bytes choose the kind of log and the options.
    "FuzzSensorLog": [("00" + text).encode() for text in TABLES]
    + [("10" + PUSHED).encode()]
    + [("20" + text).encode() for text in EXPORTS],
    # Where a part is replaced, how long it is, by what.
    "FuzzActivityModel": [
        bytes([0, 0, position >> 8, position & 255, 0, length]) + text
        for position, length, text in [(0, 0, b""), (300, 1, b"7"), (9000, 4, b"1e9"), (60000, 20, b'"x" : [1, null]')]
    ],
    "FuzzManifest": [text.encode() for text in MANIFESTS],
    "FuzzTrack": [text.encode() for text in TRACKS] + [FIT, packed({"a/Records.json": TRACKS[10].encode(), "b.fit": FIT})],
    "FuzzGate": [text.encode() for text in POLICIES],
    "FuzzPlaces": [text.encode() for text in PLACES],
    "FuzzTimeline": [text.encode() for text in TIMELINES],
    "FuzzZoneRules": [
        (pathlib.Path("/usr/share/zoneinfo") / name).read_bytes()
        for name in ("UTC", "Asia/Kathmandu", "Pacific/Apia", "America/Scoresbysund")
    ],
    "FuzzZipArchive": [
        archive(zipfile.ZIP_STORED),
        archive(zipfile.ZIP_DEFLATED, comment=b"a comment"),
        archive(zipfile.ZIP_DEFLATED, wide=True),
        archive(zipfile.ZIP_DEFLATED, piped=True),
    ],
    # The first byte chooses where the input is cut in two.
    "FuzzActivityStream": [
        ("0" + text).encode() for text in [HEADER + REPORT + FOOTER, HEADER + UNKNOWN + HEADER + FOOTER, TABLE]
    ],
}

for target, seeds in SEEDS.items():
    folder = pathlib.Path(__file__).parent / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (folder / f"seed-{number}").write_bytes(seed)
