// The board. It knows no rules: it shows pieces and marks, and reports which squares were used how.

import { h, svg } from "./dom.js";
import { pieceSvg } from "./pieces.js";
import { spoken } from "./ranks.js";
import { mayAnimate } from "./settings.js";
import { indexOf, isLake, nameOf } from "./squares.js";

const DRAG_AFTER_PX = 6;
/** As long as the animation of the style. */
const BATTLE_MS = 1500;

export class Board {
  /**
   * @param {object} options
   * @param {string} options.label what the board is, for screen readers
   * @param {boolean} [options.flipped] whether blue sits below
   * @param {number[]} [options.rows] the rows shown, 0 to 9
   * @param {(index: number) => void} options.onActivate a square was clicked, tapped, or chosen by keyboard
   * @param {(index: number) => boolean} [options.canDrag]
   * @param {(from: number, to: number | null) => void} [options.onDrop] null: dropped outside
   * @param {(index: number) => void} [options.onDelete]
   * @param {() => void} [options.onEscape]
   */
  constructor(options) {
    this.options = options;
    this.rows = options.rows ?? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    this.pieces = new Map();
    this.cells = new Map();
    this.describe = (piece) => `${piece.side} ${piece.rank ? spoken(piece.rank) : "unknown piece"}`;
    this.marks = { selected: null, targets: new Map(), last: null, current: null };
    this.el = h("div", { class: `board rows-${this.rows.length}` });
    this.el.style.setProperty("--rows", String(this.rows.length));
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": options.label, onkeydown: (e) => this.#onKey(e) });
    this.overlay = svg("svg", { class: "overlay", viewBox: `0 0 100 ${this.rows.length * 10}`, "aria-hidden": "true" });
    this.effects = h("div", { class: "effects", "aria-hidden": "true" });
    this.el.append(this.grid, this.overlay, this.effects);
    this.#build(options.flipped ?? false);
    this.grid.addEventListener("pointerdown", (e) => this.#onPointerDown(e));
    this.grid.addEventListener("click", (e) => this.#onClick(e));
  }

  /** Turns the board so that the other side sits below. */
  flip(flipped) {
    if (flipped === this.flipped) return;
    this.endBattles();
    this.#build(flipped);
    this.setHeat(this.heat ?? null);
    this.setArrows(this.arrows ?? []);
  }

  #build(flipped) {
    this.flipped = flipped;
    this.cells.clear();
    const down = [...this.rows].sort((a, b) => (flipped ? a - b : b - a));
    const across = [...Array(10).keys()].map((col) => (flipped ? 9 - col : col));
    this.order = down.map((row) => across.map((col) => row * 10 + col));
    this.grid.replaceChildren(...this.order.map((row, y) => h("div", { class: "row", role: "row" },
      row.map((index, x) => this.#cell(index, x === 0, y === down.length - 1)))));
    const start = this.focused !== undefined && this.cells.has(this.focused) ? this.focused : this.order.at(-1)[0];
    this.#setTabStop(start);
    this.#drawAll();
  }

  #cell(index, isLeft, isBottom) {
    const lake = isLake(index);
    const cell = h("div", { class: `cell${lake ? " lake" : ""}`, role: "gridcell", tabIndex: -1, dataset: { index } },
      isLeft && h("span", { class: "coordinate row-name", dataset: { text: Math.floor(index / 10) + 1 } }),
      isBottom && h("span", { class: "coordinate col-name", dataset: { text: "ABCDEFGHIJ"[index % 10] } }));
    cell.dataset.name = nameOf(index);
    cell.addEventListener("focus", () => this.#setTabStop(index));
    this.cells.set(index, cell);
    return cell;
  }

  #setTabStop(index) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = index;
    this.cells.get(index)?.setAttribute("tabindex", "0");
  }

  focus(index = this.focused) {
    this.cells.get(index)?.focus();
  }

  /**
   * Shows these pieces.
   * @param {Map<number, {side: string, rank: string | null, moved?: boolean, known?: boolean, id?: string}>} pieces
   */
  setPieces(pieces) {
    this.pieces = pieces;
    this.#drawAll();
  }

  /** @param {Partial<{selected: number | null, targets: Map<number, string>, last: object | null}>} marks */
  setMarks(marks) {
    Object.assign(this.marks, marks);
    for (const [index, cell] of this.cells) this.#drawMarks(index, cell);
  }

  #drawAll() {
    for (const [index, cell] of this.cells) {
      cell.querySelector(".piece-holder")?.remove();
      const piece = this.pieces.get(index);
      cell.classList.toggle("grab", Boolean(piece && this.options.onDrop && this.options.canDrag?.(index)));
      if (piece) {
        const holder = h("div", { class: "piece-holder" }, pieceSvg(piece.side, piece.rank));
        if (piece.moved) holder.classList.add("moved");
        if (piece.known) holder.classList.add("known");
        cell.append(holder);
      }
      this.#drawMarks(index, cell);
    }
  }

  #drawMarks(index, cell) {
    const { selected, targets, last } = this.marks;
    const target = targets.get(index);
    cell.classList.toggle("selected", selected === index);
    cell.classList.toggle("target", target === "move");
    cell.classList.toggle("attack", target === "attack");
    cell.classList.toggle("last-from", last?.from === index);
    cell.classList.toggle("last-to", last?.to === index);
    cell.setAttribute("aria-selected", String(selected === index));
    cell.setAttribute("aria-label", this.#labelOf(index, target));
  }

  #labelOf(index, target) {
    const name = nameOf(index);
    if (isLake(index)) return `${name}, lake`;
    const piece = this.pieces.get(index);
    const parts = [name, piece ? this.describe(piece) : "empty"];
    if (piece?.moved && !piece.rank) parts.push("has moved");
    if (target) parts.push(target === "attack" ? "can be attacked" : "can be moved to");
    if (this.heat?.has(index)) parts.push(`${percent(this.heat.get(index))} percent`);
    return parts.join(", ");
  }

  /** Colors squares by probability; null ends it. @param {Map<number, number> | null} heat */
  setHeat(heat) {
    this.heat = heat;
    for (const [index, cell] of this.cells) {
      cell.querySelector(".heat")?.remove();
      if (heat?.has(index)) {
        const p = heat.get(index);
        const el = h("span", { class: p === 0 ? "heat none" : "heat", dataset: { text: percent(p) } });
        el.style.setProperty("--p", String(p));
        cell.append(el);
      }
      this.#drawMarks(index, cell);
    }
  }

  /** @param {{from: string, to: string, weight: number, chosen: boolean}[]} arrows */
  setArrows(arrows) {
    this.arrows = arrows;
    this.overlay.replaceChildren(...arrows.map(({ from, to, weight, chosen }) => {
      const [a, b] = [this.#center(indexOf(from)), this.#center(indexOf(to))];
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const tip = { x: b.x - ux * 1.5, y: b.y - uy * 1.5 };
      const base = { x: tip.x - ux * 3, y: tip.y - uy * 3 };
      const head = `M${tip.x} ${tip.y}L${base.x - uy * 1.8} ${base.y + ux * 1.8}L${base.x + uy * 1.8} ${base.y - ux * 1.8}Z`;
      return svg("g", { class: `arrow${chosen ? " chosen" : ""}`, opacity: 0.35 + 0.65 * weight },
        svg("path", { d: `M${a.x} ${a.y}L${base.x} ${base.y}`, class: "shaft" }), svg("path", { d: head, class: "head" }));
    }));
  }

  #center(index) {
    const y = this.order.findIndex((row) => row.includes(index));
    return { x: this.order[y].indexOf(index) * 10 + 5, y: y * 10 + 5 };
  }

  /** Lets the piece on a square arrive from another one. */
  slide(from, to) {
    const holder = this.cells.get(to)?.querySelector(".piece-holder");
    if (!holder || !mayAnimate()) return;
    const [a, b] = [this.#center(from), this.#center(to)];
    const size = this.cells.get(to).offsetWidth / 10;
    holder.animate([{ transform: `translate(${(a.x - b.x) * size}px, ${(a.y - b.y) * size}px)` }, { transform: "none" }],
      { duration: 220, easing: "ease-out" });
  }

  /** Takes away what is shown of battles. */
  endBattles() {
    this.effects.replaceChildren();
  }

  /** Another turn has been shown: a battle is looked at until the turn after the next. */
  ageBattles() {
    for (const el of [...this.effects.children]) {
      if (el.dataset.age) el.remove();
      else el.dataset.age = "1";
    }
  }

  /** Shows both pieces of a battle over its square for a moment. */
  battle(event, onto) {
    const { x, y } = this.#center(onto);
    const { attacker, defender, survivor } = event.battle;
    const enemy = event.side === "red" ? "blue" : "red";
    const one = (side, rank, lives) => h("div", { class: lives ? "survivor" : "fallen" }, pieceSvg(side, rank));
    const el = h("div", { class: "battle" }, one(event.side, attacker, survivor === "attacker"),
      one(enemy, defender, survivor === "defender"));
    el.style.left = `${Math.min(Math.max(x, 11), 89)}%`;
    el.style.top = `${Math.min(Math.max((y / this.rows.length) * 10, 9), 91)}%`;
    this.effects.append(el);
    setTimeout(() => el.remove(), BATTLE_MS);
  }

  #squareAt(x, y) {
    const cell = document.elementFromPoint(x, y)?.closest?.(".cell");
    return cell && this.grid.contains(cell) ? Number(cell.dataset.index) : null;
  }

  #onClick(event) {
    if (this.suppressClick) {
      this.suppressClick = false;
      return;
    }
    const cell = event.target.closest(".cell");
    if (cell) this.options.onActivate(Number(cell.dataset.index));
  }

  #onPointerDown(event) {
    this.suppressClick = false;
    // Whoever acts has seen enough.
    this.endBattles();
    const cell = event.target.closest(".cell");
    if (!cell || event.button !== 0) return;
    const from = Number(cell.dataset.index);
    if (!this.options.onDrop || !this.options.canDrag?.(from)) return;
    const holder = cell.querySelector(".piece-holder");
    if (holder) this.#follow(event, holder, (to) => this.options.onDrop(from, to));
  }

  /** Lets an element follow the pointer and reports where it was let go. */
  #follow(start, holder, done) {
    let dragging = false;
    const move = (event) => {
      const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!dragging && Math.hypot(dx, dy) < DRAG_AFTER_PX) return;
      if (!dragging) {
        dragging = true;
        holder.classList.add("dragging");
        this.options.onDragStart?.(Number(holder.parentElement.dataset.index));
      }
      holder.style.transform = `translate(${dx}px, ${dy}px)`;
    };
    const end = (event) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      if (!dragging) return;
      holder.classList.remove("dragging");
      holder.style.transform = "";
      if (event.type === "pointercancel") return;
      this.suppressClick = true;
      // A click follows only if the button comes up over the grid; a later one is meant.
      setTimeout(() => { this.suppressClick = false; }, 0);
      done(this.#squareAt(event.clientX, event.clientY));
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  #onKey(event) {
    if (event.key === "Enter" || event.key === " ") this.endBattles();
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key];
    if (step) {
      const y = this.order.findIndex((row) => row.includes(this.focused));
      const x = this.order[y].indexOf(this.focused);
      const next = this.order[y + step[1]]?.[x + step[0]];
      if (next !== undefined) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") this.options.onActivate(this.focused);
    else if (event.key === "Escape") this.options.onEscape?.();
    else if (event.key === "Delete" || event.key === "Backspace") this.options.onDelete?.(this.focused);
    else if (event.key === "Home") this.focus(this.order.find((row) => row.includes(this.focused))[0]);
    else if (event.key === "End") this.focus(this.order.find((row) => row.includes(this.focused)).at(-1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function percent(p) {
  if (p > 0 && p < 0.005) return "<1";
  return String(Math.round(p * 100));
}

/** Pieces as the server sends them, by square. */
export function piecesBySquare(pieces) {
  return new Map(pieces.map((piece) => [indexOf(piece.at), piece]));
}
