// Questions, settings and help in dialogs.

import { check, field, h, select } from "./dom.js";
import { change, settings } from "./settings.js";

/** Opens a dialog and resolves with the value of the button that closed it (null for Escape). */
export function openDialog(title, content, actions) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-labelledby": "dialog-title" },
      h("form", { method: "dialog" }, h("h2", { id: "dialog-title" }, title), content,
        h("div", { class: "actions" }, actions.map(([text, value, kind]) =>
          h("button", { value, class: kind ?? "" }, text)))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export async function ask(title, text, yes) {
  const answer = await openDialog(title, h("p", {}, text), [["Cancel", "", "quiet"], [yes, "yes", "danger"]]);
  return answer === "yes";
}

export async function askText(title, label, value = "", { multiline = false, action = "OK" } = {}) {
  const input = h(multiline ? "textarea" : "input", multiline ? { rows: 5, value } : { value, maxLength: 60, autocomplete: "off" });
  const answer = await openDialog(title, field(label, input), [["Cancel", "", "quiet"], [action, "yes", "primary"]]);
  return answer === "yes" ? input.value : null;
}

export function openSettings() {
  const set = (name) => (value) => change(name, value);
  const choices = h("div", { class: "stack" },
    field("Theme", select([["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]], settings.theme, set("theme"))),
    field("Numbers", select([["high", "Marshal is 10"], ["low", "Marshal is 1"]], settings.numbering, set("numbering"))),
    field("Ranks shown in battle", select([["keep", "Stay visible"], ["once", "Visible for one move"]], settings.reveal,
      set("reveal"))),
    check("Mark pieces that have moved", settings.movedMarks, set("movedMarks")),
    check("Coordinates", settings.coordinates, set("coordinates")),
    check("Animation", settings.animation, set("animation")),
    check("Sounds", settings.sounds, set("sounds")));
  return openDialog("Settings", choices, [["Done", "done", "primary"]]);
}

const KEYS = [
  ["Arrow keys", "go over the board; in a replay, go through the moves"],
  ["Enter or Space", "choose a piece, then its target"],
  ["Escape", "let go of the piece"],
  ["Delete", "in an editor: put the piece back into the box"],
  ["F", "turn the board around"],
  ["Home, End", "in a replay: first and last move"],
  ["B", "in a replay: next battle (with Shift: the one before)"],
  ["P", "in a replay: play and stop"],
  ["?", "these keys"],
];

export function openHelp() {
  const list = h("dl", { class: "keys" }, KEYS.map(([key, text]) => [h("dt", {}, key), h("dd", {}, text)]));
  const rules = h("p", {}, "Higher rank wins, equal ranks both fall. The spy wins when it attacks the marshal, only a miner " +
    "takes bombs, scouts go any distance in a line. Capture the flag, or leave your opponent without a move.");
  const marks = h("p", {}, "A plain dot marks an enemy piece that has moved, a golden one a piece of yours that the enemy knows.");
  return openDialog("Keys and rules", [rules, marks, list], [["Close", "close", "primary"]]);
}

