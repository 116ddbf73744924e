import { equator, greatestLatitude } from "./map-view.js";

// A place of the room of alerts: a GeoJSON feature, read and changed.

/** Metres of a degree of latitude. */
export const metresPerDegree = equator / 360;
/** How near to a dot or a handle one has to press, in pixels. */
export const placeReach = 13;

/** What a feature of a place set says, and copies of it with changes. Properties that the page does not know stay. */
export const placeFeature = {
  isPoint: (feature) => feature.geometry?.type === "Point",

  title: (feature) => String(feature.properties?.title ?? feature.properties?.name ?? placeFeature.identifier(feature)),

  identifier: (feature) => String(feature.properties?.identifier ?? feature.id ?? ""),

  /** The radius in metres; that of its story, and else 100, without one of its own. */
  radius(feature, collection) {
    if (!placeFeature.isPoint(feature)) return 0;
    const { radius, story } = feature.properties ?? {};
    if (radius > 0) return radius;
    const named =
      typeof story === "object" ? story : collection.stories?.find(({ identifier }) => identifier === story);
    return named?.radius > 0 ? named.radius : 100;
  },

  /** The rings of a polygon, without those of a point. */
  rings({ geometry }) {
    if (geometry?.type === "Polygon") return geometry.coordinates;
    return geometry?.type === "MultiPolygon" ? geometry.coordinates.flat() : [];
  },

  /** Where its dot is: `[latitude, longitude]`. */
  middle(feature) {
    if (placeFeature.isPoint(feature)) return [feature.geometry.coordinates[1], feature.geometry.coordinates[0]];
    const ring = placeFeature.rings(feature)[0] ?? [[0, 0]];
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [longitude, latitude] of ring) {
      const near = longitude + 360 * Math.round((ring[0][0] - longitude) / 360);
      [west, east, south, north] = [Math.min(west, near), Math.max(east, near), Math.min(south, latitude),
        Math.max(north, latitude)];
    }
    return [(south + north) / 2, placeFeature.wrapped((west + east) / 2)];
  },

  wrapped: (longitude) => ((((longitude + 180) % 360) + 360) % 360) - 180,

  /** A position of GeoJSON, longitude first, to about a centimetre. */
  position: (latitude, longitude) => [
    Math.round(placeFeature.wrapped(longitude) * 1e7) / 1e7,
    Math.round(Math.max(-greatestLatitude, Math.min(greatestLatitude, latitude)) * 1e7) / 1e7,
  ],

  withProperties: (feature, properties) => ({ ...feature, properties: { ...feature.properties, ...properties } }),

  /** The feature with a text; an empty one is left out. */
  withText: (feature, [key, text]) => placeFeature.withProperties(feature, { [key]: text === "" ? undefined : text }),

  renamed(feature, name) {
    const key = feature.properties?.title === undefined && feature.properties?.name !== undefined ? "name" : "title";
    return placeFeature.withProperties(feature, { [key]: name });
  },

  /** The feature with each position changed: `change(latitude, longitude, ring, index)` gives both. */
  mapped(feature, change) {
    let ring = -1;
    const ringOf = (positions) => {
      ring += 1;
      return positions.map(([longitude, latitude, ...rest], index) => {
        // The last position of a ring is its first.
        const own = index === positions.length - 1 ? 0 : index;
        return [...placeFeature.position(...change(latitude, longitude, ring, own)), ...rest];
      });
    };
    const { type, coordinates } = feature.geometry;
    const made =
      type === "Point" ? [...placeFeature.position(...change(coordinates[1], coordinates[0], 0, 0)),
        ...coordinates.slice(2)]
      : type === "Polygon" ? coordinates.map(ringOf) : coordinates.map((part) => part.map(ringOf));
    return { ...feature, geometry: { ...feature.geometry, coordinates: made } };
  },

  /** A polygon with a corner more, `[latitude, longitude]`, behind one of its corners. */
  withCorner(feature, { ring, index }, point) {
    let number = -1;
    const ringOf = (positions) =>
      (number += 1) === ring ? positions.toSpliced(index + 1, 0, placeFeature.position(...point)) : positions;
    const { type, coordinates } = feature.geometry;
    return { ...feature,
      geometry: { ...feature.geometry, coordinates: type === "Polygon" ? coordinates.map(ringOf)
        : coordinates.map((part) => part.map(ringOf)) } };
  },

  /** A polygon without one of its corners; null if too few would be left. */
  withoutCorner(feature, { ring, index }) {
    let number = -1;
    let isWhole = true;
    const ringOf = (positions) => {
      if ((number += 1) !== ring) return positions;
      if (positions.length <= 4) isWhole = false;
      const left = positions.slice(0, -1).toSpliced(index, 1);
      return [...left, left[0]];
    };
    const { type, coordinates } = feature.geometry;
    const made = type === "Polygon" ? coordinates.map(ringOf) : coordinates.map((part) => part.map(ringOf));
    return isWhole ? { ...feature, geometry: { ...feature.geometry, coordinates: made } } : null;
  },

  /** The feature, or one of its corners, farther north and east by degrees. */
  moved: (feature, north, east, corner = null) => placeFeature.mapped(feature, (latitude, longitude, ring, index) =>
    corner === null || (corner.ring === ring && corner.index === index) ? [latitude + north, longitude + east]
      : [latitude, longitude]),
};
