// The controls for choosing a bot, its strength, and the rules.

import { field, h, select } from "./dom.js";

const STRENGTHS = [["0", "Its own"], ["100", "Quick: 0.1 s a move"], ["1000", "Normal: 1 s a move"],
  ["3000", "Strong: 3 s a move"], ["10000", "Very strong: 10 s a move"]];

const RULES = {
  isf: "Tournament (two squares: 3, more squares)",
  isf2007: "Tournament 2007 (two squares: 5, more squares)",
  perspecto: "Perspecto (two squares: 3, 300 moves a side)",
  mets: "Mets (two squares: 5)",
  vicki: "VICKI (two squares: 3)",
  free: "No repetition rules",
};

/** Which bot, with its options. @param {any} meta */
export class BotPicker {
  constructor(meta, label, id, onChange = () => {}) {
    this.meta = meta;
    this.onChange = onChange;
    const names = meta.bots.map((bot) => [bot.name, bot.name]);
    const last = localStorage.getItem(`flagfall-${id}`);
    const start = meta.bots.some((bot) => bot.name === last) ? last : meta.bots.at(-1).name;
    this.select = select(names, start, (name) => this.choose(name, id), { id });
    this.summary = h("small", { class: "summary" });
    this.options = h("div", { class: "stack" });
    this.el = h("div", { class: "bot-picker" }, field(label, this.select), this.summary,
      h("details", {}, h("summary", {}, "Options of the bot"), this.options));
    this.choose(start, id);
  }

  choose(name, id) {
    localStorage.setItem(`flagfall-${id}`, name);
    const bot = this.meta.bots.find((candidate) => candidate.name === name);
    this.summary.textContent = bot.summary;
    this.inputs = bot.options.map((option) => [option,
      h("input", { placeholder: option.default, autocomplete: "off", spellcheck: false })]);
    this.options.replaceChildren(...this.inputs.map(([option, input]) => field(option.key, input, option.meaning)));
    this.options.parentElement.hidden = this.inputs.length === 0;
    this.onChange();
  }

  get value() {
    const set = this.inputs.filter(([, input]) => input.value.trim()).map(([option, input]) => `${option.key}=${input.value.trim()}`);
    return this.select.value + (set.length ? `:${set.join(",")}` : "");
  }
}

export function strengthPicker() {
  return select(STRENGTHS, localStorage.getItem("flagfall-strength") ?? "0",
    (value) => localStorage.setItem("flagfall-strength", value), { id: "strength" });
}

/** Preset and army. */
export class RulesPicker {
  constructor(meta, onChange = () => {}) {
    this.preset = select(meta.presets.map((name) => [name, RULES[name] ?? name]), "isf", onChange, { id: "rules" });
    this.army = select([["classic", "Classic: 40 pieces"], ["barrage", "Barrage: 8 pieces"]], "classic", onChange, { id: "army" });
    this.el = [field("Rules", this.preset), field("Army", this.army)];
  }

  get variant() {
    return this.army.value;
  }

  get value() {
    return this.preset.value + (this.army.value === "barrage" ? ",barrage" : "");
  }
}
