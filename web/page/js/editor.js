// Placing pieces on squares: the part that the setup editor and the free setup share.

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { fill, h } from "./dom.js";
import { pieceSvg } from "./pieces.js";
import { BY_HEIGHT, RANKS, plural, spoken } from "./ranks.js";
import { isLake, nameOf } from "./squares.js";

export class ArmyEditor {
  /**
   * @param {object} options
   * @param {string} options.label
   * @param {string[]} options.sides whose pieces are in the box
   * @param {number[]} options.army by rank
   * @param {number[]} [options.rows]
   * @param {boolean} [options.flipped]
   * @param {() => void} options.onChange
   */
  constructor(options) {
    this.options = options;
    this.army = options.army;
    /** @type {Map<number, {side: string, rank: string}>} */
    this.pieces = new Map();
    this.chosen = null;
    this.selected = null;
    this.board = new Board({
      label: options.label,
      rows: options.rows,
      flipped: options.flipped,
      onActivate: (index) => this.activate(index),
      canDrag: (index) => this.pieces.has(index),
      onDrop: (from, to) => this.drop(from, to),
      onDelete: (index) => this.takeBack(index),
      onEscape: () => this.letGo(),
    });
    this.box = h("div", { class: "boxes" });
    this.chooseNext(options.sides[0]);
    this.draw();
  }

  setArmy(army) {
    this.army = army;
    this.clear();
  }

  left(side, rank) {
    const placed = [...this.pieces.values()].filter((piece) => piece.side === side && piece.rank === rank).length;
    return this.army[RANKS.indexOf(rank)] - placed;
  }

  /** What is still in the box of a side, in words; empty when nothing is. */
  missing(side) {
    return BY_HEIGHT.filter((rank) => this.left(side, rank) > 0).map((rank) => plural(rank, this.left(side, rank))).join(", ");
  }

  /** The next highest piece is chosen by itself (Invincible, appendix B). */
  chooseNext(side) {
    const rank = BY_HEIGHT.find((candidate) => this.left(side, candidate) > 0);
    this.chosen = rank ? { side, rank } : null;
  }

  activate(index) {
    if (isLake(index)) return;
    if (this.selected !== null) {
      if (this.selected !== index) this.swap(this.selected, index);
      this.selected = null;
    } else if (this.pieces.has(index)) {
      this.selected = index;
      announce(`${nameOf(index)} chosen. Choose the square to swap it with.`);
    } else if (this.chosen) {
      this.place(index, this.chosen);
    }
    this.changed();
  }

  place(index, piece) {
    this.pieces.set(index, { ...piece });
    announce(`${spoken(piece.rank)} on ${nameOf(index)}.`);
    if (this.left(piece.side, piece.rank) <= 0) this.chooseNext(piece.side);
  }

  swap(from, to) {
    const [a, b] = [this.pieces.get(from), this.pieces.get(to)];
    this.pieces.delete(from);
    this.pieces.delete(to);
    if (a) this.pieces.set(to, a);
    if (b) this.pieces.set(from, b);
  }

  drop(from, to) {
    this.selected = null;
    if (to === null) return void this.takeBack(from);
    if (to === from || isLake(to)) return void this.draw();
    this.swap(from, to);
    this.changed();
  }

  takeBack(index) {
    const piece = this.pieces.get(index);
    if (!piece) return;
    this.pieces.delete(index);
    this.selected = null;
    this.chosen = piece;
    this.changed();
  }

  letGo() {
    this.selected = null;
    this.draw();
  }

  clear() {
    this.setPieces(new Map());
  }

  setPieces(pieces) {
    this.pieces = pieces;
    this.selected = null;
    this.chooseNext(this.chosen?.side ?? this.options.sides[0]);
    this.changed();
  }

  changed() {
    this.draw();
    this.options.onChange();
  }

  draw() {
    this.board.setPieces(new Map(this.pieces));
    this.board.setMarks({ selected: this.selected });
    const focused = this.box.contains(document.activeElement) ? document.activeElement?.id : null;
    fill(this.box, this.options.sides.map((side) => this.drawBox(side)));
    if (focused) document.getElementById(focused)?.focus();
  }

  drawBox(side) {
    const buttons = BY_HEIGHT.filter((rank) => this.army[RANKS.indexOf(rank)] > 0).map((rank) => {
      const left = this.left(side, rank);
      const isChosen = this.chosen?.side === side && this.chosen.rank === rank;
      const el = h("button", { type: "button", id: `box-${side}-${rank}`, class: `box-piece${isChosen ? " chosen" : ""}`,
        disabled: left <= 0, "aria-pressed": String(isChosen), "aria-label": `${side} ${spoken(rank)}, ${left} left`,
        onclick: () => { this.chosen = { side, rank }; this.selected = null; this.draw(); } },
      pieceSvg(side, rank), h("span", { class: "left", dataset: { text: left } }));
      el.addEventListener("pointerdown", (event) => this.dragFromBox(event, el, { side, rank }));
      return el;
    });
    return h("div", { class: "box", role: "group", "aria-label": `Box of ${side} pieces` }, buttons);
  }

  /** A piece pulled out of the box follows the pointer and lands on the square below it. */
  dragFromBox(start, el, piece) {
    if (start.button !== 0 || el.disabled) return;
    let ghost = null;
    const move = (event) => {
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 6) return;
      if (!ghost) {
        ghost = h("div", { class: "ghost" }, pieceSvg(piece.side, piece.rank));
        document.body.append(ghost);
      }
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".cell");
      if (event.type === "pointercancel" || !cell || !this.board.grid.contains(cell)) return;
      const index = Number(cell.dataset.index);
      if (isLake(index)) return;
      this.place(index, piece);
      this.changed();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}
