import { pageData } from "./kit.js";

// The first picture of a long ride stays until its whole page, which the server makes meanwhile, is there.

const token = new URLSearchParams(location.search).get("token");
location.replace(pageData.whole + (token === null ? "" : "&token=" + encodeURIComponent(token)) + location.hash);
