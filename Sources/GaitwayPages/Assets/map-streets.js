import { element } from "./kit.js";

// Streets on the maps of a workspace: only after a person said yes, which the workspace keeps.

/** The part of a map that offers streets, or takes them away; `isShown` says whether they are there. */
export function streetsOffer(isShown) {
  const part = element("div", { class: "map-streets" });
  const button = (text, press) => element("button", { type: "button", onclick: press }, text);
  const choose = async (isWanted) => {
    const token = new URLSearchParams(location.search).get("token");
    const headers = token === null ? {} : { Authorization: "Bearer " + token };
    try {
      const answer =
        await fetch("/api/streets", { method: "POST", headers, body: JSON.stringify({ show: isWanted }) });
      if (!answer.ok) throw new Error((await answer.json()).problem);
      location.reload();
    } catch (error) {
      part.replaceChildren("The server did not take it. " + error.message);
    }
  };
  const offer = () => part.replaceChildren(isShown ? button("Hide streets", () => choose(false))
    : button("Show streets", () => ask()));
  const ask = () => {
    const yes = button("Yes, show streets", () => choose(true));
    part.replaceChildren(
      element("p", {}, "Streets come as pictures from tile.openstreetmap.org. It learns which area you look at, and " +
        "your address on the internet; not your days, and no path. The workspace keeps your answer."),
      yes, button("No", offer));
    yes.focus();
  };
  offer();
  return part;
}
