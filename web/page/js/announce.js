// What is told to screen readers, and short notices for everybody.

import { h } from "./dom.js";

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

/** Runs something and shows its error, if it fails. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message, "error");
    return undefined;
  }
}
