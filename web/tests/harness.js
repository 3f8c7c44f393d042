// Starts the program and a browser, and has the steps that several tests share.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import * as runner from "node:test";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const PROGRAM = process.env.FLAGFALL_BIN ?? resolve(import.meta.dirname, "../../target/release/flagfall");
export const ARTIFACTS = process.env.FLAGFALL_ARTIFACTS ?? join(tmpdir(), "flagfall-browser-tests");
mkdirSync(ARTIFACTS, { recursive: true });

const LIMIT_MS = 300_000;

/** A test, or what comes before and after a file's tests, with a limit of its own: after a test that hangs, servers are still ended. */
export const test = (name, run) => runner.test(name, { timeout: LIMIT_MS }, run);
export const before = (run) => runner.before(run, { timeout: LIMIT_MS });
export const after = (run) => runner.after(run, { timeout: LIMIT_MS });

/** A running server on a folder of its own (or a given one, after a kill). */
export class Server {
  /** Those that nobody has killed yet. One left behind by a failed test would keep the test run from ending. */
  static #running = new Set();

  static async start({ data = mkdtempSync(join(tmpdir(), "flagfall-data-")), port = 0 } = {}) {
    const server = new Server();
    server.data = data;
    server.process = spawn(PROGRAM, ["play", "--no-open", "--port", String(port), "--data", data], { stdio: ["ignore", "pipe", "pipe"] });
    Server.#running.add(server);
    server.url = await new Promise((done, fail) => {
      let output = "";
      const read = (chunk) => {
        output += chunk;
        const found = output.match(/http:\/\/[^ ]+/);
        if (found) done(found[0]);
      };
      server.process.stdout.on("data", read);
      server.process.stderr.on("data", read);
      server.process.on("exit", () => fail(new Error(`the server ended: ${output}`)));
      server.process.on("error", fail);
    });
    server.port = Number(new URL(server.url).port);
    return server;
  }

  /** kill -9, and waits until the process is gone. */
  async kill() {
    Server.#running.delete(this);
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await gone;
  }

  static async killAll() {
    await Promise.all([...Server.#running].map((server) => server.kill()));
  }
}

export async function openBrowser() {
  return chromium.launch({
    executablePath: process.env.FLAGFALL_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
}

/** A page that fails the test on any error of its own and on any request to elsewhere. */
export async function openPage(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    // A server that was killed on purpose makes the browser complain about the connection.
    if (message.type() === "error" && !/ERR_CONNECTION|WebSocket connection|Failed to load resource/.test(message.text())) page.problems.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "127.0.0.1" && !request.url().startsWith("data:")) page.problems.push(`fetched ${request.url()}`);
  });
  await page.goto(server.url);
  return page;
}

export async function shot(page, name) {
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage: true });
}

/** The picture in README.md, made anew when the tests run with FLAGFALL_BLESS=1. */
export async function readmeShot(page) {
  const path = process.env.FLAGFALL_BLESS ? resolve(import.meta.dirname, "../../docs/screenshot.png") : join(ARTIFACTS, "readme.png");
  await page.screenshot({ path });
}

export const cell = (page, square) => page.locator(`.cell[data-name="${square}"]`);

/** Starts a game from the first page with a filled setup. */
export async function startGame(page, { bot = "blind", strength = null, side = "red", army = "barrage", rules = "isf" } = {}) {
  await page.locator("#nav a", { hasText: "Play" }).click();
  await page.locator("#opponent").selectOption(bot);
  if (strength !== null) await page.locator("#opponent-strength").selectOption(strength);
  await page.locator("#side").selectOption(side);
  await page.locator("#rules").selectOption(rules);
  await page.locator("#army").selectOption(army);
  await page.locator("#fill").click();
  await page.locator("#start:enabled").click();
  await page.waitForURL(/#\/game\//);
  await page.locator(".player b", { hasText: "You" }).waitFor();
}

export const isOver = (page) => page.locator(".game.over").count().then((count) => count > 0);

/** Waits until it is the player's turn or the game is over. */
export async function myTurn(page) {
  await page.waitForFunction(() => document.querySelector(".game.over") || document.querySelector("#status")?.textContent === "Your turn");
}

/** Gives up and waits for the end. */
export async function resign(page) {
  if (!(await isOver(page))) {
    await page.locator("#resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  }
  await page.locator(".game.over").waitFor();
}

/** What in the page is wider than its box, and how much wider the page is than the screen. */
export async function overflow(page) {
  return page.evaluate(() => {
    const isCut = (el) => el.clientWidth > 1 && el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).overflowX !== "visible";
    const root = document.documentElement;
    const cut = [...document.querySelectorAll("main *")].filter((el) => isCut(el)).map((el) => `${el.tagName} ${el.className}`);
    return root.scrollWidth > root.clientWidth ? [`page ${root.scrollWidth}`, ...cut] : cut;
  });
}

/**
 * A move, found as a person finds one: by choosing pieces and looking at the marked targets. It attacks what it can and else
 * goes towards the nearest enemy, so that games end soon; `quiet` moves attack only if there is no other.
 */
export async function someMove(page, { quiet = false } = {}) {
  return page.evaluate((quiet) => {
    const labeled = (pattern) => [...document.querySelectorAll(".cell")].filter((el) => pattern.test(el.getAttribute("aria-label")));
    const at = (el) => [Number(el.dataset.index) % 10, Math.floor(Number(el.dataset.index) / 10)];
    const enemies = labeled(/enemy/).map(at);
    const distance = (el) => Math.min(...enemies.map(([x, y]) => Math.abs(x - at(el)[0]) + Math.abs(y - at(el)[1])));
    const moves = [];
    // The first attack can take the flag of a bot that sets up at random, and the game is over.
    const attack = quiet ? -100 : 100;
    for (const from of labeled(/your (?!bomb|flag)/)) {
      from.click();
      for (const to of document.querySelectorAll(".cell.target, .cell.attack")) {
        const isAttack = to.classList.contains("attack");
        moves.push({ from: from.dataset.name, to: to.dataset.name, worth: isAttack ? attack : distance(from) - distance(to) });
      }
      document.querySelector(".cell.selected")?.click();
    }
    const isWhim = !quiet && Math.random() < 0.15;
    moves.sort((a, b) => (isWhim ? 0 : b.worth - a.worth) || Math.random() - 0.5);
    return moves[0] ?? null;
  }, quiet);
}
