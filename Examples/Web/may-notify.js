// SPDX-License-Identifier: Apache-2.0
// The gate's rule of the article, for a page of your own: may a notification be shown now?

/** Seconds after driving in which nothing is shown. */
const afterDriving = 120;

/**
 * Why no notification may be shown at `now`: "driving", "recently-driving" or "unknown"; null if one may.
 *
 * `reports` are those of `Recognizer.push`, oldest first; `now` is on the samples' clock, in seconds. Keep at least the
 * reports of the last two minutes, and the one before them.
 */
export function whyHeld(reports, now) {
  const last = reports.at(-1);
  if (last === undefined) return "unknown";
  if (last.automotive) return "driving";
  for (let index = reports.length - 1; index > 0 && reports[index].delivered > now - afterDriving; index -= 1)
    if (reports[index - 1].automotive) return "recently-driving";
  return last.unknown ? "unknown" : null;
}

/** Whether a notification may be shown at `now`: not while driving, for two minutes after it, or while unknown. */
export function mayNotify(reports, now) {
  return whyHeld(reports, now) === null;
}
