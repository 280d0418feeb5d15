import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '../browser.ts';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** What is asked of the server until the list of sessions is there, and in which order. Nothing else runs beside this file. */

let team: Team;
before(async () => {
  team = await aTeam();
  await team.machine.send({ agentId: 'claude-code', records: smallSession() });
});
after(async () => team[Symbol.asyncDispose]());

interface Trip {
  path: string;
  /** With its query: the totals of a list are asked for apart, so that they do not hold it up. */
  asked: string;
  begun: number;
  ended: number;
}

/** The longest chain of requests of which each began after the one before it had ended. */
function longestChain(trips: Trip[]): Trip[] {
  const sorted = [...trips].sort((a, b) => a.begun - b.begun);
  const chains: Trip[][] = [];
  for (const trip of sorted) {
    const before = chains.filter((chain) => (chain.at(-1)?.ended ?? 0) <= trip.begun + 5);
    const longest = before.sort((a, b) => b.length - a.length)[0] ?? [];
    chains.push([...longest, trip]);
  }
  return chains.sort((a, b) => b.length - a.length)[0] ?? [];
}

const delayMs = 100;

/** Every request takes 100 ms longer, as from another continent. */
async function farAway(page: Page): Promise<Trip[]> {
  const trips: Trip[] = [];
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing();
    const { pathname: path, search } = new URL(request.url());
    // Files of the page are cached for good; fonts and icons keep nobody waiting.
    if (!path.startsWith('/assets/') && !/\.(?:svg|webmanifest)$/.test(path))
      // An answer that leads elsewhere has no end of its own; what it leads to has not begun before.
      trips.push({
        path,
        asked: path + search,
        begun: startTime,
        ended: startTime + Math.max(0, responseEnd),
      });
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: delayMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return trips;
}

test('the list is there after at most five round trips in sequence, and each thing is asked for once', async () => {
  const state = await team.owner.context.storageState();
  const { page, context } = await visitor(team.browser, team.server.url, { storageState: state });
  // Once before, so that the page's own files are in the browser's cache.
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('link', { name: 'Fix the retry loop' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('debrief.provider') !== null);
  await page.goto('about:blank');
  const trips = await farAway(page);
  const begun = performance.now();
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('link', { name: 'Fix the retry loop' }).waitFor();
  const took = performance.now() - begun;
  const chain = longestChain(trips);
  console.log(
    `list after ${took.toFixed(0)} ms with ${delayMs} ms latency: ${chain.map((one) => one.path).join(' → ')}`,
  );
  const asked = trips.map((one) => one.asked);
  const twice = asked.filter((path, index) => asked.indexOf(path) !== index);
  assert.deepEqual(twice, []);
  assert.ok(chain.length <= 5, chain.map((one) => one.path).join(' → '));
  await context.close();
});
