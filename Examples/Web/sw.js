// SPDX-License-Identifier: Apache-2.0
/* eslint-env serviceworker */
// Keeps the page's files on the device, so that it works offline. `make web` writes the version and the files.

const version = "VERSION";
const files = ["./"];

addEventListener("install", (/** @type {any} */ event) => {
  // The browser's own cache may still hold files of the version before; "no-cache" asks the server for each.
  const requests = files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith("gaitway-") && name !== version) await caches.delete(name);
    await /** @type {any} */ (self).clients.claim();
  })());
});

addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.match(event.request, { ignoreSearch: true, cacheName: version });
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
