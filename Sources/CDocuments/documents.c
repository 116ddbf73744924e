/* SPDX-License-Identifier: Apache-2.0 */
/* Why C: its compiler copies files into the program as they are. */
#include "documents.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char policy[] = {
#embed "../GaitwayAlerts/NotificationGate/POLICY.md"
};
static const unsigned char scenarios[] = {
#embed "../GaitwayAlerts/NotificationGate/SCENARIOS.md"
};
static const unsigned char places_file[] = {
#embed "../GaitwayAlerts/Geofencing/PLACES.md"
};
static const unsigned char timeline_policy[] = {
#embed "../GaitwayTimeline/Timeline/POLICY.md"
};
static const unsigned char corrections[] = {
#embed "../GaitwayStore/CORRECTIONS.md"
};
static const unsigned char stream[] = {
#embed "../GaitwayRecognition/ActivityStream/FORMAT.md"
};
static const unsigned char exchange[] = {
#embed "../../Models/EXCHANGE.md"
};
static const unsigned char export[] = {
#embed "../../Models/EXPORT.md"
};

static const gaitway_embedded_file documents[] = {
    {"policy", policy, sizeof policy},
    {"scenarios", scenarios, sizeof scenarios},
    {"places-file", places_file, sizeof places_file},
    {"timeline-policy", timeline_policy, sizeof timeline_policy},
    {"corrections", corrections, sizeof corrections},
    {"stream", stream, sizeof stream},
    {"exchange", exchange, sizeof exchange},
    {"export", export, sizeof export},
};

GAITWAY_EMBEDDED_FILES(gaitway_document, documents)
