// The list of moves, and moves in words.

import { h } from "./dom.js";
import { other, spoken } from "./ranks.js";

/** "Red moves B4 to B5", "Red's scout attacks blue's miner on B5: the miner wins". */
export function inWords(event) {
  const mover = event.side[0].toUpperCase() + event.side.slice(1);
  if (!event.battle) return `${mover} moves ${event.from} to ${event.to}.`;
  const { attacker, defender, survivor } = event.battle;
  const end = survivor === "none" ? "both fall" : `the ${survivor === "attacker" ? attacker : defender} wins`;
  return `${mover}'s ${spoken(attacker)} from ${event.from} attacks ${other(event.side)}'s ${spoken(defender)} on ${event.to}: ${end}.`;
}

export class MoveList {
  /** @param {((ply: number) => void) | null} onJump */
  constructor(onJump = null) {
    this.onJump = onJump;
    this.list = h("ol", { class: "moves", tabIndex: 0, "aria-label": "Moves" });
    this.el = h("section", { class: "move-list" }, h("h3", {}, "Moves"), this.list);
    this.shown = 0;
  }

  /** Shows these turns, of which those that were shown before are not drawn again. */
  set(events) {
    if (events.length < this.shown) {
      this.list.replaceChildren();
      this.shown = 0;
    }
    for (; this.shown < events.length; this.shown++) {
      const [event, ply] = [events[this.shown], this.shown + 1];
      const content = [h("span", { class: `dot ${event.side}` }), event.text];
      const item = h("li", { class: event.battle ? "fight" : "", dataset: { ply } },
        h("span", { class: "number", "aria-hidden": "true" }, `${ply}.`),
        this.onJump ? h("button", { type: "button", class: "link", title: inWords(event), onclick: () => this.onJump(ply) }, content)
          : h("span", { title: inWords(event) }, content));
      this.list.append(item);
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  mark(ply) {
    for (const item of this.list.children) {
      const isCurrent = Number(item.dataset.ply) === ply;
      item.classList.toggle("current", isCurrent);
      if (isCurrent) {
        const [top, height] = [item.offsetTop - this.list.offsetTop, this.list.clientHeight];
        if (top < this.list.scrollTop || top > this.list.scrollTop + height - 30) this.list.scrollTop = top - height / 2;
      }
    }
  }
}

const REASONS = {
  "flag-captured": "the flag was captured",
  "no-legal-move": "the player to move had no legal move",
  "both-immobile": "neither side can ever move again",
  agreement: "by agreement",
  resignation: "by resignation",
  "ply-limit": "the limit on moves was reached",
  "quiet-limit": "too many moves without a battle",
  time: "the bot took too long",
  "illegal-move": "the bot made an illegal move",
  crash: "the bot failed",
  unknown: "the record says no more",
};

/** "You win: the flag was captured." */
export function resultInWords(result, you) {
  const reason = REASONS[result.reason] ?? result.reason;
  if (result.outcome === "draw") return `Draw: ${reason}.`;
  if (you && result.reason === "no-legal-move") {
    return result.outcome === you ? "You win: your opponent has no legal move." : "You lose: you have no legal move.";
  }
  if (you) return `You ${result.outcome === you ? "win" : "lose"}: ${reason}.`;
  return `${result.outcome === "red" ? "Red" : "Blue"} wins: ${reason}.`;
}
