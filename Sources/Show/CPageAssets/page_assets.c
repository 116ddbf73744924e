/* SPDX-License-Identifier: Apache-2.0 */
/* Why C: its compiler copies files into the program as they are, so that scripts and style sheets stay files of their own
   kind, which editors and browsers know. */
#include "page_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_css[] = {
#embed "../Pages/Assets/page.css"
};
static const unsigned char kit_js[] = {
#embed "../Pages/Assets/kit.js"
};
static const unsigned char axis_js[] = {
#embed "../Pages/Assets/axis.js"
,
#embed "../Pages/Assets/lanes.js"
};
static const unsigned char axis_css[] = {
#embed "../Pages/Assets/axis.css"
};
static const unsigned char map_js[] = {
#embed "../Pages/Assets/map-view.js"
,
#embed "../Pages/Assets/map-land.js"
,
#embed "../Pages/Assets/map-tiles.js"
,
#embed "../Pages/Assets/map-drawing.js"
,
#embed "../Pages/Assets/map.js"
};
static const unsigned char map_css[] = {
#embed "../Pages/Assets/map.css"
};
static const unsigned char ride_js[] = {
#embed "../Pages/Assets/ride-series.js"
,
#embed "../Pages/Assets/ride-lanes.js"
,
#embed "../Pages/Assets/ride-motion.js"
,
#embed "../Pages/Assets/ride-truth.js"
,
#embed "../Pages/Assets/ride-readout.js"
,
#embed "../Pages/Assets/ride-table.js"
,
#embed "../Pages/Assets/ride-player.js"
,
#embed "../Pages/Assets/ride.js"
};
static const unsigned char ride_css[] = {
#embed "../Pages/Assets/ride.css"
};
static const unsigned char ride_labels_js[] = {
#embed "../Pages/Assets/ride-labels.js"
};
static const unsigned char ride_labels_css[] = {
#embed "../Pages/Assets/ride-labels.css"
};
static const unsigned char day_js[] = {
#embed "../Pages/Assets/day-rows.js"
,
#embed "../Pages/Assets/day-calendar.js"
,
#embed "../Pages/Assets/day.js"
};
static const unsigned char day_start_js[] = {
#embed "../Pages/Assets/day-start.js"
};
static const unsigned char day_css[] = {
#embed "../Pages/Assets/day.css"
};
static const unsigned char run_js[] = {
#embed "../Pages/Assets/run-shapes.js"
,
#embed "../Pages/Assets/run-record.js"
,
#embed "../Pages/Assets/run-lanes.js"
,
#embed "../Pages/Assets/run-table.js"
,
#embed "../Pages/Assets/run.js"
};
static const unsigned char run_css[] = {
#embed "../Pages/Assets/run.css"
};
static const unsigned char live_js[] = {
#embed "../Pages/Assets/live-phone.js"
,
#embed "../Pages/Assets/live.js"
};
static const unsigned char live_css[] = {
#embed "../Pages/Assets/live.css"
};
static const unsigned char workspace_js[] = {
#embed "../Pages/Assets/workspace.js"
,
#embed "../Pages/Assets/workspace-shell.js"
};
static const unsigned char workspace_css[] = {
#embed "../Pages/Assets/workspace.css"
};
static const unsigned char rooms_js[] = {
#embed "../Pages/Assets/workspace-phone-parts.js"
,
#embed "../Pages/Assets/workspace-phones.js"
,
#embed "../Pages/Assets/rides-library.js"
,
#embed "../Pages/Assets/rides-list.js"
,
#embed "../Pages/Assets/rides-panel.js"
,
#embed "../Pages/Assets/rides-upload.js"
,
#embed "../Pages/Assets/workspace-trackers.js"
,
#embed "../Pages/Assets/rides-next.js"
,
#embed "../Pages/Assets/window-map-view.js"
,
#embed "../Pages/Assets/window-map.js"
,
#embed "../Pages/Assets/rides-room.js"
,
#embed "../Pages/Assets/models-room.js"
,
#embed "../Pages/Assets/alerts-place-feature.js"
,
#embed "../Pages/Assets/alerts-decisions.js"
,
#embed "../Pages/Assets/alerts-place-map.js"
,
#embed "../Pages/Assets/alerts-places.js"
,
#embed "../Pages/Assets/alerts-policy.js"
,
#embed "../Pages/Assets/alerts-room.js"
,
#embed "../Pages/Assets/days-room.js"
,
#embed "../Pages/Assets/days-handles.js"
,
#embed "../Pages/Assets/days-radius.js"
,
#embed "../Pages/Assets/days-edit.js"
,
#embed "../Pages/Assets/days-day.js"
,
#embed "../Pages/Assets/days-place.js"
,
#embed "../Pages/Assets/days-places.js"
,
#embed "../Pages/Assets/days-heat.js"
,
#embed "../Pages/Assets/days-charts.js"
,
#embed "../Pages/Assets/days-years.js"
,
#embed "../Pages/Assets/days-doubts.js"
,
#embed "../Pages/Assets/days-privacy.js"
,
#embed "../Pages/Assets/workspace-start.js"
};
static const unsigned char rooms_css[] = {
#embed "../Pages/Assets/workspace-phones.css"
,
#embed "../Pages/Assets/rides.css"
,
#embed "../Pages/Assets/models-room.css"
,
#embed "../Pages/Assets/alerts-room.css"
,
#embed "../Pages/Assets/days-room.css"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} assets[] = {
    {"page.css", page_css, sizeof page_css},
    {"kit.js", kit_js, sizeof kit_js},
    {"axis.js", axis_js, sizeof axis_js},
    {"axis.css", axis_css, sizeof axis_css},
    {"map.js", map_js, sizeof map_js},
    {"map.css", map_css, sizeof map_css},
    {"ride.js", ride_js, sizeof ride_js},
    {"ride.css", ride_css, sizeof ride_css},
    {"ride-labels.js", ride_labels_js, sizeof ride_labels_js},
    {"ride-labels.css", ride_labels_css, sizeof ride_labels_css},
    {"day.js", day_js, sizeof day_js},
    {"day-start.js", day_start_js, sizeof day_start_js},
    {"day.css", day_css, sizeof day_css},
    {"run.js", run_js, sizeof run_js},
    {"run.css", run_css, sizeof run_css},
    {"live.js", live_js, sizeof live_js},
    {"live.css", live_css, sizeof live_css},
    {"workspace.js", workspace_js, sizeof workspace_js},
    {"workspace.css", workspace_css, sizeof workspace_css},
    {"rooms.js", rooms_js, sizeof rooms_js},
    {"rooms.css", rooms_css, sizeof rooms_css},
};

static size_t count(void) { return sizeof assets / sizeof assets[0]; }

const char *gaitway_page_asset_name(size_t number) { return number < count() ? assets[number].name : NULL; }
const unsigned char *gaitway_page_asset_bytes(size_t number) { return number < count() ? assets[number].bytes : NULL; }
size_t gaitway_page_asset_size(size_t number) { return number < count() ? assets[number].size : 0; }
