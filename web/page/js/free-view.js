// Free setup: any position for both sides. Such games do not count in the statistics.

import { attempt, loadInto } from "./announce.js";
import { meta, post } from "./api.js";
import { button, check, field, fill, h, select } from "./dom.js";
import { ArmyEditor } from "./editor.js";
import { BotPicker, RulesPicker } from "./options.js";
import { letterOf, pieceOf } from "./ranks.js";
import { keepSeat } from "./settings.js";
import { isLake, placeToSquare } from "./squares.js";

export class FreeView {
  constructor() {
    this.body = h("div");
    this.el = h("div", { class: "page free" }, h("h1", {}, "Free setup"), this.body);
    void loadInto(this.body, async () => this.build(await meta()));
  }

  build(info) {
    this.info = info;
    this.isOpen = true;
    this.editor = new ArmyEditor({ label: "Position", sides: ["red", "blue"], army: info.armies.classic, onChange: () => this.changed() });
    this.bot = new BotPicker(info, "Opponent", "free-opponent");
    this.side = select([["red", "Red"], ["blue", "Blue"]], "red", () => this.editor.board.flip(this.side.value === "blue"), { id: "side" });
    this.toMove = select([["red", "Red"], ["blue", "Blue"]], "red", () => {}, { id: "to-move" });
    this.rules = new RulesPicker(info, () => this.editor.setArmy(info.armies[this.rules.variant]));
    this.start = button("Start the game", () => this.begin(), { class: "primary big", id: "start" });
    this.why = h("small", { id: "start-why" });
    fill(this.body, h("div", { class: "layout" },
      h("div", { class: "board-side" }, this.editor.board.el),
      h("div", { class: "panel-side" },
        h("div", { class: "card" }, h("h2", {}, "Pieces"), h("p", {}, "Any pieces of the two armies, anywhere. Choose a piece, then a square; choose a piece on the board to move or swap it; Delete takes it back."),
          this.editor.box, h("div", { class: "tool-row" }, button("Two random armies", () => this.random(), { id: "random-armies" }), button("Clear", () => this.editor.clear()))),
        h("div", { class: "card form" }, h("h2", {}, "Game"), this.bot.el, field("You play", this.side),
          field("First move", this.toMove), this.rules.el, check("Open pieces, and a look into the bot's mind", true, (open) => { this.isOpen = open; }),
          this.start, this.why, h("small", {}, "Free games do not count in the statistics.")))));
    this.changed();
  }

  changed() {
    if (!this.start) return;
    const empty = ["red", "blue"].filter((side) => ![...this.editor.pieces.values()].some((piece) => piece.side === side));
    this.start.disabled = empty.length > 0;
    this.why.textContent = empty.length ? `There is no ${empty.join(" and no ")} piece on the board.` : "";
  }

  async random() {
    await attempt(async () => {
      const pieces = new Map();
      for (const side of ["red", "blue"]) {
        const { setup } = await post("api/generate", { method: "semi-random", variant: this.rules.variant });
        [...setup].forEach((letter, place) => {
          const square = placeToSquare(place);
          const piece = pieceOf(letter);
          if (piece) pieces.set(side === "red" ? square : 99 - square, { side, rank: piece.rank });
        });
      }
      this.editor.setPieces(pieces);
    });
  }

  get board() {
    return [...Array(100).keys()].map((index) => {
      const piece = this.editor.pieces.get(index);
      if (piece) return letterOf(piece.side, piece.rank);
      return isLake(index) ? "_" : "A";
    }).join("");
  }

  async begin() {
    await attempt(async () => {
      const bot = this.bot.value;
      const created = await post("api/games", { kind: "free", bot, side: this.side.value,
        rules: this.rules.value, board: this.board, to_move: this.toMove.value, open: this.isOpen });
      keepSeat(created.id, { token: created.token, side: created.side, bot, at: Date.now() });
      location.hash = `#/game/${created.id}`;
    });
  }
}
