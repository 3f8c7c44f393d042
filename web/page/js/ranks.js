// The ranks in the order of the server: flag, spy, 2 to 10, bomb.

import { settings } from "./settings.js";

export const RANKS = ["flag", "spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general",
  "marshal", "bomb"];

/** From the highest down, bombs and flag last: the order of boxes and trays. */
export const BY_HEIGHT = ["marshal", "general", "colonel", "major", "captain", "lieutenant", "sergeant", "miner", "scout",
  "spy", "bomb", "flag"];

export const SIDES = ["red", "blue"];

/** StraDoS2 letters in the order of their alphabet. */
const STRADOS = ["bomb", "spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general",
  "marshal", "flag"];

/** The letter of a piece in setups and boards. */
export function letterOf(side, rank) {
  const base = side === "red" ? "B" : "N";
  return String.fromCharCode(base.charCodeAt(0) + STRADOS.indexOf(rank));
}

/** The piece of a letter, or null for an empty square. */
export function pieceOf(letter) {
  const code = letter.charCodeAt(0);
  if (code >= 66 && code <= 77) return { side: "red", rank: STRADOS[code - 66] };
  if (code >= 78 && code <= 89) return { side: "blue", rank: STRADOS[code - 78] };
  return null;
}

/** What is written on a piece: 10 down to 2, or 1 up to 9 where the marshal is 1. */
export function mark(rank) {
  const index = RANKS.indexOf(rank);
  if (index < 2 || index > 10) return rank === "spy" ? "S" : "";
  return String(settings.numbering === "low" ? 11 - index : index);
}

/** "miner 3", "bomb". */
export function spoken(rank) {
  const text = mark(rank);
  return text && rank !== "spy" ? `${rank} ${text}` : rank;
}

export function plural(rank, count) {
  if (count === 1) return `1 ${rank}`;
  return `${count} ${rank === "spy" ? "spies" : `${rank}s`}`;
}

export const isMobile = (rank) => rank !== "flag" && rank !== "bomb";
export const other = (side) => (side === "red" ? "blue" : "red");
