// SPDX-License-Identifier: Apache-2.0
import { element } from "./kit.js";
import { LogRoom } from "./log.js";
import { ThisPhone } from "./this-phone.js";

// Starts the parts of the page, and keeps it for times without a network.

/** The parts, for a look at them in the browser's console. */
export const parts = { phone: new ThisPhone(), log: new LogRoom() };

const copy = document.getElementById("copy");
copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(document.getElementById("code").textContent);
  copy.textContent = "Copied";
});

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("./sw.js");
  navigator.serviceWorker.ready.then(() => {
    const told = document.getElementById("offline");
    told.replaceChildren("This page is on this device now: it works ", element("b", {}, "offline"), ".");
  });
}
