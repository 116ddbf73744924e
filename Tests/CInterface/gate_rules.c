/* SPDX-License-Identifier: Apache-2.0 */
/* The gate with fixes, exits, dwells, hours, categories and the rules of places. */
#include <math.h>

#include "expect.h"

static const int64_t second = 1000000000;
/* Friday, 1 May 2026, 12:00 UTC. */
static const int64_t start = 1777636800LL * 1000000000;

static const char *policy =
    "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"gaitway\",\"collapse_window\":0,\"time_zone\":\"UTC\","
    "\"short_cap\":{\"alerts\":1,\"window\":3600},\"categories\":{\"cafe\":{\"hours\":\"Mo-Fr 12:30-18:00\"},"
    "\"hazard\":{\"priority\":true},\"bench\":{\"minimum_dwell\":120}}}";

/* A gate that knows that the person walks. */
static gaitway_gate *walking(void) {
    gaitway_gate *gate = NULL;
    gaitway_report report;
    memset(&report, 0, sizeof report);
    report.flags = GAITWAY_FLAG_WALKING, report.confidence = GAITWAY_CONFIDENCE_HIGH;
    GOOD(gaitway_gate_create_policy(policy, strlen(policy), "policy.json", &gate));
    GOOD(gaitway_gate_report(gate, start, &report));
    return gate;
}

static gaitway_entry entry_of(const char *place) {
    gaitway_entry entry = GAITWAY_ENTRY_INIT(place);
    entry.nearest_other = INFINITY;
    return entry;
}

/* The decisions up to a moment have a part, or have none of it. */
static int decides(gaitway_gate *gate, int64_t seconds, const char *part) {
    char *text = NULL;
    GOOD(gaitway_gate_advance(gate, start + seconds * second));
    GOOD(gaitway_gate_take_decisions(gate, &text));
    int found = text != NULL && strstr(text, part) != NULL;
    gaitway_free(text);
    return found;
}

static const char *const deliver = "\"decision\":\"deliver\"";

static void fixes(void) {
    gaitway_gate *gate = walking();
    gaitway_entry entry = entry_of("bridge");
    gaitway_fix fix = {0, 48.1, 11.5, NAN, 30, NAN, 8};
    GOOD(gaitway_gate_fix(gate, start + second, &fix));
    GOOD(gaitway_gate_enter(gate, start + 2 * second, &entry));
    EXPECT(decides(gate, 3, "vehicle-speed"));
    fix.speed = 1;
    GOOD(gaitway_gate_fix(gate, start + 10 * second, &fix));
    EXPECT(decides(gate, 11, deliver));
    fix.latitude = 95;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_fix(gate, start + 11 * second, &fix));
    EXPECT(says("fix is at 95"));
    fix.latitude = NAN;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_fix(gate, start + 11 * second, &fix));
    fix.latitude = 48, fix.accuracy = INFINITY;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_fix(gate, start + 11 * second, &fix));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_fix(gate, start + 11 * second, NULL));
    fix.accuracy = -1;
    STATUS(GAITWAY_ERROR_ORDER, gaitway_gate_fix(gate, start, &fix));
    GOOD(gaitway_gate_free(gate));
}

static void exits(void) {
    gaitway_gate *gate = walking();
    gaitway_entry entry = entry_of("shop");
    entry.alert = GAITWAY_ALERT_EXIT;
    GOOD(gaitway_gate_enter(gate, start + second, &entry));
    EXPECT(decides(gate, 2, deliver));
    /* The next one waits for the cap, and ends as the person comes back. */
    entry.place = "library";
    GOOD(gaitway_gate_enter(gate, start + 3 * second, &entry));
    EXPECT(!decides(gate, 60, deliver));
    GOOD(gaitway_gate_come_back(gate, start + 61 * second, "library"));
    EXPECT(decides(gate, 62, "came-back"));
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_come_back(gate, start + 63 * second, NULL));
    entry.alert = 3;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_enter(gate, start + 63 * second, &entry));
    GOOD(gaitway_gate_free(gate));
}

static void dwells(void) {
    gaitway_gate *gate = walking();
    gaitway_entry entry = entry_of("garden");
    entry.category = "bench";
    GOOD(gaitway_gate_enter(gate, start + second, &entry));
    EXPECT(!decides(gate, 120, deliver));
    EXPECT(decides(gate, 121, deliver));
    GOOD(gaitway_gate_free(gate));
    gate = walking();
    entry.category = NULL, entry.alert = GAITWAY_ALERT_DWELL;
    GOOD(gaitway_gate_enter(gate, start + second, &entry));
    EXPECT(decides(gate, 2, deliver));
    GOOD(gaitway_gate_free(gate));
}

static void hours(void) {
    for (int i = 0; i < 2; i++) {
        gaitway_gate *gate = walking();
        gaitway_entry entry = entry_of("corner");
        if (i == 0) entry.category = "cafe";
        if (i == 1) entry.hours = "Fr 12:30-13:00";
        GOOD(gaitway_gate_enter(gate, start + 300 * second, &entry));
        /* Reports repeat, so that the source does not go stale. */
        EXPECT(!decides(gate, 1799, deliver));
        EXPECT(decides(gate, 1800, deliver));
        entry.hours = "someday";
        STATUS(GAITWAY_ERROR_MALFORMED, gaitway_gate_enter(gate, start + 1801 * second, &entry));
        EXPECT(says("someday"));
        GOOD(gaitway_gate_free(gate));
    }
}

static void rules(void) {
    gaitway_gate *gate = walking();
    gaitway_entry entry = entry_of("first");
    entry.rules = GAITWAY_RULE_COOLDOWN, entry.cooldown = 60;
    GOOD(gaitway_gate_enter(gate, start + second, &entry));
    EXPECT(decides(gate, 2, deliver));
    GOOD(gaitway_gate_exit(gate, start + 3 * second, "first"));
    /* A hazard passes the cap, and its place can take that back. */
    entry = entry_of("hazard");
    entry.category = "hazard", entry.rules = GAITWAY_RULE_PRIORITY, entry.has_priority = 0;
    GOOD(gaitway_gate_enter(gate, start + 4 * second, &entry));
    EXPECT(!decides(gate, 5, deliver));
    entry.place = "other hazard", entry.rules = 0;
    GOOD(gaitway_gate_enter(gate, start + 6 * second, &entry));
    EXPECT(decides(gate, 7, deliver));
    /* One that expires after 30 s ends while the cap holds it. */
    entry = entry_of("brief");
    entry.rules = GAITWAY_RULE_EXPIRY, entry.expiry = 30;
    GOOD(gaitway_gate_enter(gate, start + 8 * second, &entry));
    EXPECT(!decides(gate, 37, "brief\",\"decision\":\"drop"));
    EXPECT(decides(gate, 38, "expired"));
    /* After its own cooldown, the first place alerts again, when the cap has a slot. */
    entry = entry_of("first");
    GOOD(gaitway_gate_enter(gate, start + 3700 * second, &entry));
    EXPECT(decides(gate, 3701, deliver));
    entry.rules = 1 << 3;
    STATUS(GAITWAY_ERROR_ARGUMENT, gaitway_gate_enter(gate, start + 3702 * second, &entry));
    entry.rules = GAITWAY_RULE_EXPIRY, entry.expiry = NAN;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_enter(gate, start + 3702 * second, &entry));
    entry.expiry = -1;
    STATUS(GAITWAY_ERROR_VALUE, gaitway_gate_enter(gate, start + 3702 * second, &entry));
    GOOD(gaitway_gate_free(gate));
}

int main(void) {
    fixes();
    exits();
    dwells();
    hours();
    rules();
    return summary("gate_rules");
}
