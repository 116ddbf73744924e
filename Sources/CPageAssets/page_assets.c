/* SPDX-License-Identifier: Apache-2.0 */
/* Why C: its compiler copies files into the program as they are, so that scripts and style sheets stay files of their own
   kind, which editors and browsers know. */
#include "page_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_css[] = {
#embed "../GaitwayPages/Assets/page.css"
};
static const unsigned char kit_js[] = {
#embed "../GaitwayPages/Assets/kit.js"
};
static const unsigned char axis_js[] = {
#embed "../GaitwayPages/Assets/axis.js"
,
#embed "../GaitwayPages/Assets/lanes.js"
};
static const unsigned char axis_css[] = {
#embed "../GaitwayPages/Assets/axis.css"
};
static const unsigned char map_js[] = {
#embed "../GaitwayPages/Assets/map-view.js"
,
#embed "../GaitwayPages/Assets/map-land.js"
,
#embed "../GaitwayPages/Assets/map-tiles.js"
,
#embed "../GaitwayPages/Assets/map-streets.js"
,
#embed "../GaitwayPages/Assets/map-drawing.js"
,
#embed "../GaitwayPages/Assets/map.js"
};
static const unsigned char map_css[] = {
#embed "../GaitwayPages/Assets/map.css"
};
static const unsigned char ride_js[] = {
#embed "../GaitwayPages/Assets/ride-series.js"
,
#embed "../GaitwayPages/Assets/ride-lanes.js"
,
#embed "../GaitwayPages/Assets/ride-motion.js"
,
#embed "../GaitwayPages/Assets/ride-truth.js"
,
#embed "../GaitwayPages/Assets/ride-readout.js"
,
#embed "../GaitwayPages/Assets/ride-table.js"
,
#embed "../GaitwayPages/Assets/ride-player.js"
,
#embed "../GaitwayPages/Assets/ride.js"
};
static const unsigned char ride_css[] = {
#embed "../GaitwayPages/Assets/ride.css"
};
static const unsigned char ride_preview_js[] = {
#embed "../GaitwayPages/Assets/ride-preview.js"
};
static const unsigned char ride_labels_js[] = {
#embed "../GaitwayPages/Assets/ride-labels.js"
};
static const unsigned char ride_labels_css[] = {
#embed "../GaitwayPages/Assets/ride-labels.css"
};
static const unsigned char day_js[] = {
#embed "../GaitwayPages/Assets/day-rows.js"
,
#embed "../GaitwayPages/Assets/day-calendar.js"
,
#embed "../GaitwayPages/Assets/day.js"
};
static const unsigned char day_start_js[] = {
#embed "../GaitwayPages/Assets/day-start.js"
};
static const unsigned char day_css[] = {
#embed "../GaitwayPages/Assets/day.css"
};
static const unsigned char run_js[] = {
#embed "../GaitwayPages/Assets/run-shapes.js"
,
#embed "../GaitwayPages/Assets/run-record.js"
,
#embed "../GaitwayPages/Assets/run-lanes.js"
,
#embed "../GaitwayPages/Assets/run-table.js"
,
#embed "../GaitwayPages/Assets/run.js"
};
static const unsigned char run_css[] = {
#embed "../GaitwayPages/Assets/run.css"
};
static const unsigned char live_js[] = {
#embed "../GaitwayPages/Assets/live-phone.js"
,
#embed "../GaitwayPages/Assets/live.js"
};
static const unsigned char live_css[] = {
#embed "../GaitwayPages/Assets/live.css"
};
static const unsigned char phone_js[] = {
#embed "../GaitwayPages/Assets/phone-motion.js"
,
#embed "../GaitwayPages/Assets/phone-page.js"
};
static const unsigned char phone_css[] = {
#embed "../GaitwayPages/Assets/phone-page.css"
};
static const unsigned char workspace_js[] = {
#embed "../GaitwayPages/Assets/workspace.js"
,
#embed "../GaitwayPages/Assets/workspace-purposes.js"
,
#embed "../GaitwayPages/Assets/workspace-shell.js"
};
static const unsigned char workspace_css[] = {
#embed "../GaitwayPages/Assets/workspace.css"
};
static const unsigned char rooms_js[] = {
#embed "../GaitwayPages/Assets/start-pictures.js"
,
#embed "../GaitwayPages/Assets/start-room.js"
,
#embed "../GaitwayPages/Assets/workspace-phone-parts.js"
,
#embed "../GaitwayPages/Assets/workspace-phones.js"
,
#embed "../GaitwayPages/Assets/rides-library.js"
,
#embed "../GaitwayPages/Assets/rides-list.js"
,
#embed "../GaitwayPages/Assets/rides-panel.js"
,
#embed "../GaitwayPages/Assets/rides-upload.js"
,
#embed "../GaitwayPages/Assets/workspace-trackers.js"
,
#embed "../GaitwayPages/Assets/rides-next.js"
,
#embed "../GaitwayPages/Assets/window-map-view.js"
,
#embed "../GaitwayPages/Assets/window-map.js"
,
#embed "../GaitwayPages/Assets/rides-room.js"
,
#embed "../GaitwayPages/Assets/models-comparison.js"
,
#embed "../GaitwayPages/Assets/models-room.js"
,
#embed "../GaitwayPages/Assets/alerts-place-feature.js"
,
#embed "../GaitwayPages/Assets/alerts-decisions.js"
,
#embed "../GaitwayPages/Assets/alerts-place-map.js"
,
#embed "../GaitwayPages/Assets/alerts-places.js"
,
#embed "../GaitwayPages/Assets/alerts-rules.js"
,
#embed "../GaitwayPages/Assets/alerts-policy.js"
,
#embed "../GaitwayPages/Assets/alerts-form.js"
,
#embed "../GaitwayPages/Assets/alerts-room.js"
,
#embed "../GaitwayPages/Assets/days-history.js"
,
#embed "../GaitwayPages/Assets/days-room.js"
,
#embed "../GaitwayPages/Assets/days-handles.js"
,
#embed "../GaitwayPages/Assets/days-radius.js"
,
#embed "../GaitwayPages/Assets/days-trip.js"
,
#embed "../GaitwayPages/Assets/days-streets.js"
,
#embed "../GaitwayPages/Assets/days-edit.js"
,
#embed "../GaitwayPages/Assets/days-day.js"
,
#embed "../GaitwayPages/Assets/days-place.js"
,
#embed "../GaitwayPages/Assets/days-places.js"
,
#embed "../GaitwayPages/Assets/days-heat.js"
,
#embed "../GaitwayPages/Assets/days-charts.js"
,
#embed "../GaitwayPages/Assets/days-years.js"
,
#embed "../GaitwayPages/Assets/days-doubts.js"
,
#embed "../GaitwayPages/Assets/days-privacy.js"
,
#embed "../GaitwayPages/Assets/workspace-start.js"
};
static const unsigned char rooms_css[] = {
#embed "../GaitwayPages/Assets/start-room.css"
,
#embed "../GaitwayPages/Assets/workspace-phones.css"
,
#embed "../GaitwayPages/Assets/rides.css"
,
#embed "../GaitwayPages/Assets/models-room.css"
,
#embed "../GaitwayPages/Assets/alerts-room.css"
,
#embed "../GaitwayPages/Assets/days-room.css"
};

static const gaitway_embedded_file assets[] = {
    {"page.css", page_css, sizeof page_css},
    {"kit.js", kit_js, sizeof kit_js},
    {"axis.js", axis_js, sizeof axis_js},
    {"axis.css", axis_css, sizeof axis_css},
    {"map.js", map_js, sizeof map_js},
    {"map.css", map_css, sizeof map_css},
    {"ride.js", ride_js, sizeof ride_js},
    {"ride.css", ride_css, sizeof ride_css},
    {"ride-preview.js", ride_preview_js, sizeof ride_preview_js},
    {"ride-labels.js", ride_labels_js, sizeof ride_labels_js},
    {"ride-labels.css", ride_labels_css, sizeof ride_labels_css},
    {"day.js", day_js, sizeof day_js},
    {"day-start.js", day_start_js, sizeof day_start_js},
    {"day.css", day_css, sizeof day_css},
    {"run.js", run_js, sizeof run_js},
    {"run.css", run_css, sizeof run_css},
    {"live.js", live_js, sizeof live_js},
    {"live.css", live_css, sizeof live_css},
    {"phone.js", phone_js, sizeof phone_js},
    {"phone.css", phone_css, sizeof phone_css},
    {"workspace.js", workspace_js, sizeof workspace_js},
    {"workspace.css", workspace_css, sizeof workspace_css},
    {"rooms.js", rooms_js, sizeof rooms_js},
    {"rooms.css", rooms_css, sizeof rooms_css},
};

GAITWAY_EMBEDDED_FILES(gaitway_page_asset, assets)
