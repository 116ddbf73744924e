import { pageData } from "./kit.js";

// The first picture of a long ride fills in while the server reads the log. It stays until the whole page, which the
// server then makes, is there.

async function follow() {
  while (pageData.isBeingRead) {
    await new Promise((done) => setTimeout(done, 700));
    try {
      const text = await (await fetch(location.href)).text();
      const page = new DOMParser().parseFromString(text, "text/html");
      document.querySelector("header").replaceWith(page.querySelector("header"));
      pageData.isBeingRead = JSON.parse(page.getElementById("page-data")?.textContent ?? "{}").isBeingRead;
    } catch {
      // The server does not answer now; it may come back.
    }
  }
  const token = new URLSearchParams(location.search).get("token");
  location.replace(pageData.whole + (token === null ? "" : "&token=" + encodeURIComponent(token)) + location.hash);
}

follow();
