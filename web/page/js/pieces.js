// The pieces: each side has its own outline, each rank its own symbol, so that neither needs color to be told.

import { svg } from "./dom.js";
import { mark } from "./ranks.js";

/** Red is a plain tile with a bar on top, blue a shield with a bar below. */
const OUTLINE = {
  red: "M16 6H84Q94 6 94 16V84Q94 94 84 94H16Q6 94 6 84V16Q6 6 16 6Z",
  blue: "M22 6H78L94 22V70Q94 78 87 82L55 95Q50 97 45 95L13 82Q6 78 6 70V22Z",
};
const BAR = { red: "M18 13H82", blue: "M27 13H73" };

function star(cx, cy, r) {
  const points = [];
  for (let i = 0; i < 10; i++) {
    const [angle, radius] = [Math.PI * (i / 5 - 0.5), i % 2 ? r * 0.42 : r];
    points.push(`${(cx + radius * Math.cos(angle)).toFixed(1)} ${(cy + radius * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}

/** Filled shapes and lines of each symbol, in the upper part of the tile. */
const SYMBOLS = {
  marshal: { fill: star(50, 27, 10), line: "M28 62L72 30M28 30L72 62" },
  general: { fill: [[36, 32], [64, 32], [36, 56], [64, 56]].map(([x, y]) => star(x, y, 13)).join("") },
  colonel: { fill: [[50, 31], [34, 54], [66, 54]].map(([x, y]) => star(x, y, 14)).join("") },
  major: { fill: star(50, 46, 24) },
  captain: { line: "M30 32H70M30 46H70M30 60H70" },
  lieutenant: { line: "M30 38H70M30 55H70" },
  sergeant: { line: "M28 36L50 56L72 36" },
  miner: { line: "M36 66L62 36M40 28Q60 24 74 46" },
  scout: { line: "M24 46H70M54 30L72 46L54 62" },
  spy: { fill: "M50 40a7 7 0 1 0 .1 0Z", line: "M22 47Q50 18 78 47Q50 76 22 47Z" },
  bomb: { fill: "M50 40a21 21 0 1 0 .1 0Z", line: "M58 40Q60 24 74 26" },
  flag: { fill: "M38 22Q54 14 76 24Q66 34 76 48Q54 40 38 48Z", line: "M36 20V78" },
};

/**
 * A piece as an SVG element.
 * @param {string} side
 * @param {string | null} rank null for a piece seen from behind
 */
export function pieceSvg(side, rank) {
  const el = svg("svg", { viewBox: "0 0 100 100", class: `piece ${side}${rank ? "" : " hidden"}`, "aria-hidden": "true",
    focusable: "false" });
  el.append(svg("path", { d: OUTLINE[side], class: "tile" }), svg("path", { d: BAR[side], class: "bar" }));
  if (!rank) {
    el.append(svg("path", { d: "M34 38L50 54L66 38M34 54L50 70L66 54", class: "back" }));
    return el;
  }
  const { fill, line } = SYMBOLS[rank];
  if (line) el.append(svg("path", { d: line, class: "line" }));
  if (fill) el.append(svg("path", { d: fill, class: "fill" }));
  const text = mark(rank);
  if (text) el.append(svg("text", { x: 50, y: 88, class: "mark" }, text));
  return el;
}
