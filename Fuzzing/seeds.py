#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the seeds of every fuzz target to corpus/TARGET/. They are small and valid; the fuzzer damages them."""

import io
import json
import pathlib
import re
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

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
UNKNOWN = '{"elapsed":-1e-2,"start":null,"delivered":2,%s,"confidence":"low","reason":"gap"}\n' % FLAGS.replace(
    "true", "false"
).replace('"unknown":false', '"unknown":true')
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
        "12.8,,17.92,false,true,false,false,false,false,high,0.01,0.95,0.01,0.01,0.0179,0.0021"
        + "," * 8
        + "true,0,5.12"
        + "," * 8,
        "," * 31 + '600,117,"{""gap"":1}"',
        "",
    ]
)

THIRD_HEADER = HEADER.replace('"version":1', '"version":3').replace("null}", 'null,"smoothing":"viterbi"}')
THIRD_REPORT = REPORT.replace(FLAGS, '"activity":"walking",' + FLAGS)
THIRD_TABLE = "\n".join(
    [
        ",".join(["source"] + REPORT_COLUMNS[:3] + ["activity"] + COLUMNS[3:26]),
        '"a ""b"", c",12.8,,17.92,walking,false,true,false,false,false,false,high,0.01,0.95,0.01,0.01,0.0179,0.0021'
        + "," * 8
        + "true,0,5.12",
        "",
    ]
).replace('a ""b"", c', 'a ""\u00e9""')


def rows(columns, separator=",", mark=".", rate=20, seconds=7, first=0, scale=1):
    """Rows of a swinging phone: a time in seconds times `scale`, then `columns` numbers."""
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
    "loggingTime(txt),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),"
    "accelerometerAccelerationY(G),"
    "accelerometerAccelerationZ(G),gyroTimestamp_sinceReboot(s),gyroRotationX(rad/s),gyroRotationY(rad/s),"
    "gyroRotationZ(rad/s)\n"
    + "".join(
        "2026-05-01 08:00:00.%03d +0200,%.2f,0,0,-1,%.1f,0,0,0\n" % (row * 50 % 1000, row / 20, row // 2 / 10)
        for row in range(60)
    ),
]
# Formats with a long head, rows of several sensors, and a row of days.
TABLES += [
    "------------ Data File Created By ActiGraph GT3X+ date format d/MM/yyyy at 20 Hz  Filter Normal -----------\n"
    "Serial Number: TAS1\nStart Time 17:33:00\nStart Date 02/04/2025\n"
    "Accelerometer X,Accelerometer Y,Accelerometer Z\n" + "0.1,0.2,0.97\n" * 60,
    "Device Type,GENEActiv\n"
    + "".join("Line %d,\n" % line for line in range(98))
    + "\n"
    + "".join("2025-05-14 16:47:%02d:%03d,0.1,0.2,0.97,3,0,24.1\n" % (row // 20, row % 20 * 50) for row in range(60)),
    "time,sensor,x,y,z\n"
    + "".join(
        "%d,LSM6DSO Accelerometer,0.1,0.2,9.8\n%d,LSM6DSO Gyroscope,0.1,0.2,0.3\n" % (50 * row, 50 * row)
        for row in range(40)
    ),
    "time,acc_x_mg,acc_y_mg,acc_z_mg\n" + "".join("%.9f,10,20,980\n" % (45791 + row / 1728000) for row in range(60)),
]
JSON_TABLES = [
    json.dumps([{"time": 50 * row, "ax": 0.1, "ay": row % 7 / 10, "az": 9.8} for row in range(60)]),
    json.dumps({name: [row if name == "time" else 9.8 for row in range(60)] for name in ["time", "ax", "ay", "az"]}),
    json.dumps({"k%d" % row: {"time": 50 * row, "acc": [0.1, 0.2, 9.8]} for row in range(60)}),
    json.dumps({"columns": ["time", "ax", "ay", "az"], "data": [[50 * row, 0.1, 0.2, 9.8] for row in range(60)]}),
    "\n".join(
        json.dumps(
            {
                "t": 50 * row,
                "accelerationIncludingGravity": {"x": 0.1, "y": 0.2, "z": 9.8},
                "rotationRate": {"alpha": 1},
            }
        )
        for row in range(60)
    ),
    json.dumps(
        {
            "payload": {
                "interval_ms": 50,
                "sensors": [{"name": "acc" + axis, "units": "m/s2"} for axis in "XYZ"],
                "values": [[0.1, 0.2, 9.8]] * 60,
            }
        }
    ),
]


def sheet(table):
    """The XML of a worksheet with the cells of a table; words are strings of its own."""
    rows = [
        "".join(
            "<c><v>%s</v></c>" % cell if cell[0] in "-0123456789" else '<c t="str"><v>%s</v></c>' % cell
            for cell in line.split(",")
        )
        for line in table.splitlines()
    ]
    return "<worksheet><sheetData>%s</sheetData></worksheet>\n" % "".join("<row>%s</row>" % row for row in rows)


WORKBOOK = (
    "> xl/workbook.xml\n"
    '<workbook><sheets><sheet name="Accelerometer" sheetId="1" id="r1"/>'
    '<sheet name="Gyroscope" sheetId="2" id="r2"/></sheets></workbook>\n'
    "> xl/_rels/workbook.xml.rels\n"
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>'
    '<Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>\n'
    "> xl/sharedStrings.xml\n<sst><si><t>time</t></si></sst>\n"
    "> xl/worksheets/sheet1.xml\n"
    + sheet("Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)\n" + rows(3, seconds=3))
    + "> xl/worksheets/sheet2.xml\n"
    + sheet("Time (s),X (rad/s),Y (rad/s),Z (rad/s)\n" + rows(3, seconds=3))
)
EXPORTS = [
    WORKBOOK,
    '> Accelerometer.csv\n"Time (s)","X (m/s^2)","Y (m/s^2)","Z (m/s^2)"\n'
    + rows(3, seconds=6)
    + '> Gyroscope.csv\n"Time (s)","X (rad/s)","Y (rad/s)","Z (rad/s)"\n'
    + rows(3, seconds=2)
    + '> Barometer.csv\n"Time (s)","X (hPa)"\n0,1013.2\n1,1013.1\n'
    + '> Location.csv\n"Time (s)","Latitude (°)","Longitude (°)","Height (m)","Velocity (m/s)"\n0,50.1,8.2,100,3\n'
    + '> meta/time.csv\n"event","experiment time","system time","system time text"\n"START",0,1750000000.5,"x"\n'
    + '> meta/device.csv\n"property","value"\n"deviceModel","phone"\n',
    "> Accelerometer.csv\ntime,seconds_elapsed,z,y,x\n"
    + rows(4, first=1750000000, scale=10**9, seconds=2)
    + "> Gravity.csv\ntime,seconds_elapsed,z,y,x\n"
    + rows(4, first=1750000000, scale=10**9, seconds=2)
    + "> Annotation.csv\ntime,seconds_elapsed,text,millisecond_press_duration\n1750000001000000000,1,walking,\n"
    + "> Metadata.csv\nversion,device name,recording epoch "
    "time,platform,standardisation\n3,phone,1750000000000,ios,true\n",
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
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.5,'
    "3]},"
    '"properties":{"time":"2026-05-01T08:00:00Z","speed":1.5}}]}',
    '{"type":"Feature","geometry":{"type":"LineString","coordinates":[[13.25,52.5],[13.25,52.6]]},'
    '"properties":{"coordTimes":[1777622400,1777622460000]}}',
    '{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.5]},"properties":{'
    '"timestamp":"2026-05-01T08:00:00Z","speed":-1,"horizontal_accuracy":8,"motion":["driving","stationary"]}}]}',
    '{"_type":"location","lat":52.5,"lon":13.25,"tst":1777622400,"vel":5.4,'
    '"motionactivities":["walking"]}\n{"_type":"lwt"}',
    '2026-05-01T08:00:00Z\t*\t{"_type":"location","lat":52.5,"lon":13.25,"tst":1777622400}\n',
    '[{"metadata":{"key":"background/location","write_ts":1},"data":{"ts":1777622400.5,"latitude":52.5,'
    '"longitude":13.25}},'
    '{"metadata":{"key":"background/motion_activity","write_ts":1777622412},"data":{"zzbhB":7,"zzbhC":80}}]',
    '[{"date":"20260501","segments":[{"type":"place","startTime":"20260501T070000Z","endTime":"20260501T100000+0200",'
    '"place":{"location":{"lat":52.5,"lon":13.25}},"activities":[{"group":"trp","startTime":"20260501T080000Z",'
    '"trackPoints":[{"lat":52.5,"lon":13.25,"time":"20260501T080100Z"}]}]}]}]',
    '"Time (s)","Latitude (°)","Longitude (°)","Horizontal Accuracy (m)"\n1E0,5.25E1,1.325E1,8\n2E0,NaN,1,1\n',
    "time,speed,longitude,latitude\n1777622400000000000,1.5,13.25,52.5\n",
    '{"locations":[{"latitudeE7":525000000,"longitudeE7":132500000,"accuracy":12,'
    '"activity":[{"activity":[{"type":"STILL",'
    '"confidence":90}],"timestamp":"2026-05-01T08:00:00Z"}],"deviceTag":-7,"timestamp":"2026-05-01T08:00:00Z"},'
    '{"timestampMs":"1777622460000","latitudeE7":525000000,"longitudeE7":4227967296,"deviceTag":8}]}',
    '{"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":525000000,"longitudeE7":132500000,"name":"a"},'
    '"duration":{'
    '"startTimestamp":"2026-05-01T08:00:00Z","endTimestamp":"2026-05-01T09:00:00Z"}}},{"activitySegment":{"duration":{'
    '"startTimestampMs":"1777626000000","endTimestampMs":"1777626600000"},"activityType":"IN_BUS",'
    '"simplifiedRawPath":{"points":'
    '[{"latE7":525000000,"lngE7":132500000,"timestamp":"2026-05-01T09:05:00Z"}]}}}]}',
    '{"semanticSegments":[{"startTime":"2026-05-01T10:00:00.000+02:00","endTime":"2026-05-01T11:00:00.000+02:00",'
    '"timelinePath":[{'
    '"point":"52.5\u00b0, 13.25\u00b0","time":"2026-05-01T10:10:00+02:00"}],'
    '"visit":{"topCandidate":{"placeLocation":{"latLng":'
    '"52.5\u00b0, 13.25\u00b0"}}}}],"rawSignals":[{"position":{"LatLng":"52.5, '
    '13.25","timestamp":"2026-05-01T08:30:00Z"}},'
    '{"activityRecord":{"probableActivities":[{"type":"WALKING","confidence":0.9}],'
    '"timestamp":"2026-05-01T08:31:00Z"}}]}',
    '[{"startTime":"2026-05-01T08:00:00Z","endTime":"2026-05-01T09:00:00Z","activity":{"start":"geo:52.5,13.25","end":'
    '"geo:52.6,13.25","topCandidate":{"type":"walking","probability":"0.9"}},"timelinePath":[{"point":"geo:52.5,13.25",'
    '"durationMinutesOffsetFromStartTime":"5"}]}]',
    '{"timelineItems":[{"itemId":"a","isVisit":true,"startDate":"2026-05-01T08:00:00Z",'
    '"endDate":"2026-05-01T09:00:00Z","center":{'
    '"latitude":52.5,"longitude":13.25},"samples":[{"sampleId":"b","movingState":1,"date":799315200,'
    '"location":{"latitude":52.5,'
    '"longitude":13.25}}]}]}',
    '<?xml version="1.0"?><!DOCTYPE HealthData []><HealthData><Workout '
    'workoutActivityType="HKWorkoutActivityTypeWalking" '
    'startDate="2026-05-01 10:00:00 +0200" endDate="2026-05-01 11:00:00 +0200"/></HealthData>',
    "<kml><Placemark><gx:Track><when>2026-05-01T08:00:00Z</when><gx:coord>13.25 52.5 "
    "3</gx:coord></gx:Track></Placemark><Placemark>"
    "<TimeSpan><begin>2026-05-01T08:00:00Z</begin><end>2026-05-01T09:00:00Z</end></TimeSpan><LineString><coordinates>"
    "13,52 13,53"
    "</coordinates></LineString></Placemark></kml>",
    "<TrainingCenterDatabase><Activities><Activity "
    'Sport="Biking"><Trackpoint><Time>2026-05-01T08:00:00Z</Time><Position>'
    "<LatitudeDegrees>52.5</LatitudeDegrees><LongitudeDegrees>13.25</LongitudeDegrees></Position></Trackpoint>"
    "</Activity>"
    "</Activities></TrainingCenterDatabase>",
    "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n$GPGGA,123520,4807.038,N,01131.000,E,1,08,"
    "0.9,545.4,M,,,,\n",
]
# FIT without its end, whose checksum is not asked for: a definition with all kinds of fields, and records.
FIT = (
    bytes([12, 32, 84, 8, 0, 0, 0, 0])
    + b".FIT"
    + bytes([0x40, 0, 0, 20, 0, 4, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 2, 2, 0x84])
    + bytes([0])
    + (1_146_556_800).to_bytes(4, "little")
    + bytes([0, 0, 0, 37, 0, 0, 0, 9, 0, 10])
    + bytes([0x60, 0, 1, 0, 20, 2, 0, 4, 0x85, 1, 4, 0x85, 1, 0, 2, 0, 0x85, 37, 0, 0, 0, 9, 0, 0, 0, 1, 2])
)
PLACES = [
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":'
    "[[[0,0],[0.01,0],[0.01,0.01],[0,0.01],[0,0]],[[0.002,0.002],[0.002,0.003],[0.003,0.003],[0.002,0.002]]]},"
    '"properties":{"identifier":"a","alert":"dwell","dwell":60,"priority":true,"expiry":600,"category":"b",'
    '"hours":"Mo-Fr 08:00-18:00; 2026-12-25 off"}}]}',
    '{"features":[{"geometry":{"type":"MultiPolygon","coordinates":[[[[179.99,0],[180,0],[180,0.01],[179.99,0]]],'
    '[[[-180,0],[-179.99,0],[-180,0.01],[-180,0]]]]},"properties":{"identifier":"c","alert":"exit","cooldown":1}}]}',
    "id,lat,lon,alert,dwell,priority,expiry,cooldown,category,hours\na,1,2,dwell,60,false,1,2,b,Sa 22:00-02:00\n",
    '{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[13.4,'
    "52.5]},"
    '"properties":{"title":"G","radius":60,"story":{"identifier":"w","radius":3}}}],"stories":[{"identifier":"w",'
    '"radius":250}]}',
    'id,title,latitude,longitude,radius,story,story_radius\n"a,1",Gate,52.5,13.4,60,walls,250\nb,,1,2,,walls,\n',
]

POLICIES = [
    '{"gaitway":"gate-policy","version":1,"base":"gaitway","name":"x","short_cap":{"alerts":2,"window":60.5},'
    '"stale_after":null,'
    '"quiet_hours":{"from":"22:00","to":"07:00","time_zone":"Europe/Berlin"},"minimum_confidence":{"walking":"high"},'
    '"collapse_speed":1.5,"priority_stories":["a"],"pending_limit":3}',
    '{"gaitway":"gate-policy","version":1,"base":"here"}',
    '{"gaitway":"gate-state","version":2,"policy":"x","state":{"alerts":[1777636800000000000],"entries":1,'
    '"ignoredUntil":{"a":'
    '1777636900000000000},"latest":1777636800000000000,"motion":{"availability":"available","current":{"confidence":2,'
    '"delivered":'
    '1777636800000000000,"flags":8},"lastHeard":1777636800000000000},"storyAlerts":{},'
    '"waiting":[{"entered":1777636800000000000,'
    '"hasPriority":false,"number":1,"place":"b","reasons":["driving"]}]}}',
    '{"gaitway":"gate-state","version":2,"policy":"x","state":{"alerts":[],"entries":2,"ignoredUntil":{},'
    '"latest":1777636800000000000,'
    '"motion":{"availability":"unauthorised","stoppedDriving":1777636700000000000,"passengerUntil":1777637000000000000,'
    '"speed":{'
    '"told":1777636790000000000,"isFast":true,"isConfirmed":true,"lastDriven":1777636790000000000,'
    '"trail":[{"time":1777636780000000000,'
    '"latitude":52.5,"longitude":13.25,"accuracy":8},{"time":1777636790000000000,"latitude":52.501,"longitude":13.25,'
    '"accuracy":8}]}},'
    '"snoozedUntil":1777637100000000000,"storyAlerts":{"s":1777636600000000000},"waiting":[{"distance":12.5,'
    '"entered":1777636700000000000,'
    '"expiry":[32,9697216000000000000],"cooldown":[0,60000000000000000],"minimumDwell":[0,10],"hasPriority":true,'
    '"heldUntil":'
    '1777637100000000000,"hours":"Mo-Fr '
    '08:00-18:00","moment":"dwell","nearestOther":20015000,"number":1,"place":"b","reasons":["snoozed"],'
    '"speed":1.5,"story":"s"},{"entered":1777636800000000000,"hasPriority":false,"moment":"exit","number":2,'
    '"place":"c","reasons":[]}]}}',
]

TIMELINES = [
    '{"gaitway":"timeline","version":1,"items":[{"kind":"visit","start":"2026-05-01T08:00:00Z",'
    '"end":"2026-05-01T09:00:00Z","place":"p",'
    '"latitude":52.5,"longitude":13.25,"activities":[{"activity":"walking","start":"2026-05-01T08:10:00Z",'
    '"end":"2026-05-01T08:20:00Z"}]},'
    '{"kind":"move","start":"2026-05-01T09:00:00Z","end":"2026-05-01T09:10:00Z","sections":[{"activity":"cycling",'
    '"start":"2026-05-01T09:00:00Z",'
    '"end":"2026-05-01T09:10:00Z","evidence":"speed","distance":9.5,"path":[[[13.25,52.5,"2026-05-01T09:01:00Z",'
    "3.5]]]}]}],"
    '"places":[{"identifier":"p","latitude":52.5,"longitude":13.25,"radius":100,"name":"Home"}]}',
    '[{"date":"20260501","segments":[{"type":"place","startTime":"20260501T070000Z","endTime":"20260501T100000+0200",'
    '"place":{"id":7,"name":"A","location":{"lat":52.5,"lon":13.25}}},{"type":"move","startTime":"20260501T080000Z",'
    '"endTime":"20260501T081000Z",'
    '"activities":[{"activity":"trp","startTime":"20260501T080000Z","endTime":"20260501T080400Z","distance":900,'
    '"trackPoints":[{"lat":52.5,'
    '"lon":13.25,"time":"20260501T080100Z"}]}]},{"type":"off","startTime":"20260501T081000Z",'
    '"endTime":"20260501T081100Z"}]}]',
    '{"gaitway":"timeline-policy","version":1,"shortest_visit":60,"jump_confirmations":4}',
    "kind,start,end,class\nperiod,0,100,scripted\ntrip,10,50,\nsection,10,20,foot\nwait,20,30,\ntracked,0,90,\n",
    '{"data":[{"properties":{"start_ts":1,"end_ts":9},"features":[{"features":[{"properties":{"feature_type":"section",'
    '"start_ts":1,'
    '"end_ts":9,"sensed_mode":"MotionTypes.WALKING"}}]}]}]}',
    '{"data":{"label":{"evaluation_trips":[{"id":"t","legs":[{"id":"l","type":"TRAVEL","mode":"BUS"}]}]}}}',
    '[{"metadata":{"write_ts":1},"data":{"ts":1,"transition":"START_EVALUATION_TRIP","trip_id":"t","spec_id":"line"}},'
    '{"metadata":{"write_ts":2},"data":{"ts":5,"transition":"T_EXITED_GEOFENCE","trip_id":"t","spec_id":"line"}}]',
]


def example(page, opening):
    """The example of a page of the documentation: the indented lines from `opening` to the next empty one."""
    text = (ROOT / "Sources" / page).read_text()
    return (
        re.search(r"^    " + re.escape(opening) + r"(?:.+\n)+", text, re.M).group().replace("\n    ", "\n").strip()
        + "\n"
    )


CORRECTIONS = [
    example("GaitwayStore/CORRECTIONS.md", '{"gaitway":"corrections"'),
    '{"gaitway":"corrections","version":3,"corrections":[\n'
    '{"kind":"visit","from":"2026-05-01T12:20:00Z","to":"2026-05-01T12:50:00.5+00:00"},{"kind":"split",'
    '"at":"2026-05-01T12:30:00Z"},\n'
    '{"kind":"move","from":"2026-05-01T11:00:00Z","to":"2026-05-01T12:10:00Z"},\n'
    '{"kind":"activity","activity":"running","from":"2026-05-01T12:50:00Z","to":"2026-05-01T13:00:00Z"},\n'
    '{"kind":"name","place":{"latitude":52.52,"longitude":13.25,"at":"2026-05-01T13:10:00Z","identifier":"x"},'
    '"name":"Work"},\n'
    '{"kind":"same-place","place":{"latitude":52.5,"longitude":13.25},"into":{"latitude":52.52,"longitude":13.25}}]}',
    '{"gaitway":"corrections","version":3,"corrections":[{"kind":"name","place":"p52.50000N13.25000E","name":"H"},'
    '{"kind":"same-place","place":"moves-4711","into":"p52.52000N13.25000E"}]}',
]

SCENARIOS = [path.read_bytes() for path in sorted((ROOT / "Tests/NotificationGateTests/Scenarios").glob("*.txt"))]
SCENARIOS.append((ROOT / "Datasets/cab-ride.txt").read_bytes())

LABELS = [
    "place,from,to,label\nplace-0,2026-05-01T12:01:00Z,2026-05-01T12:09:00Z,wanted\nplace-3,700,1700,wanted\n*,0,600,"
    "unsafe\n",
    'label,to,from,place\r\nunwanted,1790,600,"place-4"\r\nwanted,1799.5,1700,place-5\r\n',
]


def exchange(cases=("total",), kernels=False, products=False, distance=True):
    """A model that another program might have fitted, of small whole numbers."""
    names = json.loads((ROOT / "Models/default.json").read_text())["features"]
    chosen, count = names[:2] if products else [], 3 if kernels else 0
    width = len(names) + len(chosen) * (len(chosen) + 1) // 2 + count
    parts = []
    for case in cases:
        part = {"case": case, "mean": [0] * len(names), "deviation": [1] * len(names)}
        part["weights"] = [[(row + column) % 3 - 1 for column in range(width)] for row in range(6)]
        part["intercepts"] = [0, 1, 0, 0, 0, -1]
        if products:
            part["products"] = chosen
        if kernels:
            part["kernels"] = {
                "numbers": [0, 100, 900],
                "thresholds": [0, 5, -5],
                "mean": [0.5] * 3,
                "deviation": [1] * 3,
            }
            part["calibration"] = {"scales": [1, 1, 1, 1, 1, 0.5], "offsets": [0] * 6}
        if distance:
            covariance = [[2, 1], [1, 2]]
            part["distance"] = {"features": names[:2], "means": [[0, 0]] * 5, "covariance": covariance, "limit": 9}
        parts.append(part)
    classes = "stationary walking running cycling automotive none".split()
    file = {
        "gaitway": "model-exchange",
        "version": 1,
        "name": "e",
        "schema": "motion-3",
        "classes": classes,
        "cases": parts,
    }
    if kernels:
        file["smoothing"] = {"stay": 0.95, "evidence": {"causal": 0.5, "lag": 0.5, "viterbi": 0.5}, "temperature": 1}
    return json.dumps(file, separators=(",", ":")).encode()


def scored(penalties=(0.01, 0.1), windows=12, speed=True):
    """A table of windows that another program scored."""
    lines = [
        "penalty,ride,window,start,data_set,fold,truth,refused,distance,speed,stationary,walking,running,cycling,"
        "automotive,none"
    ]
    classes = "stationary walking running cycling automotive none".split()
    for penalty in penalties:
        for number in range(windows):
            truth = classes[number // 2 % 6]
            shares = ["0.75" if name == truth else "0.05" for name in classes]
            lines.append(
                ",".join(
                    [
                        str(penalty),
                        str(number // 3),
                        str(number),
                        "%.2f" % (number * 2.56),
                        str(number % 2),
                        str(number % 3),
                        truth,
                    ]
                    + [str(int(number == 7)), "%.1f" % (number / 2), "%.1f" % (number % 5) if speed else ""]
                    + shares
                )
            )
    return ("\n".join(lines) + "\n").encode()


def patches(*parts):
    """Patches, each with a place and new bytes."""
    return b"".join(place.to_bytes(3, "big") + bytes([len(text)]) + text for place, text in parts)


def frame(text, code=1, last=True):
    """A WebSocket's frame as a client sends it."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2, "big")
    return (
        bytes([(0x80 if last else 0) | code])
        + size
        + b"\1\2\3\4"
        + bytes(byte ^ (1, 2, 3, 4)[place % 4] for place, byte in enumerate(text))
    )


PUSH = json.dumps(
    {
        "messageId": 7,
        "sessionId": "s",
        "deviceId": "d",
        "payload": [
            {"name": name, "time": 1777636800000000000 + row * 20000000, "values": {"z": 9.8, "x": row % 5, "y": -0.25}}
            for row in range(12)
            for name in ["accelerometer", "gravity", "gyroscope"]
        ]
        + [
            {"values": {"pressure": 1013.25}, "time": "1777636800500000000", "name": "barometer"},
            {
                "name": "location",
                "time": 1777636801000000000,
                "values": {
                    "latitude": 52.503,
                    "longitude": 13.25,
                    "speed": 2,
                    "bearing": 12,
                    "horizontalAccuracy": 4.5,
                    "altitude": 50,
                },
            },
        ],
    }
).encode()
SAMPLES = (
    '{"gaitway":"samples","version":1,"session":"s","device":"d","message":3}\n'
    + "".join(
        '{"sensor":"acceleration","time":%.2f,"x":0.5,"y":%d,"z":9.75}\n' % (1777636800 + row / 25, row % 3)
        for row in range(40)
    )
    + '{"sensor":"pressure","ns":1777636801000000000,"value":956.5}\n'
    + '{"sensor":"location","time":1777636801.5,"latitude":52.503,"longitude":13.25,"accuracy":5}\n'
).encode()
PHYPHOX = (
    '{"title":"x","inputs":[{"source":"accelerometer","outputs":[{"x":"a"},{"y":"b"},{"z":"c"},{"t":"t"}]},'
    '{"source":"pressure","outputs":['
    '{"x":"p"},{"t":"p time"}]}]}\n'
    + '{"buffer":{"t":{"buffer":[%s]},"a":{"buffer":[1,2,null,4]},"b":{"buffer":[4,null,6,1]},"c":{"buffer":[7,8,9,'
    '9.8]},"p":{"buffer":[]},'
    '"p time":{"buffer":[]}},"status":{"session":"ab","measuring":true}}\n'
    * 2
    % ("0.5,0.51,0.52,0.53", "1e0,1.01,1.02,99")
).encode()
FRAMES = frame(SAMPLES[:300], last=False) + frame(b"", 9) + frame(SAMPLES[300:], 0) + frame(b"\3\xe8", 8)
REQUESTS = [
    b"POST /push?token=x%%3Dy HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(PUSH) + PUSH,
    b"POST /samples HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(SAMPLES)
    + SAMPLES
    + b"\r\n0\r\nA: b\r\n\r\n",
    b"GET /samples HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
    b"13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" + FRAMES,
    b"POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9223372036854775807\r\n\r\n{}",
    b"POST /push HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: "
    b"chunked\r\n\r\n7fffffffffffffff\r\n{}\r\nffffffffffffffffff\r\n",
    b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nGET http://localhost/sessions HTTP/1.1\r\nHost: localhost\r\n\r\n",
]

SEEDS = {
    # Two bytes choose the kind of log and the options.
    "sensor-log": [("00" + text).encode() for text in TABLES]
    + [("10" + text).encode() for text in [PUSHED, *JSON_TABLES]]
    + [("20" + text).encode() for text in EXPORTS],
    # Where a part is replaced, how long it is, by what.
    "activity-model": [
        bytes([0, 0, position >> 8, position & 255, 0, length]) + text
        for position, length, text in [(0, 0, b""), (300, 1, b"7"), (9000, 4, b"1e9"), (60000, 20, b'"x" : [1, null]')]
    ],
    "manifest": [text.encode() for text in MANIFESTS],
    # The kind of input, then the pieces of it.
    "long-inputs": [
        bytes([0, 2, 0, 0x80, 17, 11, 17, 9, 1, 0, 17]),
        bytes([0, 1, 7, 2, 20, 13, 16, 0x31, 5, 5, 19, 14, 9]),
        bytes([1, 6, 3, 0, 13, 7, 2, 0x81, 8, 12, 22, 1, 14]),
        bytes([2, 99, 50]),
        bytes([2, 70, 3, 98, 81]),
        bytes([3, 1, 90, 83, 46]),
        bytes([3, 98, 97, 36]),
        bytes([4, 60, 90, 83, 46, 71]),
        bytes([4, 99, 98, 7]),
        bytes([5, 1, 90, 83, 46]),
        bytes([5, 98, 60, 36, 97]),
        bytes([5, 99, 96]),
    ],
    "track": [text.encode() for text in TRACKS] + [FIT, packed({"a/Records.json": TRACKS[10].encode(), "b.fit": FIT})],
    "gate": [text.encode() for text in POLICIES],
    "gate-scenario": SCENARIOS,
    "alert-labels": [text.encode() for text in LABELS],
    "corrections": [text.encode() for text in CORRECTIONS],
    "exchange-model": [
        exchange(),
        exchange(distance=False, products=True),
        exchange(kernels=True),
        exchange(cases=("slow", "linear"), distance=False),
    ],
    "scored-table": [scored(), scored((0.1,), 20, False)],
    # The first byte chooses the state that is changed.
    "recognizer-state": [
        bytes([state]) + patches((place, text))
        for state in range(8)
        for place, text in [(0, b""), (100 * state, b"\x01"), (2000, b"\xff" * 8), (4000 + state, b"\0" * 8)]
    ],
    # The first byte says whether the pages are sealed again; a page has 4096 bytes, and its cells stand at its end.
    "store": [
        bytes([0]) + patches((4096 * page - offset, b"\x7f\xff")) for page in range(2, 50, 3) for offset in (20, 200)
    ],
    # Four bytes a change: the table and what is done, the column or the schema, the row, the value.
    "store-rows": [bytes([6, schema, 0, 0]) for schema in range(29)]
    + [bytes([8 * table, column, 1, 4 + column]) for table in range(16) for column in range(6)],
    # The first byte chooses what the rest is.
    "tracker-request": [
        b'\0[{"_type":"location","lat":47.1,"lon":8.2,"tst":1789999000,"acc":9,"motionactivities":["walking"]}]',
        b'\1{"locations":[{"geometry":{"coordinates":[8.2,47.1]},"properties":{"timestamp":1789999000,"speed":1}}]}',
        b"\2lat=47.1&lon=8.2&time=2026-09-21T14:00:00Z&acc=9&spd=1.5",
        b"\3lat=47.1&lon=8.2&timestamp=1789999000000&hdop=9&device=a%20b",
    ],
    "live-messages": [
        b"0" + PUSH,
        b"1" + SAMPLES[:1500] + b"\0" + SAMPLES[1500:],
        b"2" + bytes(range(256)),
        b"3" + PHYPHOX,
    ],
    # The first byte chooses what the rest is; the second says where the input is cut in two.
    "live-frames": [
        b"\0\x50" + FRAMES,
        b"\0\x08" + frame(b"x", 1, last=False) + bytes([0x80, 0xFF]) + b"\x7f" + b"\xff" * 7 + b"\0" * 4,
    ]
    + [bytes([1 + 2 * limit]) + bytes(range(0, 256, 7)) for limit in range(12)],
    # The first byte says where the input is cut in two.
    "live-request": [b"\x90" + request for request in REQUESTS],
    "places": [text.encode() for text in PLACES],
    "timeline": [text.encode() for text in TIMELINES],
    "zone-rules": [
        (pathlib.Path("/usr/share/zoneinfo") / name).read_bytes()
        for name in ("UTC", "Asia/Kathmandu", "Pacific/Apia", "America/Scoresbysund")
    ],
    "zip-archive": [
        archive(zipfile.ZIP_STORED),
        archive(zipfile.ZIP_DEFLATED, comment=b"a comment"),
        archive(zipfile.ZIP_DEFLATED, wide=True),
        archive(zipfile.ZIP_DEFLATED, piped=True),
    ],
    # The first byte chooses where the input is cut in two.
    "activity-stream": [
        ("0" + text).encode()
        for text in [
            HEADER + REPORT + FOOTER,
            HEADER + UNKNOWN + HEADER + FOOTER,
            TABLE,
            THIRD_HEADER + THIRD_REPORT + FOOTER,
            THIRD_TABLE,
            "# " + THIRD_HEADER + THIRD_TABLE + "# " + FOOTER,
        ]
    ],
}

for target, seeds in SEEDS.items():
    folder = pathlib.Path(__file__).parent / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (folder / f"seed-{number}").write_bytes(seed)
