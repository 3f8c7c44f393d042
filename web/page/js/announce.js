// What is told to screen readers, and short notices for everybody.

import { button, fill, h } from "./dom.js";

let last = "";

export function announce(text) {
  const el = document.getElementById("announcer");
  // The same words twice would not be read again.
  last = text === last ? `${text}\u00a0` : text;
  el.textContent = last;
}

/** A notice that goes away by itself. Errors stay longer. */
export function toast(text, kind = "info") {
  const box = document.getElementById("toasts");
  const el = h("div", { class: `toast ${kind}` }, text);
  while (box.children.length > 2) box.firstChild.remove();
  box.append(el);
  setTimeout(() => el.remove(), kind === "error" ? 7000 : 4000);
}

/**
 * Fetches what a page is made of and shows that it does; if it fails, why, with a button to try again.
 * @param {HTMLElement} holder
 * @param {() => Promise<void>} work fills the holder
 */
export async function loadInto(holder, work) {
  // What is there already stays until there is something newer.
  if (!holder.hasChildNodes()) fill(holder, h("p", { class: "loading" }, "Loading…"));
  try {
    await work();
  } catch ({ message }) {
    fill(holder, h("div", { class: "card", role: "alert" }, h("p", { class: "failure" }, sentence(message)),
      button("Try again", () => loadInto(holder, work))));
  }
}

/** The server writes its errors in lower case and without a full stop. */
function sentence(text) {
  return text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}

/** Runs something and shows its error, if it fails. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message, "error");
    return undefined;
  }
}
