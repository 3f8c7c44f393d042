// Two bots against each other.

import { attempt, loadInto } from "./announce.js";
import { meta, post } from "./api.js";
import { inWords } from "./bot-names.js";
import { button, fill, h } from "./dom.js";
import { BotPicker, RulesPicker } from "./options.js";
import { keepSeat } from "./settings.js";

export class WatchView {
  constructor() {
    this.body = h("div");
    this.el = h("div", { class: "page watch" }, h("h1", {}, "Watch two bots"), this.body);
    void loadInto(this.body, async () => this.build(await meta()));
  }

  build(info) {
    this.red = new BotPicker(info, "Red", "watch-red");
    this.blue = new BotPicker(info, "Blue", "watch-blue");
    this.rules = new RulesPicker(info);
    fill(this.body, h("div", { class: "card form narrow" }, h("p", {}, "All pieces are open, and so are both minds."),
      this.red.el, this.blue.el, this.rules.el,
      button("Start the game", () => this.begin(), { class: "primary big", id: "start" })));
  }

  async begin() {
    await attempt(async () => {
      const [red, blue] = [this.red.value, this.blue.value];
      const created = await post("api/games", { kind: "watch", red, blue, rules: this.rules.value });
      keepSeat(created.id, { token: created.token, side: null, bot: `${inWords(red)} against ${inWords(blue)}`, at: Date.now() });
      location.hash = `#/game/${created.id}`;
    });
  }
}
