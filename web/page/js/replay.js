// Positions of a finished game, from its start and its turns.

import { RANKS } from "./ranks.js";
import { indexOf } from "./squares.js";

/**
 * The pieces after some turns.
 * @param {any} game as the library sends it
 * @param {number} ply
 */
export function positionAt(game, ply) {
  const pieces = new Map(game.start.pieces.map((piece) => [indexOf(piece.at), { ...piece }]));
  const captured = { red: Array(12).fill(0), blue: Array(12).fill(0) };
  for (const event of game.events.slice(0, ply)) {
    const [from, to] = [indexOf(event.from), indexOf(event.to)];
    const [mover, target] = [pieces.get(from), pieces.get(to)];
    pieces.delete(from);
    mover.moved = true;
    if (Math.abs(from - to) !== 1 && Math.abs(from - to) !== 10) mover.known = true;
    if (event.battle) {
      mover.known = true;
      target.known = true;
      if (event.battle.survivor !== "attacker") captured[mover.side][rankIndex(mover)]++;
      if (event.battle.survivor !== "defender") captured[target.side][rankIndex(target)]++;
      if (event.battle.survivor === "defender") continue;
      pieces.delete(to);
      if (event.battle.survivor === "none") continue;
    }
    pieces.set(to, mover);
  }
  return { pieces, captured };
}

const rankIndex = (piece) => RANKS.indexOf(piece.rank);
