// Every view is free of serious findings of axe-core, in both themes.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { Server, after, before, myTurn, openBrowser, openPage, startGame, test } from "./harness.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
let server;

before(async () => {
  [browser, server] = await Promise.all([openBrowser(), Server.start()]);
});

after(async () => {
  await Server.killAll();
  await browser?.close();
});

async function findings(page) {
  // Evaluated and not loaded as a script: the page's policy allows none but its own.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

for (const colorScheme of ["light", "dark"]) {
  test(`no view has serious findings (${colorScheme})`, async () => {
    const page = await openPage(browser, server, { colorScheme });
    const found = {};
    const look = async (name) => {
      await page.waitForTimeout(200);
      found[name] = await findings(page);
    };
    await page.locator("#missing.complete").waitFor();
    await look("new game");
    await page.locator("#clear").click();
    await look("setup");
    await page.locator("#settings-button").click();
    await look("settings");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await look("help");
    await page.keyboard.press("Escape");
    await startGame(page, { bot: "heuristic" });
    await myTurn(page);
    await look("game");
    await page.locator("#resign").click();
    await look("question");
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await page.locator(".game.over").waitFor();
    await look("game over");
    await page.locator("#replay-link").click();
    await page.locator("#mind > summary").click();
    await page.locator("#mind-bot").selectOption("heuristic");
    await page.locator("#mind-side").selectOption("red");
    await page.locator("#mind-rank").selectOption("flag");
    await page.locator("#move-table").waitFor();
    await look("replay with mind");
    for (const name of ["free", "watch", "library", "statistics"]) {
      await page.goto(`${server.url}#/${name}`);
      await page.locator("h1").waitFor();
      await look(name);
    }
    await page.goto(`${server.url}#/watch`);
    await page.locator("#watch-red").selectOption("heuristic");
    await page.locator("#watch-blue").selectOption("heuristic");
    await page.locator("#start").click();
    await page.locator("#mind > summary").click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
    await page.locator("#pause").click();
    await page.locator("#move-table").waitFor();
    await look("watching with mind");
    await page.setViewportSize({ width: 390, height: 844 });
    await look("watching with mind on a phone");
    for (const name of ["", "library", "statistics"]) {
      await page.goto(`${server.url}#/${name}`);
      await page.locator("h1").waitFor();
      await look(`${name || "new game"} on a phone`);
    }
    for (const [name, list] of Object.entries(found)) assert.deepEqual(list, [], name);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
