// The controls for choosing a bot, its strength, and the rules.

import { parseOptions, withOptions } from "./bot-names.js";
import { field, fill, h, select } from "./dom.js";

/** Strong for its short thinking time. */
const FIRST_CHOICE = "flagfall";

/** Their names, and what they say of repetition. */
const RULES = {
  isf: ["Tournament", "At most 3 moves between the same two squares; no endless chase."],
  isf2007: ["Tournament of 2007", "At most 5 moves between the same two squares; no endless chase."],
  perspecto: ["Perspecto", "At most 3 moves between the same two squares; a draw after 300 moves a side."],
  mets: ["Mets", "At most 5 moves between the same two squares; chases are allowed."],
  vicki: ["VICKI", "At most 3 moves between the same two squares; chases are allowed."],
  free: ["No repetition rules", "Everything may be repeated for ever."],
};

/** Which bot, how strong, and with which other options. All of it is in the bot's name. */
export class BotPicker {
  /**
   * @param {any} meta
   * @param {string} label
   * @param {string} id also the key under which the choice is remembered
   */
  constructor(meta, label, id) {
    Object.assign(this, { meta, id });
    const names = meta.bots.map((bot) => [bot.name, bot.name]);
    const last = localStorage.getItem(`flagfall-${id}`);
    const start = meta.bots.some((bot) => bot.name === last) ? last : FIRST_CHOICE;
    this.select = select(names, start, (name) => this.choose(name), { id });
    this.strength = h("select", { id: `${id}-strength`, onchange: () => localStorage.setItem(this.strengthKey, this.strength.value) });
    this.summary = h("small", { class: "summary" });
    this.options = h("div", { class: "stack" });
    this.el = h("div", { class: "bot-picker" }, field(label, this.select), this.summary, field("Strength", this.strength),
      h("details", {}, h("summary", {}, "All options of the bot"), this.options));
    this.choose(start);
  }

  get strengthKey() {
    return `flagfall-${this.id}-strength-${this.select.value}`;
  }

  choose(name) {
    localStorage.setItem(`flagfall-${this.id}`, name);
    const bot = this.meta.bots.find((candidate) => candidate.name === name);
    this.summary.textContent = bot.summary;
    fill(this.strength, bot.strengths.map(({ label, options }) => h("option", { value: options }, label)));
    const last = localStorage.getItem(this.strengthKey);
    this.strength.value = bot.strengths.some(({ options }) => options === last) ? last : "";
    this.strength.disabled = bot.strengths.length === 1;
    this.inputs = bot.options.map((option) => [option,
      h("input", { placeholder: option.default, autocomplete: "off", spellcheck: false })]);
    fill(this.options, h("small", {}, "What is set here goes before the strength above."),
      this.inputs.map(([option, input]) => field(option.key, input, option.meaning)));
    this.options.parentElement.hidden = this.inputs.length === 0;
  }

  get value() {
    const options = parseOptions(this.strength.value);
    for (const [option, input] of this.inputs) if (input.value.trim()) options.set(option.key, input.value.trim());
    return withOptions(this.select.value, options);
  }
}

/** Preset and army. */
export class RulesPicker {
  constructor(meta, onChange = () => {}) {
    this.preset = select(meta.presets.map((name) => [name, RULES[name]?.[0] ?? name]), "isf", () => {
      this.explain();
      onChange();
    }, { id: "rules" });
    this.meaning = h("small", { class: "summary" });
    this.explain();
    this.army = select([["classic", "Classic: 40 pieces"], ["barrage", "Barrage: 8 pieces"]], "classic", onChange, { id: "army" });
    this.el = [h("div", {}, field("Rules", this.preset), this.meaning), field("Army", this.army)];
  }

  explain() {
    this.meaning.textContent = RULES[this.preset.value]?.[1] ?? "";
  }

  get variant() {
    return this.army.value;
  }

  get value() {
    return this.preset.value + (this.army.value === "barrage" ? ",barrage" : "");
  }
}
