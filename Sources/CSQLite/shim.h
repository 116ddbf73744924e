/* SPDX-License-Identifier: Apache-2.0 */
#include <sqlite3.h>

/// Forbids SQL to change the file's structure past SQLite (SQLITE_DBCONFIG_DEFENSIVE), and functions that could do harm
/// in the schema of a file (SQLITE_DBCONFIG_TRUSTED_SCHEMA). Swift cannot call sqlite3_db_config, which takes any
/// number of arguments.
static inline int gaitway_distrust(sqlite3 *db) {
    int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (void *)0);
    return code != SQLITE_OK ? code : sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (void *)0);
}

/// Whether both are so.
static inline int gaitway_is_distrusted(sqlite3 *db) {
    int defensive = 0, trusted = 1;
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, -1, &defensive);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, -1, &trusted);
    return defensive == 1 && trusted == 0;
}
