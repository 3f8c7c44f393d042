// A finished game, move by move, with all pieces or as one side saw it, and with a bot's mind.

import { announce, loadInto, toast } from "./announce.js";
import { get, meta } from "./api.js";
import { Board } from "./board.js";
import { inWords as botInWords } from "./bot-names.js";
import { button, field, fill, h, select } from "./dom.js";
import { MindPanel } from "./mind.js";
import { MoveList, inWords, resultInWords } from "./moves.js";
import { other, spoken } from "./ranks.js";
import { positionAt } from "./replay.js";
import { onChange } from "./settings.js";
import { indexOf } from "./squares.js";
import { tray } from "./tray.js";

const AUTOPLAY_MS = 700;

export class ReplayView {
  constructor(id, ply) {
    Object.assign(this, { id, ply });
    this.body = h("div");
    this.el = h("div", { class: "game replay" }, h("h1", { class: "sr-only" }, "Replay"), this.body);
    this.stopListening = onChange(() => this.game && this.show(this.ply));
    void loadInto(this.body, async () => {
      const [game, info] = await Promise.all([get(`api/library/${id}`), meta()]);
      this.build(game, info);
    });
  }

  destroy() {
    clearInterval(this.timer);
    this.mind?.destroy();
    this.stopListening();
  }

  /** The address names another ply of the same game. */
  onAddress([, ply]) {
    if (this.game && Number(ply) !== this.ply) this.show(Number(ply));
  }

  build(game, info) {
    this.game = game;
    this.battles = game.events.flatMap((event, i) => (event.battle ? [i + 1] : []));
    this.eyes = "open";
    this.board = new Board({ label: "Board", flipped: game.human === "blue", onActivate: (index) => this.mind.choosePiece(index) });
    this.board.describe = (piece) => `${piece.side} ${piece.rank ? spoken(piece.rank) : "unknown piece"}`;
    this.slider = h("input", { type: "range", min: 0, max: game.events.length, value: 0, class: "ply-slider", "aria-label": "Ply", id: "ply",
      oninput: () => this.show(Number(this.slider.value)) });
    this.position = h("output", { class: "position", id: "position" });
    this.what = h("p", { class: "what" });
    this.playButton = button("Play", () => this.autoplay(), { id: "autoplay", title: "Play and stop (P)" });
    this.moves = new MoveList((ply) => this.show(ply));
    this.trays = h("div", { class: "card trays" });
    this.names = { top: h("div"), bottom: h("div") };
    this.drawPlayers();
    const wide = h("div", { class: "mind-wide" });
    this.mind = new MindPanel({ board: this.board, wide, sides: ["red", "blue"], names: game.names, bots: info.bots.map((bot) => bot.name),
      played: (ply) => game.events[ply],
      load: ({ side, bot, signal }) => get(`api/library/${this.id}/mind?${new URLSearchParams({ ply: String(this.ply), side, bot })}`, signal) });
    fill(this.body, h("div", { class: "layout" }, h("div", { class: "board-side" }, this.names.top, this.board.el, this.names.bottom, this.controls(), wide),
        h("div", { class: "panel-side" }, this.about(), this.mind.el, this.trays, h("div", { class: "card" }, this.moves.el))));
    this.moves.set(game.events);
    this.show(this.ply);
  }

  /** The side that sits below has its name there. */
  drawPlayers() {
    const below = this.board.flipped ? "blue" : "red";
    fill(this.names.top, this.player(other(below)));
    fill(this.names.bottom, this.player(below));
  }

  flip() {
    this.board.flip(!this.board.flipped);
    this.drawPlayers();
  }

  player(side) {
    const name = this.game.human === side ? "You" : botInWords(this.game.names[side] || "?");
    return h("div", { class: `player ${side}` }, h("span", { class: `dot ${side}` }), h("b", {}, name));
  }

  about() {
    const { result, rules, human } = this.game;
    return h("div", { class: "card" }, h("p", { class: "status" }, result ? resultInWords(result, human) : "The game is not over."),
      h("p", { class: "count" }, `Rules: ${rules}`), this.what,
      h("div", { class: "tool-row" }, field("Pieces", select([["open", "All open"], ["red", "As red sees them"], ["blue", "As blue sees them"]], "open",
        (eyes) => { this.eyes = eyes; this.show(this.ply); }, { id: "eyes" })),
      button("Flip", () => this.flip(), { class: "quiet", title: "Turn the board around (F)" }),
      button("Copy link", () => this.copyLink(), { class: "quiet", title: "A link to this ply" })));
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(`The link to ply ${this.ply} has been copied.`);
    } catch {
      toast(location.href);
    }
  }

  controls() {
    const go = (text, label, ply) => button(text, () => this.show(ply()), { "aria-label": label, title: label });
    return h("div", { class: "replay-controls" }, this.slider, h("div", { class: "actions" },
      go("«", "First (Home)", () => 0), go("‹⚔", "Battle before (Shift B)", () => this.battleFrom(-1)), go("‹", "Back (Left)", () => this.ply - 1), this.playButton,
      go("›", "Forward (Right)", () => this.ply + 1), go("⚔›", "Next battle (B)", () => this.battleFrom(1)), go("»", "Last (End)", () => this.game.events.length), this.position));
  }

  battleFrom(direction) {
    const fitting = this.battles.filter((ply) => (direction > 0 ? ply > this.ply : ply < this.ply));
    return (direction > 0 ? fitting[0] : fitting.at(-1)) ?? this.ply;
  }

  show(ply) {
    const before = this.ply;
    this.ply = Math.min(Math.max(Number.isFinite(ply) ? ply : 0, 0), this.game.events.length);
    const { pieces, captured } = positionAt(this.game, this.ply);
    for (const [index, piece] of pieces) {
      const isHidden = this.eyes !== "open" && piece.side !== this.eyes && !piece.known;
      pieces.set(index, { ...piece, rank: isHidden ? null : piece.rank, known: piece.known, moved: false });
    }
    const event = this.game.events[this.ply - 1];
    this.board.endBattles();
    this.board.setPieces(pieces);
    this.board.setMarks({ last: event ? { from: indexOf(event.from), to: indexOf(event.to) } : null });
    if (event && this.ply === before + 1) this.animate(event);
    this.slider.value = String(this.ply);
    this.slider.setAttribute("aria-valuetext", event ? `${this.ply}: ${event.text}` : "start");
    this.position.textContent = `${this.ply} / ${this.game.events.length}`;
    this.what.textContent = event ? inWords(event) : "The start.";
    this.moves.mark(this.ply);
    fill(this.trays, ["blue", "red"].map((side) => tray(side, captured[side], this.game.start.army[side], `${side === "red" ? "Red" : "Blue"}'s army`)));
    history.replaceState(null, "", `#/replay/${this.id}/${this.ply}`);
    this.mind.refresh();
  }

  animate(event) {
    announce(inWords(event));
    if (event.battle) this.board.battle(event, indexOf(event.to));
    if (!event.battle || event.battle.survivor === "attacker") this.board.slide(indexOf(event.from), indexOf(event.to));
  }

  autoplay() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      if (this.ply >= this.game.events.length) this.show(0);
      this.timer = setInterval(() => {
        this.show(this.ply + 1);
        if (this.ply >= this.game.events.length) this.autoplay();
      }, AUTOPLAY_MS);
    }
    this.playButton.textContent = this.timer ? "Stop" : "Play";
  }

  onKey(event) {
    if (!this.game) return;
    const keys = { ArrowLeft: () => this.show(this.ply - 1), ArrowRight: () => this.show(this.ply + 1), Home: () => this.show(0),
      End: () => this.show(this.game.events.length), b: () => this.show(this.battleFrom(1)), B: () => this.show(this.battleFrom(-1)),
      p: () => this.autoplay(), f: () => this.flip() };
    const act = keys[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
}
