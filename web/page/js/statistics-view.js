// Wins, draws and losses against each bot.

import { loadInto } from "./announce.js";
import { get } from "./api.js";
import { inWords } from "./bot-names.js";
import { resultChart, trendChart } from "./chart.js";
import { cardTable, fill, h } from "./dom.js";

export class StatisticsView {
  constructor() {
    this.body = h("div");
    this.el = h("div", { class: "page statistics" }, h("h1", {}, "Statistics"), this.body);
    void loadInto(this.body, async () => this.draw(await get("api/statistics")));
  }

  draw(records) {
    if (records.length === 0) {
      fill(this.body, h("p", { class: "card" }, "No finished game yet. Free setups and games between bots do not count."));
      return;
    }
    const columns = ["Bot", "Games", "Won", "Drawn", "Lost", "Score", "Streak", "Best streak", "Plies a game"];
    const rows = records.map((record) => {
      const games = record.wins + record.draws + record.losses;
      const score = (record.wins + record.draws / 2) / games;
      return [inWords(record.bot), games, record.wins, record.draws, record.losses, `${Math.round(score * 100)}%`, streak(record.streak), record.best_streak, Math.round(record.mean_plies)];
    });
    fill(this.body, h("div", { class: "card" }, h("div", { class: "table-holder", tabIndex: 0, role: "region", "aria-label": "Results by bot" }, cardTable(columns, rows))),
      h("div", { class: "card" }, h("h2", {}, "Results"), resultChart(records)),
      h("div", { class: "card" }, h("h2", {}, "Score over time"), trendChart(records)));
  }
}

function streak(value) {
  if (value === 0) return "none";
  return value > 0 ? `${value} won` : `${-value} lost`;
}
