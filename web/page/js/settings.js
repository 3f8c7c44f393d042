// What the user has chosen, kept in the browser.

const DEFAULTS = {
  theme: "auto",
  numbering: "high",
  // The thesis' way.
  reveal: "once",
  movedMarks: true,
  sounds: false,
  animation: true,
  coordinates: true,
};
const KEY = "flagfall-settings";
const listeners = new Set();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const settings = { ...DEFAULTS, ...stored() };

export function change(name, value) {
  settings[name] = value;
  localStorage.setItem(KEY, JSON.stringify(settings));
  apply();
  for (const listener of listeners) listener(name);
}

/** Calls back after every change until the returned function is called. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function apply() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.coordinates = settings.coordinates ? "on" : "off";
}

/** Whether things may move: not if the user or his system asks for rest. */
export function mayAnimate() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// The seats of games: without its token nobody can come back to a running one. Of those that are over the latest are kept,
// so that a reload still knows who played.
const SEATS = "flagfall-seats";
const OVER_KEPT = 20;

export function seats() {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? "{}");
  } catch {
    return {};
  }
}

export function keepSeat(id, seat) {
  localStorage.setItem(SEATS, JSON.stringify({ ...seats(), [id]: seat }));
}

export function markOver(id) {
  const all = seats();
  if (all[id]) all[id].over = true;
  const over = Object.keys(all).filter((key) => all[key].over).sort((a, b) => all[b].at - all[a].at);
  for (const key of over.slice(OVER_KEPT)) delete all[key];
  localStorage.setItem(SEATS, JSON.stringify(all));
}

export function dropSeat(id) {
  const all = seats();
  delete all[id];
  localStorage.setItem(SEATS, JSON.stringify(all));
}
