// The setup editor: an army on its forty squares, made by hand, by a generator, or loaded.

import { announce, attempt, toast } from "./announce.js";
import { get, post, remove } from "./api.js";
import { ask, askText } from "./dialogs.js";
import { button, field, fill, h, select } from "./dom.js";
import { ArmyEditor } from "./editor.js";
import { letterOf, pieceOf } from "./ranks.js";
import { placeToSquare } from "./squares.js";

const LAST = "flagfall-setup-";
const GENERATORS = { "best-of:50": "Best of 50", "semi-random": "Semi-random (as people do)",
  "half-random": "Half-random (Perspecto)", random: "Random" };
const HEURISTICS = { H2: "not shut in by bombs", H3: "flag bombed in", H4: "flag defended", H5: "not blocked by the spy",
  H6: "not blocked by lower ranks", H7: "miners not in front", H8: "bombs protected", H9: "starting pieces" };

export class SetupEditor {
  constructor(meta, onChange) {
    this.meta = meta;
    this.onChange = onChange;
    this.variant = "classic";
    this.side = "red";
    this.editor = this.makeEditor();
    this.generator = select(meta.generators.map((name) => [name, GENERATORS[name] ?? name]), meta.generators[0], () => {}, { id: "generator" });
    this.saved = h("select", { id: "saved-setups" });
    this.score = h("div", { class: "score card", "aria-label": "Score of the setup", role: "group" });
    this.missing = h("p", { class: "missing", role: "status", id: "missing" });
    this.boardHolder = h("div", { class: "setup-board" }, this.editor.board.el);
    this.boxHolder = h("div", { class: "card" }, h("h3", {}, "Box"), this.editor.box, this.missing);
    this.el = h("section", { class: "setup-editor", "aria-label": "Setup" }, this.boardHolder, this.boxHolder,
      h("div", { class: "setup-tools" }, this.tools(), this.score));
    void this.loadSaved();
    this.changed();
    void this.startWithSomething();
  }

  /** What was played last, or something good: who only wants to play can start at once. */
  async startWithSomething() {
    const last = localStorage.getItem(LAST + this.variant);
    if (last) this.setLetters(last);
    else await this.generate();
  }

  /** Remembers the setup that a game was started with. */
  remember() {
    localStorage.setItem(LAST + this.variant, this.letters);
  }

  makeEditor() {
    const isBlue = this.side === "blue";
    return new ArmyEditor({ label: "Your setup", sides: [this.side], army: this.meta.armies[this.variant],
      rows: isBlue ? [6, 7, 8, 9] : [0, 1, 2, 3], flipped: isBlue, onChange: () => this.changed() });
  }

  tools() {
    this.loadButton = button("Load", () => this.load(), { id: "load" });
    this.deleteButton = button("Delete", () => this.deleteSaved(), { id: "delete-setup" });
    return h("div", { class: "card tools" },
      h("div", { class: "tool-row" }, field("Generator", this.generator),
        button("Fill", () => this.generate(), { id: "fill", class: "primary" })),
      h("div", { class: "tool-row" }, button("Mirror", () => this.mirror(), { id: "mirror" }), button("Clear", () => this.editor.clear(), { id: "clear" }),
        button("Copy", () => this.copy()), button("Paste…", () => this.paste(), { id: "paste" })),
      h("div", { class: "tool-row" }, field("Saved setups", this.saved), this.loadButton, this.deleteButton, button("Save…", () => this.save(), { id: "save" })));
  }

  /** Whose army is set up, and which one. What is on the board stays if it can. */
  configure(side, variant) {
    if (side === this.side && variant === this.variant) return;
    const letters = variant === this.variant ? this.letters : null;
    Object.assign(this, { side, variant });
    this.editor = this.makeEditor();
    fill(this.boardHolder, this.editor.board.el);
    fill(this.boxHolder, h("h3", {}, "Box"), this.editor.box, this.missing);
    if (letters) this.setLetters(letters);
    this.fillSaved();
    this.changed();
    if (!letters) void this.startWithSomething();
  }

  /** Squares are turned for blue. */
  squareOf(place) {
    const square = placeToSquare(place);
    return this.side === "blue" ? 99 - square : square;
  }

  /** 40 letters in red's alphabet, "A" where nothing stands. */
  get letters() {
    return [...Array(40).keys()].map((place) => {
      const piece = this.editor.pieces.get(this.squareOf(place));
      return piece ? letterOf("red", piece.rank) : "A";
    }).join("");
  }

  setLetters(letters) {
    const pieces = [...letters].map((letter, place) => [this.squareOf(place), pieceOf(letter)]).filter(([, piece]) => piece);
    this.editor.setPieces(new Map(pieces.map(([square, piece]) => [square, { side: this.side, rank: piece.rank }])));
  }

  get isComplete() {
    return this.editor.missing(this.side) === "";
  }

  changed() {
    if (!this.missing) return;
    const missing = this.editor.missing(this.side);
    this.missing.textContent = missing ? `Still in the box: ${missing}.` : "The setup is complete.";
    this.missing.classList.toggle("complete", !missing);
    this.onChange();
    void this.judge();
  }

  /** Only the answer for what is on the board now is shown. */
  async judge() {
    const letters = this.letters;
    const scores = await post("api/judge", { setup: letters }).catch(() => null);
    if (!scores || letters !== this.letters) return;
    const parts = scores.parts.map(({ name, score }) => h("li", {}, h("span", {}, `${name} ${HEURISTICS[name] ?? ""}`),
      h("b", { class: score < 0 ? "bad" : score > 0 ? "good" : "" }, score > 0 ? `+${score}` : String(score).replace("-", "−"))));
    fill(this.score, h("h3", {}, "Score", h("b", { class: "total" }, ` ${String(scores.total).replace("-", "−")}`)),
      h("ul", {}, h("li", {}, h("span", {}, "H1 mean distance to freedom"), h("b", {}, scores.freedom.toFixed(2))), parts));
  }

  async generate() {
    await attempt(async () => {
      const { setup } = await post("api/generate", { method: this.generator.value, variant: this.variant });
      this.setLetters(setup);
      announce("The setup has been filled.");
    });
  }

  mirror() {
    this.setLetters([0, 10, 20, 30].map((row) => [...this.letters.slice(row, row + 10)].reverse().join("")).join(""));
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.letters);
      toast("The setup has been copied as text.");
    } catch {
      await askText("Copy the setup", "The setup as text", this.letters);
    }
  }

  async paste() {
    const text = await askText("Paste a setup", "40 letters, or four lines such as X988777666", "", { multiline: true, action: "Use it" });
    if (!text) return;
    await attempt(async () => {
      const { setup, variant } = await post("api/parse-setup", { text });
      if (variant !== this.variant) throw new Error(`This is a ${variant} army, the game is ${this.variant}.`);
      this.setLetters(setup);
    });
  }

  // Saved setups

  async loadSaved(name) {
    this.all = await get("api/setups").catch(() => []);
    this.fillSaved(name);
  }

  fillSaved(name) {
    const fitting = (this.all ?? []).filter((saved) => saved.variant === this.variant);
    fill(this.saved, fitting.length ? fitting.map((saved) => h("option", { value: saved.name }, saved.name))
      : h("option", { value: "" }, "None yet"));
    if (name) this.saved.value = name;
    this.loadButton.disabled = fitting.length === 0;
    this.deleteButton.disabled = fitting.length === 0;
  }

  async save() {
    if (!this.isComplete) return void toast("Only a complete setup can be saved.", "error");
    const name = await askText("Save the setup", "Name", this.saved.value, { action: "Save" });
    if (name === null) return;
    await attempt(async () => {
      await post("api/setups", { name, setup: this.letters });
      await this.loadSaved(name.trim());
      toast(`Saved as ${name.trim()}.`);
    });
  }

  load() {
    const saved = this.all?.find((candidate) => candidate.name === this.saved.value && candidate.variant === this.variant);
    if (!saved) return void toast("There is no saved setup.", "error");
    this.setLetters(saved.letters);
  }

  async deleteSaved() {
    const name = this.saved.value;
    if (!name || !(await ask("Delete the setup?", `"${name}" will be gone for good.`, "Delete"))) return;
    await attempt(async () => {
      await remove(`api/setups/${encodeURIComponent(name)}`);
      await this.loadSaved();
    });
  }
}
