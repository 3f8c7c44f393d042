// Small helpers for making and finding elements.

/**
 * Makes an element. Properties that start with "on" are listeners, "class" is the class, anything that the element has as
 * a property is set as one, everything else is an attribute. Children that are null or false are left out.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  setProps(el, props);
  append(el, children);
  return el;
}

/** As h, for SVG. */
export function svg(tag, props = {}, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) {
    if (value !== null && value !== false && value !== undefined) el.setAttribute(name, String(value));
  }
  append(el, children);
  return el;
}

function setProps(el, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === "class") el.className = value;
    else if (name === "dataset") Object.assign(el.dataset, value);
    else if (name in el && !name.startsWith("aria") && name !== "list") el[name] = value;
    else if (value !== false) el.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(el, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) el.append(child);
  }
}

/** Replaces what is in an element. */
export function fill(el, ...children) {
  el.replaceChildren();
  append(el, children);
  return el;
}

/** A label with its control below it. */
export function field(label, control, note) {
  return h("label", { class: "field" }, h("span", { class: "field-label" }, label), control, note && h("small", {}, note));
}

/**
 * A table that on a narrow screen becomes a list of cards, each value with its column's name before it. The roles are said in
 * so many words because browsers forget them when a table is laid out as something else.
 * @param {string[]} columns the first is the head of each row
 * @param {any[][]} rows
 * @param {Record<string, any>} [props]
 */
export function cardTable(columns, rows, props = {}) {
  const head = columns.map((text) => h("th", { scope: "col", role: "columnheader" }, text));
  const cells = (row) => row.map((content, i) => h(i === 0 ? "th" : "td",
    { role: i === 0 ? "rowheader" : "cell", scope: i === 0 ? "row" : null, dataset: { column: columns[i] }, class: typeof content === "number" ? "num" : "" }, content));
  return h("table", { ...props, class: "card-table", role: "table" }, h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, head)),
    h("tbody", { role: "rowgroup" }, rows.map((row) => h("tr", { role: "row" }, cells(row)))));
}

/** A select from [value, text] pairs. */
export function select(options, value, onchange, props = {}) {
  const el = h("select", { onchange: () => onchange(el.value), ...props },
    options.map(([key, text]) => h("option", { value: key }, text)));
  if (value !== undefined) el.value = value;
  return el;
}

export function button(text, onclick, props = {}) {
  return h("button", { type: "button", onclick, ...props }, text);
}

/** A checkbox with its text. */
export function check(text, checked, onchange) {
  const box = h("input", { type: "checkbox", checked, onchange: () => onchange(box.checked) });
  return h("label", { class: "check" }, box, h("span", {}, text));
}
