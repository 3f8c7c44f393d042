// The other views: setup editor, library and replay, the bot's mind, free setup, watching, phone size, both themes.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS, Server, after, before, cell, isOver, myTurn, openBrowser, openPage, overflow, readmeShot, resign, shot, someMove, startGame, test } from "./harness.js";

let browser;
let server;

before(async () => {
  [browser, server] = await Promise.all([openBrowser(), Server.start()]);
});

after(async () => {
  await Server.killAll();
  await browser?.close();
});

test("a setup is made by hand, saved, loaded, mirrored, pasted and deleted", async () => {
  const page = await openPage(browser, server);
  await page.locator("#missing.complete").waitFor();
  await page.locator("#clear").click();
  assert.ok(await page.locator("#start").isDisabled());
  assert.match(await page.locator("#start-why").textContent(), /Missing: 1 marshal, 1 general, 2 colonels/);
  const names = [...Array(40).keys()].map((i) => `${"ABCDEFGHIJ"[i % 10]}${Math.floor(i / 10) + 1}`);
  // The highest piece is chosen by itself: forty clicks set up the army from the marshal to the flag.
  for (const name of names) await cell(page, name).click();
  await page.locator("#missing.complete").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".score li").length === 9);
  assert.match(await cell(page, "A1").getAttribute("aria-label"), /marshal/);
  assert.match(await cell(page, "J4").getAttribute("aria-label"), /flag/);
  await cell(page, "A1").click();
  await cell(page, "J4").click();
  assert.match(await cell(page, "J4").getAttribute("aria-label"), /marshal/);
  await page.locator("#mirror").click();
  assert.match(await cell(page, "A4").getAttribute("aria-label"), /marshal/);
  await cell(page, "A4").focus();
  await page.keyboard.press("Delete");
  assert.match(await page.locator("#missing").textContent(), /1 marshal/);
  await page.keyboard.press("Enter");
  await page.locator("#missing.complete").waitFor();
  await page.locator("#save").click();
  await page.getByRole("dialog").getByLabel("Name").fill("By hand");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.locator(".toast", { hasText: "Saved as By hand" }).waitFor();
  await page.locator("#fill").click();
  await page.reload();
  await page.locator("#saved-setups option", { hasText: "By hand" }).waitFor({ state: "attached" });
  await page.locator("#saved-setups").selectOption("By hand");
  await page.locator("#load").click();
  assert.match(await cell(page, "A4").getAttribute("aria-label"), /marshal/);
  await shot(page, "setup");
  await page.locator("#start:enabled").click();
  await page.waitForURL(/#\/game\//);
  await page.waitForFunction(() => /your marshal/.test(document.querySelector('.cell[data-name="A4"]')?.getAttribute("aria-label")));
  await page.goto(server.url);
  await page.locator("#paste").click();
  await page.getByRole("dialog").locator("textarea").fill("X988777666\n6555544443\n3333222222\n22SBBBBBB");
  await page.getByRole("button", { name: "Use it" }).click();
  await page.locator(".toast.error").waitFor();
  await page.locator("#paste").click();
  await page.getByRole("dialog").locator("textarea").fill("X988777666\n6555544443\n3333222222\n22SBBBBBBF");
  await page.getByRole("button", { name: "Use it" }).click();
  await page.waitForFunction(() => /flag/.test(document.querySelector('.cell[data-name="J1"]').getAttribute("aria-label")));
  await page.locator("#saved-setups").selectOption("By hand");
  await page.locator("#delete-setup").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.locator("#saved-setups option", { hasText: "None yet" }).waitFor({ state: "attached" });
  assert.ok(await page.locator("#load").isDisabled());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("pieces are dragged out of the box and off the board", async () => {
  const page = await openPage(browser, server);
  await page.locator("#missing.complete").waitFor();
  await page.locator("#clear").click();
  const drag = async (from, to) => {
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await drag(page.locator("#box-red-spy"), cell(page, "E2"));
  assert.match(await cell(page, "E2").getAttribute("aria-label"), /spy/);
  await drag(cell(page, "E2"), cell(page, "F3"));
  assert.match(await cell(page, "F3").getAttribute("aria-label"), /spy/);
  await drag(cell(page, "F3"), page.locator("h1"));
  assert.match(await cell(page, "F3").getAttribute("aria-label"), /empty/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two bots are watched, stopped and stepped, with both minds; the game is replayed with a mind", async () => {
  const page = await openPage(browser, server);
  await page.locator("#nav a", { hasText: "Watch" }).click();
  await page.locator("#watch-red").selectOption("heuristic");
  await page.locator("#watch-blue").selectOption("heuristic");
  await page.locator("#rules").selectOption("perspecto");
  await page.locator("#start").click();
  await page.locator("#pause").click();
  await page.locator("#pause", { hasText: "Go on" }).waitFor();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Paused");
  const before = await page.locator(".moves li").count();
  await page.locator("#step").click();
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count + 1, before);
  await page.locator("#step").click();
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count + 2, before);
  await page.locator("#mind > summary").click();
  for (const side of ["red", "blue"]) {
    await page.locator("#mind-side").selectOption(side);
    await page.locator("#move-table tr.chosen .badge").waitFor();
  }
  await page.locator("#mind-rank").selectOption("flag");
  await page.locator(".heat").first().waitFor();
  await shot(page, "watch-mind");
  await page.locator("#mind > summary").click();
  await page.locator(".pace input[type=range]").fill("6");
  await page.locator("#pause").click();
  // Up to 600 plies, each on the disk before it is shown: a busy disk takes its time.
  await page.locator(".game.over").waitFor({ timeout: 180_000 });
  await page.locator("#replay-link").click();
  await page.locator("#ply").waitFor();
  const total = Number((await page.locator("#position").textContent()).split("/")[1]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("b");
  const ply = Number((await page.locator("#position").textContent()).split("/")[0]);
  assert.ok(ply > 2, "B jumps to a battle");
  assert.match(await page.locator(".what").textContent(), /attacks/);
  assert.match(page.url(), new RegExp(`/${ply}$`), "the address names the ply");
  await page.reload();
  await page.locator("#ply").waitFor();
  assert.equal(await page.locator("#position").textContent(), `${ply} / ${total}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator(".toast", { hasText: `The link to ply ${ply} has been copied.` }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.locator("#mind > summary").click();
  await page.locator("#mind-side").selectOption("red");
  await page.locator("#move-table tr.chosen").waitFor();
  assert.deepEqual(await page.locator("#move-table thead th").allTextContents(), ["Move", "Value", "rating", "chance"]);
  await page.locator("#mind-rank").selectOption("marshal");
  assert.ok((await page.locator(".heat").count()) > 0);
  assert.ok((await page.locator(".arrow").count()) > 0);
  assert.equal(await page.locator(".arrow.chosen").count(), 1);
  const believed = await page.locator(".heat").first().evaluate((el) => el.parentElement.dataset.name);
  await cell(page, believed).click();
  assert.equal(await page.locator(".distribution li").count(), 12);
  assert.equal(await page.locator(".piece-values li").count(), 24);
  await shot(page, "replay-mind");
  await page.locator("#mind-bot").selectOption("blind");
  await page.locator(".mind-error", { hasText: "blind does not explain its moves" }).waitFor();
  await page.locator("#mind-bot").selectOption("flagfall");
  await page.locator("#move-table tr.chosen").waitFor();
  assert.deepEqual(await page.locator("#move-table thead th").allTextContents(), ["Move", "Value", "policy", "played"]);
  // What cannot be is not veiled: the ranks below stay readable. A piece that has moved is no flag.
  await page.locator("#mind-bot").selectOption("heuristic");
  await page.locator("#mind-rank").selectOption("flag");
  await page.locator("#ply").fill(String(Math.floor(total / 2)));
  await page.locator(".heat.none").first().waitFor();
  // In one call: an element that is drawn anew in between has no style any more.
  const veils = await page.evaluate(() =>
    [...document.querySelectorAll(".heat")].map((el) => [Number(el.style.getPropertyValue("--p")), getComputedStyle(el).backgroundColor]),
  );
  assert.ok(veils.some(([p]) => p > 0.01));
  // What is next to impossible is as good as not veiled.
  for (const [p, color] of veils.filter(([p]) => p === 0 || p > 0.01)) assert.equal(color === "rgba(0, 0, 0, 0)", p === 0, `${p}: ${color}`);
  await page.locator("#mind > summary").click();
  await page.locator("#eyes").selectOption("red");
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".cell .piece.hidden").count(), 40, "as red sees the start");
  await page.locator("#eyes").selectOption("open");
  await page.locator("#autoplay").click();
  await page.waitForFunction(() => Number(document.querySelector("#position").textContent.split("/")[0]) >= 2);
  await page.locator("#autoplay").click();
  await shot(page, "replay");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the library filters, exports, imports and deletes", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "blind" });
  await myTurn(page);
  const move = await someMove(page, { quiet: true });
  await cell(page, move.from).click();
  await cell(page, move.to).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  await resign(page);
  await page.locator("#nav a", { hasText: "Library" }).click();
  await page.locator("#filter-opponent").selectOption("blind");
  await page.waitForFunction(() => document.querySelectorAll("#games tbody tr").length === 1);
  const rows = (count) => page.waitForFunction((n) => document.querySelectorAll("#games tbody tr").length === n, count);
  const remove = async () => {
    await page.locator("#games tbody tr").first().getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await rows(0);
  };
  const files = {};
  for (const format of ["JSON", "XML"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#games .button", { hasText: format }).first().click()]);
    files[format] = join(ARTIFACTS, `exported.${format === "JSON" ? "jsonl" : "xml"}`);
    await download.saveAs(files[format]);
    assert.ok(readFileSync(files[format], "utf8").length > 100);
  }
  for (const [first, again] of [["JSON", "XML"], ["XML", "XML"]]) {
    await remove();
    await page.locator("#import-file").setInputFiles(files[first]);
    await page.locator(".toast", { hasText: "1 game has been imported." }).first().waitFor();
    await rows(1);
    await page.locator("#import-file").setInputFiles(files[again]);
    await page.locator(".toast", { hasText: "0 games have been imported. 1 was here already." }).first().waitFor();
    await rows(1);
  }
  await shot(page, "library");
  const broken = join(ARTIFACTS, "broken.jsonl");
  writeFileSync(broken, "{\n");
  await page.locator("#import-file").setInputFiles(broken);
  await page.locator(".toast.error", { hasText: "line 1" }).waitFor();
  await page.locator("#filter-result").selectOption("win");
  await rows(0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a free setup is played with open pieces and a live look into the bot's mind", async () => {
  const page = await openPage(browser, server);
  await page.locator("#nav a", { hasText: "Free setup" }).click();
  await page.locator("#free-opponent").selectOption("heuristic");
  assert.ok(await page.locator("#start").isDisabled());
  for (const [side, rank, square] of [["red", "flag", "A1"], ["red", "marshal", "E4"], ["blue", "flag", "J10"], ["blue", "scout", "E8"], ["blue", "general", "I7"]]) {
    await page.locator(`#box-${side}-${rank}`).click();
    await cell(page, square).click();
  }
  await page.locator("#to-move").selectOption("blue");
  await shot(page, "free-setup");
  await page.locator("#start:enabled").click();
  await page.waitForURL(/#\/game\//);
  await myTurn(page);
  assert.equal(await page.locator(".cell .piece.hidden").count(), 0, "all pieces are open");
  await page.locator("#mind > summary").click();
  await page.locator("#move-table tr.chosen").waitFor();
  await shot(page, "free-game");
  const statistics = await (await page.request.get(`${server.url}api/statistics`)).json();
  assert.ok(!statistics.some((record) => record.bot === "heuristic"), "free games do not count");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("on a phone the whole board is visible, everything can be tapped, and nothing overflows", async () => {
  const page = await openPage(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  await page.locator("#missing.complete").waitFor();
  assert.deepEqual(await overflow(page), []);
  await shot(page, "phone-new-game");
  await startGame(page, { bot: "monte-carlo", strength: "ms=100", army: "classic" });
  await myTurn(page);
  const move = await someMove(page, { quiet: true });
  const touch = (name) => cell(page, name).evaluate((el) => getComputedStyle(el).touchAction);
  assert.equal(await touch(move.from), "none", "a piece of the player follows the finger");
  const rest = await page.locator(".cell").evaluateAll((all) => all.filter((el) => !/your/.test(el.getAttribute("aria-label"))).map((el) => getComputedStyle(el).touchAction));
  assert.ok(!rest.includes("none"), "elsewhere the page can be scrolled");
  await cell(page, move.from).tap();
  await cell(page, move.to).tap();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  assert.deepEqual(await overflow(page), []);
  const box = await page.locator(".board").boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.width > 340);
  await shot(page, "phone-game-dark");
  await resign(page);
  for (const name of ["free", "watch", "library", "statistics"]) {
    await page.goto(`${server.url}#/${name}`);
    await page.locator("h1").waitFor();
    await page.waitForTimeout(150);
    if (name === "library") await page.locator("#games tbody tr", { hasText: "monte-carlo (ms=100)" }).first().waitFor();
    if (name === "statistics") await page.locator("tbody th", { hasText: "monte-carlo (ms=100)" }).waitFor();
    assert.deepEqual(await overflow(page), [], name);
    await shot(page, `phone-${name}-dark`);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("settings change theme, numbers and how long ranks stay visible", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "heuristic", army: "classic" });
  await page.setViewportSize({ width: 1080, height: 760 });
  for (let turn = 0; turn < 12 && !(await isOver(page)); turn++) {
    await myTurn(page);
    const move = await someMove(page);
    await cell(page, move.from).click();
    await cell(page, move.to).click();
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count || document.querySelector(".game.over"), 2 * turn + 2);
  }
  await page.waitForFunction(() => document.querySelectorAll(".battle").length === 0);
  await readmeShot(page);
  await page.locator("#settings-button").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Theme").selectOption("dark");
  await dialog.getByLabel("Numbers").selectOption("low");
  // The thesis' way is the one that is there without being asked for; the other shows at least as much.
  const seen = () => page.evaluate(() => [...document.querySelectorAll(".cell")].filter((el) => /, enemy /.test(el.getAttribute("aria-label"))).length);
  assert.equal(await dialog.getByLabel("Ranks shown in battle").inputValue(), "once");
  const once = await seen();
  assert.ok(once <= 2, "only pieces of the last move of either side");
  await dialog.getByLabel("Ranks shown in battle").selectOption("keep");
  assert.ok((await seen()) >= once);
  await dialog.getByLabel("Ranks shown in battle").selectOption("once");
  await dialog.getByRole("button", { name: "Done" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  const lowNumbers = await page.locator('.cell[aria-label*="your major 4"]').count();
  assert.ok(lowNumbers > 0);
  await page.reload();
  await myTurn(page);
  assert.equal(await page.locator('.cell[aria-label*="your major 4"]').count(), lowNumbers, "settings stay");
  await shot(page, "game-dark");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Keys and rules").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("strengths are what the bot offers, drive it, and are asked for again in the replay's mind", async () => {
  const page = await openPage(browser, server);
  const labels = () => page.locator("#opponent-strength option").allTextContents();
  for (const bot of ["heuristic", "invincible", "blind"]) {
    await page.locator("#opponent").selectOption(bot);
    assert.ok(await page.locator("#opponent-strength").isDisabled());
    assert.deepEqual(await labels(), ["Its own; it has no other"]);
  }
  await page.locator("#opponent").selectOption("flagfall");
  assert.ok((await labels()).every((label) => /^Temperature/.test(label)), "no time is offered to who does not use it");
  await startGame(page, { bot: "monte-carlo", strength: "ms=100", army: "classic" });
  await page.locator(".player b", { hasText: "monte-carlo (ms=100)" }).waitFor();
  await myTurn(page);
  const move = await someMove(page, { quiet: true });
  await cell(page, move.from).click();
  await cell(page, move.to).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  await resign(page);
  await page.locator("#replay-link").click();
  await page.locator("#ply").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator("#mind > summary").click();
  await page.locator("#mind-side").selectOption("blue");
  assert.equal(await page.locator("#mind-bot").inputValue(), "monte-carlo:ms=100");
  const playouts = async () => {
    await page.locator("#move-table tr.chosen").waitFor();
    const columns = await page.locator("#move-table thead th").allTextContents();
    const cells = await page.locator(`#move-table tbody tr td:nth-child(${columns.indexOf("playouts") + 1})`).allTextContents();
    return cells.reduce((sum, text) => sum + Number(text), 0);
  };
  const timed = await playouts();
  assert.ok(timed > 1000, `${timed} playouts in 0.1 s`);
  const before = await page.locator("#move-table").textContent();
  await page.locator("#mind-bot").selectOption("monte-carlo");
  await page.waitForFunction((text) => document.querySelector("#move-table") && document.querySelector("#move-table").textContent !== text, before);
  assert.ok((await playouts()) <= 330, "the bot as it is has another budget");
  await shot(page, "replay-mind-strength");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("turning the board around turns everything on it", async () => {
  const page = await openPage(browser, server);
  await startGame(page, { bot: "heuristic", side: "blue" });
  const names = () => page.locator(".board-side .player").allTextContents();
  await myTurn(page);
  assert.deepEqual(await names(), ["heuristic", "You"]);
  await page.locator("h1").first().evaluate(() => document.activeElement.blur());
  await page.keyboard.press("f");
  assert.deepEqual(await names(), ["You", "heuristic"]);
  await page.keyboard.press("f");
  await resign(page);
  await page.locator("#replay-link").click();
  await page.locator("#mind > summary").click();
  await page.locator("#mind-side").selectOption("red");
  await page.locator("#mind-rank").selectOption("scout");
  await page.locator(".arrow").first().waitFor();
  assert.deepEqual(await names(), ["heuristic", "You"]);
  const drawn = () => page.evaluate(() => ({ heat: document.querySelectorAll(".heat").length, arrow: document.querySelector(".arrow.chosen .shaft").getAttribute("d") }));
  const before = await drawn();
  await page.locator("button", { hasText: "Flip" }).click();
  assert.deepEqual(await names(), ["You", "heuristic"]);
  const after = await drawn();
  assert.ok(before.heat > 0);
  assert.equal(after.heat, before.heat);
  // Half a turn: every point of the arrow is opposite to where it was.
  const points = ({ arrow }) => arrow.match(/[\d.]+/g).map(Number);
  points(before).forEach((value, i) => assert.ok(Math.abs(value + points(after)[i] - 100) < 0.01, `${before.arrow} ${after.arrow}`));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a question to a mind is dropped when another ply is looked at", async () => {
  const page = await openPage(browser, server);
  const dropped = [];
  page.on("requestfailed", (request) => dropped.push(request.url()));
  await startGame(page, { bot: "monte-carlo", strength: "ms=1000", army: "classic" });
  await myTurn(page);
  const move = await someMove(page, { quiet: true });
  await cell(page, move.from).click();
  await cell(page, move.to).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  await resign(page);
  await page.locator("#replay-link").click();
  await page.locator("#mind > summary").click();
  await page.locator(".mind-body", { hasText: "The bot is thinking" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.locator("#move-table tr.chosen").waitFor();
  assert.equal(dropped.filter((url) => /mind/.test(url)).length, 2, dropped.join(" "));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
