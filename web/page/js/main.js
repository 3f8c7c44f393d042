// The frame around the pages: which page an address shows, keys that work everywhere, settings.

import { toast } from "./announce.js";
import { openHelp, openSettings } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { FreeView } from "./free-view.js";
import { GameView } from "./game-view.js";
import { LibraryView } from "./library-view.js";
import { NewGameView } from "./new-game-view.js";
import { ReplayView } from "./replay-view.js";
import { apply } from "./settings.js";
import { StatisticsView } from "./statistics-view.js";
import { WatchView } from "./watch-view.js";

const ROUTES = {
  "": ["Play", () => new NewGameView()],
  game: ["Game", (id) => new GameView(id)],
  free: ["Free setup", () => new FreeView()],
  watch: ["Watch", () => new WatchView()],
  library: ["Library", () => new LibraryView()],
  replay: ["Replay", (id, ply) => new ReplayView(id, Number(ply ?? 0))],
  statistics: ["Statistics", () => new StatisticsView()],
};

const main = document.getElementById("main");
let view = null;
let shown = null;

function route() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  // The skip link.
  if (name === "main") return;
  const path = [name, rest[0]].join("/");
  // Another ply of the same replay is the replay's own business.
  if (path === shown && view?.onAddress) return void view.onAddress(rest);
  view?.destroy?.();
  const [title, make] = ROUTES[name] ?? ["Not found", () => ({ el: h("p", { class: "card" }, "There is no such page.") })];
  document.title = `${title} · Flagfall`;
  for (const link of document.querySelectorAll("#nav a")) {
    const isCurrent = link.getAttribute("href") === `#/${name}`;
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    view = make(...rest);
  } catch (error) {
    view = { el: h("p", { class: "card" }, error.message) };
  }
  fill(main, view.el);
  if (shown !== null) {
    main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
  shown = path;
}

addEventListener("hashchange", route);
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, select, textarea, dialog");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") void openHelp();
  else view?.onKey?.(event);
});
addEventListener("unhandledrejection", (event) => toast(event.reason?.message ?? "Something went wrong.", "error"));
document.getElementById("settings-button").addEventListener("click", () => openSettings());
document.getElementById("help-button").addEventListener("click", () => openHelp());
apply();
route();
