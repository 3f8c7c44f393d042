// A live game: a person against a bot, two bots, or somebody else's game to look at.

import { announce, toast } from "./announce.js";
import { Board, piecesBySquare } from "./board.js";
import { baseName, inWords as botInWords } from "./bot-names.js";
import { ask } from "./dialogs.js";
import { button, check, field, fill, h } from "./dom.js";
import { Live } from "./live.js";
import { liveMind, post } from "./api.js";
import { MindPanel } from "./mind.js";
import { MoveList, inWords, resultInWords } from "./moves.js";
import { isMobile, other, spoken } from "./ranks.js";
import { change, keepSeat, markOver, onChange, seats, settings } from "./settings.js";
import { play } from "./sound.js";
import { indexOf, isLake, nameOf } from "./squares.js";
import { tray } from "./tray.js";

export class GameView {
  constructor(id) {
    this.id = id;
    this.seat = seats()[id] ?? null;
    this.state = null;
    this.selected = null;
    this.moves = new MoveList();
    this.board = new Board({
      label: "Board",
      flipped: this.seat?.side === "blue",
      onActivate: (index) => this.activate(index),
      canDrag: (index) => this.isOwn(index) && this.isMyTurn(),
      onDragStart: (index) => this.select(index),
      onDrop: (from, to) => this.drop(from, to),
      onEscape: () => this.select(null),
    });
    this.board.describe = (piece) => this.describe(piece);
    this.status = h("p", { class: "status", id: "status" }, "Connecting…");
    this.refusal = h("p", { class: "refusal", role: "status" });
    this.names = { top: h("div", { class: "player" }), bottom: h("div", { class: "player" }) };
    this.trays = { top: h("div"), bottom: h("div") };
    this.actions = h("div", { class: "actions", id: "game-actions" });
    this.extra = h("div");
    this.wide = h("div", { class: "mind-wide" });
    this.el = h("div", { class: "game layout" }, h("h1", { class: "sr-only" }, "Game"),
      h("div", { class: "board-side" }, this.names.top, this.board.el, this.names.bottom, this.wide),
      h("div", { class: "panel-side" }, h("div", { class: "card status-card" }, this.status, this.actions, this.refusal),
        h("div", { class: "card trays" }, this.trays.top, this.trays.bottom), this.extra,
        h("div", { class: "card" }, this.moves.el)));
    this.live = new Live(id, this.seat?.token ?? null, {
      onState: (state, fresh) => this.show(state, fresh),
      onRefused: (refused) => this.explain(refused.text, refused.code),
      onStatus: (connected) => this.setConnected(connected),
    });
    this.stopListening = onChange(() => this.state && this.draw());
  }

  destroy() {
    this.live.close();
    this.mind?.destroy();
    this.stopListening();
  }

  onKey(event) {
    if (event.key.toLowerCase() === "f" && this.state) this.flip();
  }

  flip() {
    this.board.flip(!this.board.flipped);
    this.draw();
  }

  setConnected(connected) {
    const wasOffline = this.el.classList.contains("offline");
    this.el.classList.toggle("offline", !connected);
    if (!connected) this.status.textContent = "Connection lost. Trying again…";
    if (wasOffline && connected) this.refusal.textContent = "";
    if (wasOffline === connected) announce(connected ? "Connected again." : "Connection lost. Trying again.");
  }

  get you() {
    return this.state?.you ?? null;
  }

  isMyTurn() {
    return Boolean(this.you) && !this.state.seen.result && this.state.seen.to_move === this.you;
  }

  isOwn(index) {
    return Boolean(this.you) && this.board.pieces.get(index)?.side === this.you;
  }

  show(state, fresh) {
    const isFirst = !this.state;
    this.state = state;
    if (isFirst) {
      this.board.flip(this.you === "blue");
      this.makeActions();
      this.makeExtra();
    }
    if (!this.isMyTurn()) this.selected = null;
    this.draw();
    for (const event of fresh) {
      announce(inWords(event));
      this.board.ageBattles();
      if (event.battle) this.board.battle(event, indexOf(event.to));
      if (!event.battle || event.battle.survivor === "attacker") this.board.slide(indexOf(event.from), indexOf(event.to));
      play(event.battle ? "battle" : "move");
      this.refusal.textContent = "";
    }
    this.showNotices(isFirst);
    this.mind?.refresh();
  }

  showNotices(isFirst) {
    const { seen, draw_offer: offer, draws_declined: declined } = this.state;
    if (seen.result && !this.wasOver) {
      this.wasOver = true;
      announce(resultInWords(seen.result, this.you));
      if (!isFirst) play("end");
      if (this.seat) markOver(this.id);
    }
    if (offer && offer !== this.you && this.you && !this.offerTold) announce("Your opponent offers a draw.");
    this.offerTold = Boolean(offer);
    // The server counts from when the game was opened there, so after a restart it says less than before.
    const isRefusal = !isFirst && declined > (this.declined ?? 0);
    this.declined = declined;
    if (isRefusal && this.you) toast(`${this.nameOf(other(this.you))} declines the draw.`);
  }

  draw() {
    const { seen } = this.state;
    this.board.setPieces(this.visiblePieces());
    const last = this.live.events.at(-1);
    this.board.setMarks({ last: last ? { from: indexOf(last.from), to: indexOf(last.to) } : null });
    this.drawSelection();
    const below = this.board.flipped ? "blue" : "red";
    const title = (side) => (this.you ? (side === this.you ? "Your army" : "Enemy army") : `${side === "red" ? "Red" : "Blue"}'s army`);
    for (const [place, side] of [["bottom", below], ["top", other(below)]]) {
      fill(this.trays[place], tray(side, seen.captured[side], seen.army[side], title(side)));
      this.drawPlayer(this.names[place], side);
    }
    // The settings have the same switch.
    if (this.keepCheck) this.keepCheck.firstChild.checked = settings.reveal === "keep";
    this.moves.set(this.live.events);
    this.moves.mark(this.live.events.length);
    this.drawStatus();
    this.drawActions();
  }

  /** Enemy ranks that were shown in battle stay, or are turned face down again after one move. */
  visiblePieces() {
    const pieces = piecesBySquare(this.state.seen.pieces);
    const isPlaying = this.you && !this.state.seen.result && this.state.sight !== "open";
    const recent = new Set(this.live.events.slice(-2).flatMap((event) => [event.piece, event.battle?.defender_id]));
    for (const [index, piece] of pieces) {
      const copy = { ...piece, moved: piece.moved && settings.movedMarks && piece.side !== this.you, known: piece.known && piece.side === this.you };
      if (isPlaying && settings.reveal === "once" && piece.side !== this.you && !recent.has(piece.id)) copy.rank = null;
      pieces.set(index, copy);
    }
    return pieces;
  }

  nameOf(side) {
    const name = this.state.game.names[side];
    return name === "human" ? "The player" : botInWords(name);
  }

  describe(piece) {
    const owner = this.you ? (piece.side === this.you ? "your" : "enemy") : piece.side;
    const known = piece.known ? ", known to the enemy" : "";
    return piece.rank ? `${owner} ${spoken(piece.rank)}${known}` : `${owner === "enemy" ? "unknown enemy piece" : `unknown ${owner} piece`}`;
  }

  drawPlayer(el, side) {
    const name = side === this.you ? "You" : this.nameOf(side);
    const isTurn = this.state.seen.to_move === side && !this.state.seen.result;
    el.className = `player ${side}${isTurn ? " turn" : ""}`;
    fill(el, h("span", { class: `dot ${side}` }), h("b", {}, name),
      this.state.thinking === side && h("span", { class: "thinking" }, "thinking", h("i"), h("i"), h("i")),
      this.state.thinking === side && this.seat && button("Move now", () => this.send({ type: "hurry" }),
        { class: "hurry", title: "Have the bot play the best it has found so far" }));
  }

  drawStatus() {
    const { seen, thinking } = this.state;
    this.el.classList.toggle("over", Boolean(seen.result));
    let text;
    if (seen.result) text = resultInWords(seen.result, this.you);
    else if (this.isMyTurn()) text = "Your turn";
    else if (thinking) text = `${baseName(this.state.game.names[thinking])} is thinking…`;
    else if (this.state.pace?.paused) text = "Paused";
    else text = `${seen.to_move === "red" ? "Red" : "Blue"} to move`;
    this.status.textContent = text;
    // Who looks at something else while the bot thinks sees by the tab when he is wanted.
    document.title = `${seen.result || this.isMyTurn() ? text.split(":")[0] : "Game"} · Flagfall`;
  }

  // Choosing and moving

  targetsOf(index) {
    const from = nameOf(index);
    const moves = this.state.legal.map((text) => text.split("-")).filter(([start]) => start === from);
    return new Map(moves.map(([, to]) => [indexOf(to), this.board.pieces.has(indexOf(to)) ? "attack" : "move"]));
  }

  select(index) {
    this.selected = index;
    this.drawSelection();
    if (index !== null) {
      const count = this.targetsOf(index).size;
      announce(`${nameOf(index)} chosen, ${count} ${count === 1 ? "move" : "moves"}.`);
    }
  }

  drawSelection() {
    const targets = this.selected === null ? new Map() : this.targetsOf(this.selected);
    this.board.setMarks({ selected: this.selected, targets });
  }

  activate(index) {
    this.mind?.choosePiece(index);
    if (!this.you || this.state.seen.result) return;
    if (!this.isMyTurn()) return void this.explain("It is not your turn.");
    if (this.selected === index) return void this.select(null);
    if (this.selected !== null && !this.isOwn(index)) return void this.tryMove(this.selected, index);
    if (!this.isOwn(index)) return void this.explain("Choose one of your own pieces first.");
    this.choose(index);
  }

  choose(index) {
    const { rank } = this.board.pieces.get(index);
    this.refusal.textContent = "";
    if (!isMobile(rank)) return void this.explain(`The ${rank} cannot move.`);
    if (this.targetsOf(index).size === 0) this.explain(`The ${rank} on ${nameOf(index)} has no legal move now.`);
    this.select(index);
  }

  drop(from, to) {
    if (to === null || to === from) return;
    this.tryMove(from, to);
  }

  /** Whatever is not legal is sent all the same: the server knows which rule forbids it. */
  tryMove(from, to) {
    if (isLake(to)) return void this.explain(`${nameOf(to)} is a lake: no piece can go there.`);
    const move = `${nameOf(from)}-${nameOf(to)}`;
    this.send({ type: "move", move, ply: this.state.seen.ply });
    if (this.state.legal.includes(move)) this.select(null);
  }

  send(message) {
    if (!this.live.send(message)) this.explain("There is no connection at the moment.");
  }

  explain(text, code = "") {
    this.refusal.textContent = text;
    this.refusal.dataset.code = code;
    if (code === "wrong-token") this.status.textContent = "This is not your game.";
    if (code === "no-game") this.status.textContent = "There is no such game.";
    announce(text);
  }

  // Actions

  makeActions() {
    this.drawButton = button("Offer draw", () => this.send({ type: "offer_draw" }), { id: "offer-draw" });
    this.resignButton = button("Resign", () => this.resign(), { id: "resign", class: "danger" });
    this.flipButton = button("Flip", () => this.flip(), { class: "quiet", title: "Turn the board around (F)" });
    this.linkButton = button("Share", () => this.copyLink(), { class: "quiet", title: "Copy a link for spectators" });
    this.answer = h("div", { class: "draw-offer" }, h("span", {}, "Your opponent offers a draw."),
      button("Accept", () => this.send({ type: "answer_draw", accept: true }), { class: "primary" }),
      button("Decline", () => this.send({ type: "answer_draw", accept: false })));
    this.rematchButton = button("Rematch", () => this.rematch(), { class: "primary", id: "rematch" });
    this.replayLink = h("a", { class: "button", href: `#/replay/${this.id}/0`, id: "replay-link" }, "Replay");
  }

  drawActions() {
    const { seen, draw_offer: offer, pace } = this.state;
    const isOver = Boolean(seen.result);
    const buttons = [];
    if (this.you && !isOver) {
      if (offer && offer !== this.you) buttons.push(this.answer);
      this.drawButton.disabled = Boolean(offer);
      this.drawButton.textContent = offer === this.you ? "Draw offered" : "Offer draw";
      buttons.push(this.drawButton, this.resignButton);
    }
    if (isOver) buttons.push(this.you && this.state.setup && this.rematchButton, this.replayLink);
    if (pace && !isOver && this.seat) buttons.push(this.paceControls(pace));
    buttons.push(this.flipButton, !isOver && this.linkButton);
    const kept = [...this.actions.children];
    const wanted = buttons.filter(Boolean);
    // Drawn anew only if something differs, so that the focus stays where it is.
    if (kept.length !== wanted.length || kept.some((el, i) => el !== wanted[i])) fill(this.actions, wanted);
  }

  paceControls(pace) {
    if (!this.pace) {
      const send = (change_) => this.send({ type: "pace", ...this.state.pace, ...change_ });
      this.pauseButton = button("", () => send({ paused: !this.state.pace.paused }), { id: "pause" });
      this.stepButton = button("Step", () => this.send({ type: "step" }), { id: "step" });
      this.speed = h("input", { type: "range", min: 0, max: 6, step: 1, "aria-label": "Speed",
        onchange: () => send({ delay_ms: DELAYS[this.speed.value] }) });
      this.pace = h("div", { class: "pace" }, this.pauseButton, this.stepButton, field("Speed", this.speed));
      this.speed.value = String(Math.max(0, DELAYS.findIndex((delay) => delay <= pace.delay_ms)));
    }
    this.pauseButton.textContent = pace.paused ? "Go on" : "Pause";
    this.stepButton.disabled = !pace.paused;
    return this.pace;
  }

  makeExtra() {
    const isOpen = this.state.sight === "open" && this.seat;
    if (isOpen) {
      const sides = ["red", "blue"].filter((side) => this.state.game.names[side] !== "human");
      this.mind = new MindPanel({ board: this.board, wide: this.wide, sides, names: this.state.game.names,
        load: ({ side }) => liveMind(this.id, side, this.seat.token) });
      fill(this.extra, this.mind.el);
    } else if (this.you) {
      this.keepCheck = check("Ranks shown in battle stay visible", false, (keep) => change("reveal", keep ? "keep" : "once"));
      fill(this.extra, h("div", { class: "card" }, this.keepCheck));
    }
  }

  async resign() {
    if (await ask("Resign?", "The game will count as lost.", "Resign")) this.send({ type: "resign" });
  }

  async copyLink() {
    const link = `${location.origin}/#/game/${this.id}`;
    try {
      await navigator.clipboard.writeText(link);
      toast("The spectator link has been copied.");
    } catch {
      toast(link);
    }
  }

  async rematch() {
    const { game, setup } = this.state;
    try {
      const created = await post("api/games", { kind: "play", bot: game.names[other(this.you)], budget_ms: game.budget_ms,
        side: this.you, rules: game.rules, setup });
      keepSeat(created.id, { token: created.token, side: created.side, bot: game.names[other(this.you)], at: Date.now() });
      location.hash = `#/game/${created.id}`;
    } catch (error) {
      toast(error.message, "error");
    }
  }
}

const DELAYS = [4000, 2000, 1200, 600, 250, 80, 0];
