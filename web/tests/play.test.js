// Whole games in a real browser: by mouse, by keyboard, through a reload and through a killed server.

import assert from "node:assert/strict";
import { Server, after, before, cell, isOver, myTurn, openBrowser, openPage, shot, someMove, startGame, test } from "./harness.js";

let browser;
let server;

before(async () => {
  [browser, server] = await Promise.all([openBrowser(), Server.start()]);
});

after(async () => {
  await Server.killAll();
  await browser?.close();
});

async function plies(page) {
  return page.locator(".moves li").count();
}

/** Plays until the game is over, making each move in the given way. */
async function playOut(page, make) {
  for (let turn = 0; turn < 400; turn++) {
    await myTurn(page);
    if (await isOver(page)) return turn;
    const move = await someMove(page);
    const before = await plies(page);
    await make(page, move);
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count || document.querySelector(".game.over"), before);
  }
  assert.fail("the game did not end");
}

test("a whole game by mouse, from setup to end, with rematch", async () => {
  const page = await openPage(browser, server);
  await page.locator("#missing.complete").waitFor();
  await shot(page, "new-game");
  // The rules with a limit on plies: a game that nobody can win is drawn.
  await startGame(page, { bot: "blind", rules: "perspecto" });
  await playOut(page, async (page_, move) => {
    await cell(page_, move.from).click();
    assert.ok(await cell(page_, move.from).evaluate((el) => el.classList.contains("selected")));
    await cell(page_, move.to).click();
  });
  await shot(page, "game-over");
  assert.match(await page.locator("#status").textContent(), /^(You (win|lose)|Draw): .+\.$/);
  assert.equal(await page.locator(".piece.hidden").count(), 0, "all pieces are shown at the end");
  await page.reload();
  await page.locator(".game.over #rematch").waitFor();
  await page.locator("#rematch").click();
  await page.locator("#resign").waitFor();
  await myTurn(page);
  assert.ok((await plies(page)) <= 1);
  await page.locator("#nav a", { hasText: "Library" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#games tbody tr").length === 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a whole game by keyboard alone, as blue", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "blind", side: "blue", rules: "perspecto" });
  const goTo = async (name) => {
    for (let steps = 0; steps < 20; steps++) {
      const now = await page.evaluate(() => document.activeElement.dataset.name);
      const [dx, dy] = [name.charCodeAt(0) - now.charCodeAt(0), Number(name.slice(1)) - Number(now.slice(1))];
      if (dx === 0 && dy === 0) return;
      // Blue sits below, so right is towards A and up is towards row 1.
      if (dx !== 0) await page.keyboard.press(dx > 0 ? "ArrowLeft" : "ArrowRight");
      else await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
    }
    assert.fail(`the arrow keys do not lead to ${name}`);
  };
  await page.locator('.cell[tabindex="0"]').focus();
  await playOut(page, async (page_, move) => {
    await page_.evaluate(() => document.querySelector('.cell[tabindex="0"]').focus());
    await goTo(move.from);
    await page_.keyboard.press("Enter");
    await goTo(move.to);
    await page_.keyboard.press("Enter");
  });
  assert.ok(await isOver(page));
  assert.match(await page.locator("#announcer").textContent(), /(win|lose|Draw)/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("dragging moves, Escape lets go, illegal attempts are explained", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "blind", army: "classic" });
  await myTurn(page);
  const move = await someMove(page, { quiet: true });
  await cell(page, move.from).click();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".cell.selected").count(), 0);
  const immobile = page.locator('.cell[aria-label*="your bomb"]').first();
  await immobile.click();
  assert.match(await page.locator(".refusal").textContent(), /bomb cannot move/);
  await cell(page, move.from).click();
  await cell(page, "C5").click();
  assert.match(await page.locator(".refusal").textContent(), /C5 is a lake/);
  await page.keyboard.press("Escape");
  const [from, to] = [cell(page, move.from), cell(page, move.to)];
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 1);
  await myTurn(page);
  // Too far for anything but a scout: the server names the rule.
  const slow = await page.evaluate(() => [...document.querySelectorAll(".cell")].filter((el) => /your (captain|major|lieutenant|sergeant|colonel|general)/.test(el.getAttribute("aria-label"))).map((el) => el.dataset.name).find((name) => /[ABEFIJ]4/.test(name)));
  if (slow && /empty/.test(await cell(page, `${slow[0]}6`).getAttribute("aria-label"))) {
    await cell(page, slow).click();
    await cell(page, `${slow[0]}6`).click();
    await page.waitForFunction(() => /only scouts|blocked/.test(document.querySelector(".refusal").textContent));
  }
  await shot(page, "game");
  await page.locator("#resign").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await isOver(page), false);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the rule that forbids going back and forth is named, and the page does not offer the move", async () => {
  const page = await openPage(browser, server);
  await page.locator("#nav a", { hasText: "Free setup" }).click();
  await page.locator("#free-opponent").selectOption("blind");
  for (const [side, rank, square] of [["red", "flag", "J1"], ["red", "general", "A3"], ["blue", "flag", "J10"], ["blue", "major", "J8"]]) {
    await page.locator(`#box-${side}-${rank}`).click();
    await cell(page, square).click();
  }
  await page.locator("#start:enabled").click();
  for (const [from, to] of [["A3", "A4"], ["A4", "A3"], ["A3", "A4"], ["A4", "A3"]]) {
    await myTurn(page);
    const before = await plies(page);
    await cell(page, from).click();
    if (before === 6) assert.equal(await cell(page, to).evaluate((el) => el.classList.contains("target")), false);
    await cell(page, to).click();
    if (before < 6) await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count + 2, before);
  }
  await page.locator(".refusal", { hasText: /^Two-squares rule: A4-A3 / }).waitFor();
  assert.equal(await page.locator(".refusal").getAttribute("data-code"), "two-squares");
  assert.equal(await plies(page), 6);
  await shot(page, "refusal");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a reload and a killed server lose nothing, and the page comes back by itself", async () => {
  const own = await Server.start();
  const page = await openPage(browser, own);
  await startGame(page, { bot: "heuristic", army: "classic" });
  const makeMoves = async (count) => {
    for (let i = 0; i < count; i++) {
      await myTurn(page);
      const move = await someMove(page);
      const before = await plies(page);
      await cell(page, move.from).click();
      await cell(page, move.to).click();
      await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before);
    }
  };
  const position = () => page.evaluate(() => [...document.querySelectorAll(".cell")].map((el) => el.getAttribute("aria-label").replace(/, can be.*/, "")).join("|"));
  const list = () => page.locator(".moves").textContent();
  await makeMoves(3);
  let [board, moves] = [await position(), await list()];
  await page.reload();
  await myTurn(page);
  assert.equal(await position(), board);
  assert.equal(await list(), moves);
  await makeMoves(2);
  [board, moves] = [await position(), await list()];
  await own.kill();
  await page.locator(".game.offline").waitFor();
  assert.match(await page.locator("#status").textContent(), /Connection lost/);
  await page.locator("#offer-draw").click();
  assert.equal(await page.locator(".refusal").textContent(), "There is no connection at the moment.");
  const again = await Server.start({ data: own.data, port: own.port });
  await page.locator(".game:not(.offline)").waitFor();
  await myTurn(page);
  assert.equal(await page.locator(".refusal").textContent(), "");
  assert.equal(await position(), board);
  assert.equal(await list(), moves);
  await makeMoves(2);
  // Killed in the moment of a move: either it was acknowledged and is there, or it was not and can be made again.
  await myTurn(page);
  const last = await plies(page);
  const move = await someMove(page, { quiet: true });
  await cell(page, move.from).click();
  await cell(page, move.to).click();
  await again.kill();
  // Until the page has noticed, it says "Your turn" of the position before the move.
  await page.locator(".game.offline").waitFor();
  const third = await Server.start({ data: own.data, port: own.port });
  await page.locator(".game:not(.offline)").waitFor();
  await myTurn(page);
  const now = await plies(page);
  assert.ok(now === last || now === last + 2, `${last} plies before the kill, ${now} after it`);
  await makeMoves(1);
  await third.kill();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a spectator link shows public information only", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "blind", army: "classic" });
  await myTurn(page);
  const guest = await openPage(browser, server);
  await guest.goto(page.url());
  await guest.locator(".player b").first().waitFor();
  assert.equal(await guest.locator(".piece.hidden:not(.chip .piece)").count(), 80);
  assert.equal(await guest.locator("#resign").count(), 0);
  await page.context().close();
  await guest.context().close();
});

test("an offer made while the bot thinks is answered, and so is every other one at the same ply", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "monte-carlo", strength: "ms=1000", army: "classic" });
  await myTurn(page);
  const move = await someMove(page, { quiet: true });
  await cell(page, move.from).click();
  await cell(page, move.to).click();
  await page.locator("#status", { hasText: "monte-carlo is thinking" }).waitFor();
  await page.locator("#offer-draw").click();
  await page.locator("#offer-draw", { hasText: "Draw offered" }).waitFor();
  assert.equal(await plies(page), 1);
  await page.locator(".toast", { hasText: "declines the draw" }).waitFor();
  assert.equal(await plies(page), 2, "after its move");
  assert.equal(await page.title(), "Your turn · Flagfall");
  // Notices go away by themselves, so the new one is caught as it comes.
  const second = page.evaluate(() => new Promise((done) => {
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((el) => done(el.textContent))))
      .observe(document.getElementById("toasts"), { childList: true });
  }));
  await page.locator("#offer-draw:enabled").click();
  assert.equal(await second, "monte-carlo (ms=1000) declines the draw.");
  assert.equal(await plies(page), 2, "at the same ply");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a bot that thinks for long can be told to move now", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "monte-carlo", strength: "ms=10000", army: "classic" });
  await myTurn(page);
  const move = await someMove(page, { quiet: true });
  await cell(page, move.from).click();
  await cell(page, move.to).click();
  await page.locator(".hurry").waitFor();
  assert.equal(await plies(page), 1);
  await page.locator(".hurry").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2, null, { timeout: 3000 });
  await myTurn(page);
  assert.equal(await page.locator(".hurry").count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a battle is shown for a moment, and no longer than the player waits", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "blind", army: "classic" });
  const attack = async () => {
    for (let turn = 0; turn < 60; turn++) {
      await myTurn(page);
      assert.equal(await isOver(page), false);
      const move = await someMove(page);
      await cell(page, move.from).click();
      await cell(page, move.to).click();
      await page.waitForTimeout(60);
      if ((await page.locator(".battle").count()) > 0) return;
    }
    assert.fail("there was no battle");
  };
  await attack();
  await page.locator(".battle .piece").nth(1).waitFor();
  await shot(page, "battle");
  await page.locator('.cell[aria-label*="your bomb"]').first().click();
  assert.equal(await page.locator(".battle").count(), 0, "whoever acts has seen enough");
  await attack();
  await page.waitForFunction(() => document.querySelectorAll(".battle").length === 0, null, { timeout: 2500 });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an address of no game says so", async () => {
  const page = await openPage(browser, server);
  await page.goto(`${server.url}#/game/nowhere`);
  await page.locator("#status", { hasText: "There is no such game." }).waitFor();
  await page.goto(`${server.url}#/replay/nowhere/3`);
  await page.locator(".failure", { hasText: "There is no finished game nowhere." }).waitFor();
  await page.context().close();
});

test("a page that cannot be loaded says why and tries again when asked; a running game is forgotten only on purpose", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "blind" });
  await page.route("**/api/statistics", (route) => route.abort());
  await page.goto(`${server.url}#/statistics`);
  await page.locator(".failure", { hasText: "The server cannot be reached. Is it still running?" }).waitFor();
  await page.unroute("**/api/statistics");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => !document.querySelector(".failure") && !document.querySelector(".loading"));
  await page.goto(`${server.url}#/`);
  await page.locator(".running").getByRole("button", { name: "Forget" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.locator(".running li").count(), 1);
  await page.locator(".running").getByRole("button", { name: "Forget" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".running li").length === 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a draw can be offered and is answered; resignation asks first and ends the game", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "blind", army: "classic" });
  await myTurn(page);
  await page.locator("#offer-draw").click();
  await page.locator(".toast", { hasText: "declines the draw" }).waitFor();
  await page.locator("#resign").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".game.over").waitFor();
  assert.equal(await page.locator("#status").textContent(), "You lose: by resignation.");
  await page.locator("#replay-link").click();
  await page.locator("#ply").waitFor();
  await page.goto(`${server.url}#/statistics`);
  await page.locator("table th", { hasText: "blind" }).waitFor();
  await shot(page, "statistics");
  await page.context().close();
});
