// Two small charts. Every number in them also stands in the table above them.

import { h, svg } from "./dom.js";

const WIDTH = 640;

/** A bar for each bot: won, drawn, lost. */
export function resultChart(records) {
  const height = records.length * 34 + 4;
  const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "chart", role: "img", "aria-label": "Won, drawn and lost games by bot" });
  records.forEach((record, i) => {
    const y = i * 34 + 4;
    const games = record.wins + record.draws + record.losses;
    chart.append(svg("text", { x: 0, y: y + 18, class: "chart-label" }, record.bot.slice(0, 18)));
    let x = 150;
    for (const kind of ["wins", "draws", "losses"]) {
      const width = (record[kind] / games) * (WIDTH - 150);
      if (width === 0) continue;
      chart.append(svg("rect", { x, y, width, height: 26, class: `bar-${kind}` }));
      chart.append(svg("text", { x: x + width / 2, y: y + 18, class: "chart-value" }, record[kind]));
      x += width;
    }
  });
  const legend = [["wins", "won"], ["draws", "drawn"], ["losses", "lost"]].map(([kind, text]) => h("li", {}, h("i", { class: `bar-${kind}` }), text));
  return h("div", {}, chart, h("ul", { class: "legend" }, legend));
}

/** The share of points so far, game by game, one line for each bot. */
export function trendChart(records) {
  const [height, left, bottom] = [220, 40, 24];
  const longest = Math.max(...records.map((record) => record.points.length));
  const x = (i) => left + (longest === 1 ? 0.5 : i / (longest - 1)) * (WIDTH - left - 10);
  const y = (share) => 8 + (1 - share) * (height - bottom - 8);
  const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "chart", role: "img", "aria-label": "Share of points so far by number of games" });
  for (const share of [0, 0.5, 1]) {
    chart.append(svg("path", { d: `M${left} ${y(share)}H${WIDTH - 10}`, class: "rule" }), svg("text", { x: 0, y: y(share) + 4, class: "chart-label" }, `${share * 100}%`));
  }
  chart.append(svg("text", { x: WIDTH - 10, y: height - 4, class: "chart-label end" }, longest === 1 ? "1 game" : `${longest} games`));
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
  const legend = records.map((record, i) => h("li", {}, h("i", { class: `trend-key trend-${i % 4}` }), record.bot));
  return h("div", {}, chart, h("ul", { class: "legend" }, legend));
}
