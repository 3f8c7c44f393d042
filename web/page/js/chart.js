// Two small charts. Every number in them also stands in the table above them.

import { inWords } from "./bot-names.js";
import { h, svg } from "./dom.js";

const isNarrow = () => matchMedia("(max-width: 560px)").matches;
/** In units of about a pixel, so that letters are as large on a phone as elsewhere. */
const widthNow = () => (isNarrow() ? 340 : 640);
const BAR = 26;

const shortened = (text) => (text.length > 26 ? `${text.slice(0, 25)}…` : text);

/** A bar for each bot: won, drawn, lost. */
export function resultChart(records) {
  const width = widthNow();
  // Names stand before the bars, or above them where there is no room.
  const [label, above] = isNarrow() ? [0, 22] : [200, 0];
  const pitch = BAR + 8 + above;
  const height = records.length * pitch + 4;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": "Won, drawn and lost games by bot" });
  records.forEach((record, i) => {
    const y = i * pitch + 4 + above;
    const games = record.wins + record.draws + record.losses;
    chart.append(svg("text", { x: 0, y: above ? y - 6 : y + 18, class: "chart-label" }, shortened(inWords(record.bot))));
    let x = label;
    for (const kind of ["wins", "draws", "losses"]) {
      const length = (record[kind] / games) * (width - label);
      if (length === 0) continue;
      chart.append(svg("rect", { x, y, width: length, height: BAR, class: `bar-${kind}` }));
      chart.append(svg("text", { x: x + length / 2, y: y + 18, class: "chart-value" }, record[kind]));
      x += length;
    }
  });
  const legend = [["wins", "won"], ["draws", "drawn"], ["losses", "lost"]].map(([kind, text]) => h("li", {}, h("i", { class: `bar-${kind}` }), text));
  return h("div", {}, chart, h("ul", { class: "legend" }, legend));
}

/** The share of points so far, game by game, one line for each bot. */
export function trendChart(records) {
  const [width, height, left, bottom] = [widthNow(), 220, 48, 24];
  const longest = Math.max(...records.map((record) => record.points.length));
  const x = (i) => left + (longest === 1 ? 0.5 : i / (longest - 1)) * (width - left - 10);
  const y = (share) => 8 + (1 - share) * (height - bottom - 8);
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": "Share of points so far by number of games" });
  for (const share of [0, 0.5, 1]) {
    chart.append(svg("path", { d: `M${left} ${y(share)}H${width - 10}`, class: "rule" }), svg("text", { x: 0, y: y(share) + 4, class: "chart-label" }, `${share * 100}%`));
  }
  chart.append(svg("text", { x: width - 10, y: height - 4, class: "chart-label end" }, longest === 1 ? "1 game" : `${longest} games`));
  records.forEach((record, i) => {
    let sum = 0;
    const points = record.points.map((point, n) => {
      sum += point;
      return `${x(n).toFixed(1)} ${y(sum / (n + 1)).toFixed(1)}`;
    });
    chart.append(svg("path", { d: `M${points.join("L")}`, class: `trend trend-${i % 4}` }));
    const [endX, endY] = points.at(-1).split(" ");
    chart.append(svg("circle", { cx: endX, cy: endY, r: 4, class: `trend-dot trend-${i % 4}` }));
  });
  const legend = records.map((record, i) => h("li", {}, h("i", { class: `trend-key trend-${i % 4}` }), inWords(record.bot)));
  return h("div", {}, chart, h("ul", { class: "legend" }, legend));
}
