// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase

/// The tables of a store. STORE.md describes them.
enum StoreSchema {
    /// "GAIT" in ASCII: marks a store among databases of other programs.
    static let applicationIdentifier: Int32 = 0x4741_4954

    /// The version of the format, which is the last row of table `grdb_migrations`.
    private static let version = 8

    /// The only virtual table, as SQLite keeps it.
    static let placeArea = "CREATE VIRTUAL TABLE placeArea USING rtree(id, south, north, west, east)"

    /// The row of table `timeline` for the items that are derived from fixes and reports.
    static let derivedTimeline: Int64 = 0

    /// Makes the tables in an empty database.
    static func create(_ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationIdentifier)")
        for part in [versions, inputs, places, timelines, corrections] { try db.execute(sql: part) }
    }

    /// Refuses a store of another version.
    static func checkVersion(_ db: Database) throws {
        let stated = try Int.fetchOne(db, sql: "SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations") ?? 0
        guard stated != version else { return }
        throw InputError.unsupported(
            "the store has version \(stated); this build reads version \(version)",
            remedy: "use the gaitway that wrote it, or add the logs to a new store")
    }

    /// The name of the table and of its column are those of stores that were made before.
    private static let versions = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES (\(version));
        """

    private static let inputs = """
        CREATE TABLE input (
            id INTEGER PRIMARY KEY, source TEXT NOT NULL, fixes INTEGER NOT NULL, reports INTEGER NOT NULL,
            items INTEGER NOT NULL, isTracked INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        -- rank: 0 recorded, 1 of a location history, 2 derived by an app.
        CREATE TABLE fix (
            time INTEGER NOT NULL, latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180), altitude REAL, speed REAL, course REAL,
            accuracy REAL, input INTEGER, rank INTEGER NOT NULL DEFAULT 0 CHECK (rank BETWEEN 0 AND 2),
            PRIMARY KEY (time, latitude, longitude)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fix_on_rank ON fix (rank, time) WHERE rank > 0;
        -- A report of a rank above 0 counts if none of a lower rank lies between windowStart and windowEnd.
        CREATE TABLE phoneReport (
            time INTEGER NOT NULL, flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 63),
            confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 2), input INTEGER,
            rank INTEGER NOT NULL DEFAULT 0 CHECK (rank BETWEEN 0 AND 2), windowStart INTEGER, windowEnd INTEGER,
            PRIMARY KEY (time, flags, confidence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX phoneReport_on_rank ON phoneReport (rank, time) WHERE rank > 0;
        CREATE TABLE stream (
            id INTEGER PRIMARY KEY, model TEXT NOT NULL, startTime INTEGER NOT NULL, endTime INTEGER NOT NULL,
            input INTEGER, CHECK (startTime <= endTime)
        ) STRICT;
        CREATE TABLE streamReport (
            stream INTEGER NOT NULL REFERENCES stream (id) ON DELETE CASCADE, time INTEGER NOT NULL,
            flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 63),
            confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 2),
            PRIMARY KEY (time, stream, flags, confidence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX streamReport_on_stream ON streamReport (stream);
        CREATE TABLE streamSteps (
            stream INTEGER NOT NULL REFERENCES stream (id) ON DELETE CASCADE, startTime INTEGER NOT NULL,
            endTime INTEGER NOT NULL, steps INTEGER NOT NULL CHECK (steps >= 0),
            PRIMARY KEY (stream, startTime), CHECK (startTime < endTime)
        ) STRICT, WITHOUT ROWID;
        """

    private static let places = """
        -- foundedTime: the begin of the first visit to the place; NULL for an imported place.
        CREATE TABLE place (
            id INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, latitude REAL NOT NULL, longitude REAL NOT NULL,
            radius REAL NOT NULL, name TEXT, foundedTime INTEGER
        ) STRICT;
        CREATE INDEX place_on_foundedTime ON place (foundedTime);
        \(placeArea);
        -- Places of imported timelines, as they are there.
        CREATE TABLE givenPlace (
            id INTEGER PRIMARY KEY, identifier TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
            radius REAL NOT NULL, name TEXT, place INTEGER REFERENCES place (id), input INTEGER
        ) STRICT;
        CREATE INDEX givenPlace_on_identifier ON givenPlace (identifier);
        """

    private static let timelines = """
        \(ForgottenTable.creation);
        CREATE TABLE timeline (id INTEGER PRIMARY KEY, policy TEXT, input INTEGER) STRICT;
        INSERT INTO timeline (id) VALUES (\(derivedTimeline));
        -- givenPlace: the place's identifier in a visit of an imported timeline.
        CREATE TABLE item (
            id INTEGER PRIMARY KEY, timeline INTEGER NOT NULL REFERENCES timeline (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('visit', 'move', 'gap')), startTime INTEGER NOT NULL,
            endTime INTEGER NOT NULL, isOngoing INTEGER NOT NULL, settledTime INTEGER, latitude REAL, longitude REAL,
            spread REAL, fixCount INTEGER, longestSilence REAL, place INTEGER REFERENCES place (id),
            displacement REAL, givenPlace TEXT, isConfirmed INTEGER NOT NULL DEFAULT 0,
            steps INTEGER CHECK (steps >= 0), UNIQUE (timeline, startTime), CHECK (startTime < endTime),
            CHECK ((kind = 'visit') = (latitude IS NOT NULL AND longitude IS NOT NULL AND place IS NOT NULL))
        ) STRICT;
        CREATE INDEX item_on_place ON item (place);
        CREATE TABLE visitActivity (
            item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            activity TEXT NOT NULL, startTime INTEGER NOT NULL, endTime INTEGER NOT NULL, PRIMARY KEY (item, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE section (
            id INTEGER PRIMARY KEY, item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            number INTEGER NOT NULL, activity TEXT NOT NULL, evidence TEXT NOT NULL, startTime INTEGER NOT NULL,
            endTime INTEGER NOT NULL, distance REAL, unobservedDistance REAL, maximumSpeed REAL, vehicle TEXT,
            steps INTEGER CHECK (steps >= 0), probability REAL CHECK (probability BETWEEN 0 AND 1),
            UNIQUE (item, number)
        ) STRICT;
        CREATE TABLE shortStop (
            item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            startTime INTEGER NOT NULL, endTime INTEGER NOT NULL,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180), spread REAL NOT NULL,
            fixCount INTEGER NOT NULL, longestSilence REAL NOT NULL,
            isTold INTEGER NOT NULL CHECK (isTold BETWEEN 0 AND 1),
            PRIMARY KEY (item, number), CHECK (startTime < endTime)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX section_on_activity ON section (activity);
        CREATE TABLE pathPoint (
            section INTEGER NOT NULL REFERENCES section (id) ON DELETE CASCADE, piece INTEGER NOT NULL,
            number INTEGER NOT NULL, time INTEGER NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
            altitude REAL, PRIMARY KEY (section, piece, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// A number is never used twice, so that a printed one keeps its meaning.
    private static let corrections = """
        CREATE TABLE correction (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, startTime INTEGER, endTime INTEGER,
            atTime INTEGER, toTime INTEGER, activity TEXT, vehicle TEXT, name TEXT, radius REAL,
            placeLatitude REAL, placeLongitude REAL, placeTime INTEGER, placeIdentifier TEXT,
            intoLatitude REAL, intoLongitude REAL, intoTime INTEGER, intoIdentifier TEXT, path TEXT,
            CHECK (CASE kind
                WHEN 'activity' THEN startTime < endTime AND activity IS NOT NULL
                WHEN 'vehicle' THEN startTime < endTime AND vehicle IS NOT NULL
                WHEN 'split' THEN startTime = endTime
                WHEN 'visit' THEN startTime < endTime
                WHEN 'move' THEN startTime < endTime
                WHEN 'gap' THEN startTime < endTime
                WHEN 'trip' THEN startTime < endTime AND activity IS NOT NULL AND path IS NOT NULL
                WHEN 'stay' THEN startTime < endTime AND coalesce(placeLatitude, placeIdentifier) IS NOT NULL
                WHEN 'boundary' THEN startTime < endTime AND atTime <> toTime
                WHEN 'name' THEN name IS NOT NULL AND coalesce(placeLatitude, placeIdentifier) IS NOT NULL
                WHEN 'radius' THEN radius > 0 AND coalesce(placeLatitude, placeIdentifier) IS NOT NULL
                WHEN 'place' THEN coalesce(placeLatitude, placeIdentifier) IS NOT NULL
                    AND coalesce(intoLatitude, intoIdentifier) IS NOT NULL
                END IS TRUE)
        ) STRICT;
        """
}
