// The first page: choose an opponent, set up, start. Running games are listed above.

import { attempt, loadInto } from "./announce.js";
import { meta, post } from "./api.js";
import { inWords } from "./bot-names.js";
import { ask } from "./dialogs.js";
import { button, field, fill, h, select } from "./dom.js";
import { BotPicker, RulesPicker } from "./options.js";
import { dropSeat, keepSeat, seats } from "./settings.js";
import { SetupEditor } from "./setup-editor.js";

export class NewGameView {
  constructor() {
    this.running = h("div");
    this.body = h("div");
    this.el = h("div", { class: "page new-game" }, h("h1", {}, "Play"), this.running, this.body);
    this.showRunning();
    void loadInto(this.body, async () => this.build(await meta()));
  }

  showRunning() {
    const games = Object.entries(seats()).filter(([, seat]) => !seat.over).sort(([, a], [, b]) => b.at - a.at);
    fill(this.running, games.length > 0 && h("section", { class: "card running" }, h("h2", {}, "Running games"),
      h("ul", {}, games.map(([id, seat]) => h("li", {},
        h("a", { class: "button", href: `#/game/${id}` }, h("span", { class: `dot ${seat.side ?? ""}` }), seat.side ? `Against ${inWords(seat.bot)}` : seat.bot),
        h("time", { dateTime: new Date(seat.at).toISOString() }, new Date(seat.at).toLocaleString()),
        button("Forget", () => this.forget(id), { class: "quiet", title: "Leave the game where it stands" }))))));
  }

  async forget(id) {
    if (!(await ask("Forget the game?", "Nobody will be able to play it on: only this browser has its seat.", "Forget"))) return;
    dropSeat(id);
    this.showRunning();
  }

  build(info) {
    this.bot = new BotPicker(info, "Opponent", "opponent");
    this.side = select([["red", "Red (moves first)"], ["blue", "Blue"], ["random", "Random"]], "red", () => this.configure(), { id: "side" });
    this.rules = new RulesPicker(info, () => this.configure());
    this.start = button("Start the game", () => this.begin(), { class: "primary big", id: "start" });
    this.why = h("small", { id: "start-why" });
    this.editor = new SetupEditor(info, () => this.changed());
    fill(this.body, h("div", { class: "new-game-grid" },
      h("section", { class: "card form", "aria-label": "Game" }, this.bot.el, field("Your color", this.side),
        this.rules.el, this.start, this.why),
      this.editor.el));
    this.changed();
  }

  configure() {
    this.editor.configure(this.side.value === "blue" ? "blue" : "red", this.rules.variant);
  }

  changed() {
    if (!this.editor) return;
    const missing = this.editor.editor.missing(this.editor.side);
    this.start.disabled = missing !== "";
    this.why.textContent = missing ? `The setup is not complete. Missing: ${missing}.` : "";
  }

  async begin() {
    await attempt(async () => {
      const bot = this.bot.value;
      const created = await post("api/games", { kind: "play", bot, side: this.side.value,
        rules: this.rules.value, setup: this.editor.letters });
      this.editor.remember();
      keepSeat(created.id, { token: created.token, side: created.side, bot, at: Date.now() });
      location.hash = `#/game/${created.id}`;
    });
  }
}
