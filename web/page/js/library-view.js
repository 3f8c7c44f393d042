// The library: every finished game, with filters, import and export.

import { attempt, loadInto, toast } from "./announce.js";
import { get, meta, post, remove } from "./api.js";
import { inWords } from "./bot-names.js";
import { ask } from "./dialogs.js";
import { button, cardTable, field, fill, h, select } from "./dom.js";

const PAGE = 50;
const KINDS = { play: "Game", free: "Free setup", watch: "Two bots", import: "Import" };

export class LibraryView {
  constructor() {
    this.filter = { opponent: "", result: "", kind: "", from: "", to: "" };
    this.offset = 0;
    this.opponent = h("select", { id: "filter-opponent", onchange: () => this.set("opponent", this.opponent.value) }, h("option", { value: "" }, "Anybody"));
    this.table = h("div", { class: "table-holder" });
    this.pager = h("div", { class: "actions" });
    const date = (name) => h("input", { type: "date", onchange: (event) => this.set(name, event.target.value) });
    this.file = h("input", { type: "file", accept: ".jsonl,.xml,.gsn", id: "import-file", onchange: () => this.importFile() });
    this.el = h("div", { class: "page library" }, h("h1", {}, "Library"),
      h("div", { class: "card filters" }, field("Opponent", this.opponent),
        field("Result", select([["", "Any"], ["win", "Won"], ["draw", "Drawn"], ["loss", "Lost"]], "", (value) => this.set("result", value), { id: "filter-result" })),
        field("Kind", select([["", "Any"], ...Object.entries(KINDS)], "", (value) => this.set("kind", value))),
        field("From", date("from")), field("To", date("to"))),
      h("div", { class: "card" }, this.table, this.pager),
      h("div", { class: "card files" }, field("Import (JSON lines, gravon XML, GSN)", this.file),
        h("div", { class: "actions" }, h("a", { class: "button", href: "api/export?format=jsonl", download: "flagfall.jsonl" }, "Export all as JSON lines"),
          h("a", { class: "button", href: "api/export?format=xml", download: "flagfall.xml" }, "Export all as gravon XML"))));
    void attempt(async () => {
      const { bots } = await meta();
      this.opponent.append(...bots.map((bot) => h("option", { value: bot.name }, bot.name)));
    });
    void this.load();
  }

  set(name, value) {
    this.filter[name] = value;
    this.offset = 0;
    void this.load();
  }

  query() {
    const query = new URLSearchParams({ offset: String(this.offset), limit: String(PAGE) });
    for (const name of ["opponent", "result", "kind"]) if (this.filter[name]) query.set(name, this.filter[name]);
    if (this.filter.from) query.set("from_ms", String(new Date(`${this.filter.from}T00:00`).getTime()));
    if (this.filter.to) query.set("to_ms", String(new Date(`${this.filter.to}T00:00`).getTime() + 86_400_000));
    return query;
  }

  async load() {
    await loadInto(this.table, async () => {
      const { games, total } = await get(`api/library?${this.query()}`);
      fill(this.table, total === 0 ? h("p", {}, "No game fits. Finished games appear here by themselves.") : this.draw(games));
      const last = Math.min(this.offset + PAGE, total);
      fill(this.pager, total > 0 && h("span", { class: "count" }, `${this.offset + 1} to ${last} of ${total}`),
        this.offset > 0 && button("Newer", () => { this.offset -= PAGE; void this.load(); }),
        last < total && button("Older", () => { this.offset += PAGE; void this.load(); }));
    });
  }

  draw(games) {
    return cardTable(["Date", "Red", "Blue", "Result", "Plies", "Kind", "Actions"], games.map((game) => this.row(game)), { id: "games" });
  }

  row(game) {
    const name = (side) => [h("span", { class: `dot ${side}` }), game.human === side ? "You" : inWords(game[side] || "?")];
    const date = new Date(game.ended_ms).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    return [h("a", { href: `#/replay/${game.id}/0`, title: "Replay" }, date), h("span", {}, name("red")), h("span", {}, name("blue")), outcome(game), game.n_plies, KINDS[game.kind],
      h("div", { class: "row-actions" }, h("a", { class: "button", href: `#/replay/${game.id}/0` }, "Replay"),
        h("a", { class: "button quiet", href: `api/export?format=jsonl&id=${game.id}`, download: `${game.id}.jsonl`, "aria-label": "Export as JSON lines" }, "JSON"),
        h("a", { class: "button quiet", href: `api/export?format=xml&id=${game.id}`, download: `${game.id}.xml`, "aria-label": "Export as gravon XML" }, "XML"),
        button("Delete", () => this.remove(game.id), { class: "danger quiet" }))];
  }

  async remove(id) {
    if (!(await ask("Delete the game?", "It will be gone for good, from the statistics too.", "Delete"))) return;
    await attempt(async () => {
      await remove(`api/library/${id}`);
      await this.load();
    });
  }

  async importFile() {
    const [file] = this.file.files;
    if (!file) return;
    await attempt(async () => {
      const format = file.name.toLowerCase().split(".").at(-1);
      const { imported, known } = await post(`api/import?format=${encodeURIComponent(format)}`, file);
      const old = known > 0 ? ` ${known} ${known === 1 ? "was" : "were"} here already.` : "";
      toast(`${imported} ${imported === 1 ? "game has" : "games have"} been imported.${old}`);
      await this.load();
    });
    this.file.value = "";
  }
}

function outcome(game) {
  if (!game.outcome) return "Not over";
  if (game.outcome === "draw") return "Draw";
  if (game.human) return game.outcome === game.human ? "Won" : "Lost";
  return game.outcome === "red" ? "Red won" : "Blue won";
}
