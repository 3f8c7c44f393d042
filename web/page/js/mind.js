// A look into a bot's mind (Invincible, figure 8.1 and table 8.1): what it believes each piece to be, what pieces are worth
// to it, and what it thought of each move, part by part.

import { button, check, field, fill, h, select } from "./dom.js";
import { baseName, inWords } from "./bot-names.js";
import { pieceSvg } from "./pieces.js";
import { BY_HEIGHT, RANKS, other, spoken } from "./ranks.js";
import { nameOf } from "./squares.js";

const ARROWS = 5;
const ROWS = 12;
/** Where the page has two columns. */
const WIDE = matchMedia("(min-width: 900px)");

export class MindPanel {
  /**
   * @param {object} options
   * @param {any} options.board
   * @param {string[]} options.sides whose minds there are
   * @param {Record<string, string>} options.names the players
   * @param {string[]} [options.bots] if any bot may be asked
   * @param {HTMLElement} options.wide below the board: where the table of moves goes if there is room for its many columns
   * @param {(ply: number) => {side: string, from: string, to: string} | undefined} [options.played] what was played at a ply
   * @param {(wish: {side: string, bot: string, signal: AbortSignal}) => Promise<any>} options.load
   */
  constructor(options) {
    this.options = options;
    this.side = options.sides[0];
    this.rank = "";
    this.about = "enemy";
    this.piece = null;
    this.showArrows = true;
    this.showAll = false;
    this.body = h("div", { class: "mind-body" });
    this.el = h("details", { class: "card mind", id: "mind" }, h("summary", {}, h("h3", {}, "The bot's mind")), this.controls(), this.body);
    this.el.addEventListener("toggle", () => this.refresh());
    this.onWidth = () => this.draw();
    WIDE.addEventListener("change", this.onWidth);
  }

  /** Nobody looks any more. */
  destroy() {
    this.question?.abort();
    WIDE.removeEventListener("change", this.onWidth);
  }

  controls() {
    const { sides, names, bots } = this.options;
    const set = (name) => (value) => { this[name] = value; this.draw(); };
    this.botSelect = bots && select(this.askable().map((spec) => [spec, inWords(spec)]), this.botOf(this.side), () => this.refresh(), { id: "mind-bot" });
    const sideSelect = select(sides.map((side) => [side, `${side === "red" ? "Red" : "Blue"} (${inWords(names[side] || "?")})`]), this.side, (side) => {
      this.side = side;
      if (this.botSelect) this.botSelect.value = this.botOf(side);
      void this.refresh();
    }, { id: "mind-side" });
    return h("div", { class: "tool-row" }, field("Side", sideSelect), this.botSelect && field("Bot", this.botSelect),
      field("Pieces of", select([["enemy", "the enemy"], ["own", "its own"]], this.about, set("about"), { id: "mind-about" })),
      field("Rank", select([["", "None"], ...BY_HEIGHT.map((rank) => [rank, rank])], this.rank, set("rank"), { id: "mind-rank" })),
      check("Arrows", true, set("showArrows")));
  }

  isBot(name) {
    return Boolean(name) && this.options.bots.includes(baseName(name));
  }

  /** Who can be asked: those who played, with the options they had, and every bot as it is. */
  askable() {
    const { names, bots } = this.options;
    return [...new Set([names.red, names.blue].filter((name) => this.isBot(name)).concat(bots))];
  }

  /** The bot that played the side, else its opponent, else the last there is. */
  botOf(side) {
    const { names, bots } = this.options;
    return [names[side], names[other(side)]].find((name) => this.isBot(name)) ?? bots.at(-1);
  }

  /** Asks again; only the latest question is answered, and the server is told so. */
  async refresh() {
    if (!this.el.open) {
      this.question?.abort();
      this.clear();
      return;
    }
    this.question?.abort();
    const question = new AbortController();
    this.question = question;
    // Most answers come at once and need no word about it.
    const wait = setTimeout(() => this.body.replaceChildren(h("p", { class: "count", role: "status" }, "The bot is thinking…")), 400);
    let thought = null;
    let error = null;
    try {
      thought = await this.options.load({ side: this.side, bot: this.botSelect?.value ?? "", signal: question.signal });
    } catch (failure) {
      error = failure.message;
    }
    clearTimeout(wait);
    if (this.question !== question) return;
    this.thought = thought;
    this.error = error;
    this.draw();
  }

  /** A piece was pointed at on the board. */
  choosePiece(index) {
    this.piece = this.options.board.pieces.get(index)?.id ?? null;
    this.pieceAt = nameOf(index);
    if (this.el.open && this.thought) this.draw();
  }

  /** Takes away what is shown outside the panel. */
  clear() {
    this.options.board.setHeat(null);
    this.options.board.setArrows([]);
    this.options.wide.replaceChildren();
  }

  draw() {
    const { board, wide } = this.options;
    const thought = this.thought;
    if (!this.el.open || !thought) {
      this.clear();
      fill(this.body, this.error ? h("p", { class: "mind-error" }, this.error) : null);
      return;
    }
    const beliefs = thought[this.about];
    board.setHeat(this.rank ? this.heat(beliefs) : null);
    board.setArrows(this.showArrows ? this.arrows(thought) : []);
    fill(this.body, h("p", { class: "count" }, `${this.side === "red" ? "Red" : "Blue"} before ply ${thought.ply + 1}.`),
      beliefs.length === 0 && h("p", { class: "count" }, this.about === "own" ? "This bot does not say what it thinks the enemy believes." : "This bot says nothing about hidden pieces."),
      this.gauge(thought), this.line(thought), this.distribution(beliefs), this.values(thought), !WIDE.matches && this.table(thought));
    fill(wide, WIDE.matches && h("div", { class: "card" }, this.table(thought)));
  }

  /** The board may show a later position than the bot thought about: pieces are found by their names. */
  heat(beliefs) {
    const byId = new Map(beliefs.map((belief) => [belief.id, belief.ranks[RANKS.indexOf(this.rank)]]));
    const shown = [...this.options.board.pieces].filter(([, piece]) => byId.has(piece.id));
    return new Map(shown.map(([index, piece]) => [index, byId.get(piece.id)]));
  }

  arrows(thought) {
    const best = thought.moves.slice(0, ARROWS);
    return best.map(({ move }, i) => {
      const [from, to] = move.split("-");
      return { from, to, weight: 1 - i / best.length, chosen: move === thought.chosen };
    }).reverse();
  }

  gauge({ value, game_state: state }) {
    const list = state === null ? [] : [h("div", {}, h("dt", {}, "game state"), h("dd", {}, number(state)))];
    if (value !== null) {
      const meter = h("span", { class: "meter" }, h("i"));
      meter.firstChild.style.left = `${50 + 50 * Math.max(-1, Math.min(1, value))}%`;
      list.unshift(h("div", {}, h("dt", {}, "evaluation"), h("dd", {}, meter, number(value))));
    }
    return list.length > 0 && h("dl", { class: "figures" }, list);
  }

  distribution(beliefs) {
    const belief = beliefs.find((candidate) => candidate.id === this.piece);
    if (!belief) return beliefs.length > 0 && h("p", { class: "count" }, "Choose a piece on the board to see what it may be.");
    const rows = BY_HEIGHT.map((rank) => {
      const p = belief.ranks[RANKS.indexOf(rank)];
      const bar = h("i");
      bar.style.width = `${p * 100}%`;
      return h("li", {}, h("span", {}, spoken(rank)), h("span", { class: "bar-holder" }, bar), h("b", {}, `${(p * 100).toFixed(p < 0.1 ? 1 : 0)}%`));
    });
    return h("section", {}, h("h4", {}, `The piece on ${this.pieceAt}`), h("ul", { class: "distribution" }, rows));
  }

  line({ line }) {
    const moves = line.map((move) => move ?? "(nothing)").join(", ");
    return line.length > 0 && h("p", { id: "expected-line" }, h("b", {}, "Expects "), moves);
  }

  values({ piece_values: values }) {
    if (!values) return null;
    const other = this.side === "red" ? "blue" : "red";
    const row = (side, worth) => h("ul", { class: "piece-values" },
      BY_HEIGHT.map((rank) => h("li", { title: rank }, pieceSvg(side, rank), h("span", {}, h("span", { class: "sr-only" }, `${side} ${rank} `), number(worth[RANKS.indexOf(rank)])))));
    return h("section", {}, h("h4", {}, "What pieces are worth"), row(this.side, values[0]), row(other, values[1]));
  }

  table({ ply, columns, moves, chosen }) {
    if (moves.length === 0) return null;
    const shown = this.showAll ? moves : moves.slice(0, ROWS);
    const event = this.options.played?.(ply);
    const played = event?.side === this.side ? `${event.from}-${event.to}` : null;
    if (!this.showAll) shown.push(...moves.slice(ROWS).filter(({ move }) => move === chosen || move === played));
    const head = ["Move", "Value", ...columns].map((text, i) => h("th", { scope: "col", class: i > 0 ? "num" : "" }, text));
    const rows = shown.map(({ move, value, parts }) => h("tr", { class: move === chosen ? "chosen" : "" },
      h("th", { scope: "row" }, move, move === chosen && h("span", { class: "badge" }, "chosen"),
        move === played && move !== chosen && h("span", { class: "badge quiet-badge" }, "played")),
      [value, ...parts].map((part, i) => h("td", { class: i === 0 ? "num total" : "num" }, number(part)))));
    return h("section", {}, h("h4", {}, "What it thought of each move"),
      h("div", { class: "table-holder", tabIndex: 0, role: "region", "aria-label": "Moves by value" },
        h("table", { id: "move-table" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
      moves.length > ROWS && button(this.showAll ? "Fewer" : `All ${moves.length} moves`, () => {
        this.showAll = !this.showAll;
        this.draw();
        document.getElementById("all-moves")?.focus();
      }, { class: "quiet", id: "all-moves" }));
  }
}

function number(value) {
  const size = Math.abs(value);
  const text = size >= 100 ? value.toFixed(0) : size >= 1 ? value.toFixed(2) : value.toFixed(3);
  return text.replace("-", "−");
}
