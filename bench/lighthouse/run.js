/** Runs Lighthouse on pages of a running site, as desktop and as phone: node run.js ORIGIN PATHS… */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";

const PORT = 9222 + (process.pid % 500);
const [chromium, origin, session, ...pages] = process.argv.slice(2);

const profile = await mkdtemp(join(tmpdir(), "lighthouse-"));
const browser = spawn(
  chromium,
  [
    "--headless=new",
    "--no-sandbox",
    `--remote-debugging-port=${PORT}`,
    `--user-data-dir=${profile}`,
    "about:blank",
  ],
  { stdio: "ignore" },
);
try {
  await answered(`http://127.0.0.1:${PORT}/json/version`);
  for (const page of pages) {
    for (const device of ["desktop", "mobile"]) {
      const flags = {
        port: PORT,
        logLevel: "error",
        output: "json",
        extraHeaders: session ? { Cookie: session } : undefined,
      };
      const { lhr } = await lighthouse(
        origin + page,
        flags,
        device === "desktop" ? desktopConfig : undefined,
      );
      console.log(JSON.stringify({ page, device, ...scores(lhr), faults: faults(lhr) }));
    }
  }
} finally {
  browser.kill();
  await new Promise((gone) => browser.once("exit", gone));
  await rm(profile, { recursive: true, force: true });
}

/** Waits until something answers there. */
async function answered(address) {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      return await fetch(address);
    } catch {
      await new Promise((later) => setTimeout(later, 200));
    }
  }
  throw new Error("Chromium did not start");
}

/** The four scores of a report, of a hundred, and what a reader feels. */
function scores({ categories, audits, runtimeError }) {
  const of = (name) => Math.round((categories[name].score ?? 0) * 100);
  const ms = (name) => Math.round(audits[name]?.numericValue ?? -1);
  return {
    performance: of("performance"),
    accessibility: of("accessibility"),
    practices: of("best-practices"),
    seo: of("seo"),
    fcp: ms("first-contentful-paint"),
    lcp: ms("largest-contentful-paint"),
    tbt: ms("total-blocking-time"),
    cls: audits["cumulative-layout-shift"]?.numericValue ?? -1,
    bytes: ms("total-byte-weight"),
    error: runtimeError?.message,
  };
}

/** The audits that lost points, each in a line. */
function faults({ categories, audits }) {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(
        ({ id, weight }) =>
          audits[id].score !== null &&
          audits[id].score < 0.9 &&
          (weight > 0 || title !== "Performance"),
      )
      .map(
        ({ id }) =>
          `${title}: ${audits[id].title} (${audits[id].displayValue ?? audits[id].score})`,
      ),
  );
}
