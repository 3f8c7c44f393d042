// Captured pieces by rank: what is still in the game is gray, what is captured has its color (Invincible, appendix B).

import { h } from "./dom.js";
import { pieceSvg } from "./pieces.js";
import { BY_HEIGHT, RANKS, plural } from "./ranks.js";

/**
 * @param {string} side whose pieces
 * @param {number[]} captured by rank
 * @param {number[]} army by rank
 * @param {string} title
 */
export function tray(side, captured, army, title) {
  const chips = BY_HEIGHT.filter((rank) => army[RANKS.indexOf(rank)] > 0).map((rank) => {
    const [taken, all] = [captured[RANKS.indexOf(rank)], army[RANKS.indexOf(rank)]];
    const label = `${taken} of ${plural(rank, all)} captured`;
    return h("li", { class: `chip${taken ? " taken" : ""}${taken === all ? " all" : ""}`, title: label },
      pieceSvg(side, rank), h("span", { "aria-hidden": "true" }, `${taken}/${all}`), h("span", { class: "sr-only" }, label));
  });
  const total = captured.reduce((sum, n) => sum + n, 0);
  return h("section", { class: `tray ${side}` }, h("h3", {}, title, h("span", { class: "count" }, ` ${total} captured`)),
    h("ul", {}, chips));
}
