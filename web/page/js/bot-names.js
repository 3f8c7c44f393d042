// Bots are named as the program names them: "monte-carlo", or "monte-carlo:ms=1000" with options.

/** "key=value,..." by key. @returns {Map<string, string>} */
export function parseOptions(text) {
  const pairs = text ? text.split(",") : [];
  return new Map(pairs.map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));
}

export const baseName = (spec) => spec.split(":", 1)[0];

/** A name with these options, which are put in order so that the same player always has the same name. */
export function withOptions(name, options) {
  const pairs = [...options].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key}=${value}`);
  return pairs.length ? `${name}:${pairs.join(",")}` : name;
}

/** As people read it: "monte-carlo (ms=1000)". */
export function inWords(spec) {
  const options = spec.slice(baseName(spec).length + 1);
  return options ? `${baseName(spec)} (${options.replaceAll(",", ", ")})` : spec;
}
