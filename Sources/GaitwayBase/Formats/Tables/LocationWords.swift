// SPDX-License-Identifier: Apache-2.0
/// The headings and keys of location files beside those of ``ColumnName``, the best first.
package enum LocationWords {
    /// Stems of columns of times. Those of the wall clock come first, since a track is joined with others by it, and
    /// those that state UTC before them.
    package static let times = [
        "fixtime", "utctime", "timeutc", "datetimeutc", "timestamputc", "gpstime", "utc", "time", "zeit", "uhrzeit",
        "heure", "hora", "ora", "tijd", "timestamp", "zeitstempel", "horodatage", "timestampms", "datetime",
        "fechahora", "fechayhora", "dataora", "datumtijd", "datumuhrzeit", "recordedat", "createdat", "locationtime",
        "devicetime", "lastupdated", "lastchanged", "unixtime", "unixtimestamp", "unix", "epoch", "epochtime", "tst",
        "ts", "localtime", "date", "firstseen", "datetimeoriginal", "gpsdatetime", "createdate", "eventtime",
        "starttimestamp", "starttime",
    ]
    /// Stems of columns of dates, for a column of times that has only the clock.
    package static let dates = [
        "utcdate", "dateutc", "gpsdate", "date", "datum", "fecha", "data", "jour", "giorno", "localdate",
    ]
    /// Stems of columns with N or S, and with E or W.
    package static let hemispheres = (
        latitude: ["ns", "latdir", "latitudedir", "latref", "latituderef", "gpslatituderef", "latitudehemisphere"],
        longitude: ["ew", "londir", "longitudedir", "lonref", "longituderef", "gpslongituderef", "longitudehemisphere"]
    )
    /// Stems of columns that name the device or the person.
    package static let devices = [
        "device", "deviceid", "devicename", "deviceuuid", "trackerid", "tid", "userid", "user", "entityid",
        "individuallocalidentifier",
    ]
    /// Keys of times in JSON.
    package static let timeKeys = [
        "timestamp", "time", "fixTime", "deviceTime", "recordedAt", "recorded_at", "datetime", "dateTime", "date",
        "last_updated", "last_changed", "tst", "lu", "timestampMs", "timestamp_ms", "createdAt", "created_at", "when",
        "ts", "utc", "unix_time", "epoch", "locationTime", "location_time", "gps_time", "start_time",
        "creation_timestamp", "timeStamp", "startTimestamp", "at",
    ]
}
