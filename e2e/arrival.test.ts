import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { visitor } from './browser.ts';
import { smallSession } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

/** What happens between an address and the page it names: round trips, unknown addresses, updates, signing out. */

let team: Team;
let sessionId: string;
before(async () => {
  team = await aTeam();
  sessionId = await team.machine.send({ agentId: 'claude-code', records: smallSession() });
});
after(async () => team[Symbol.asyncDispose]());

const signedIn = async () => {
  const state = await team.owner.context.storageState();
  return visitor(team.browser, team.server.url, { storageState: state });
};

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
  const { page, context } = await signedIn();
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

test('an address nobody knows shows a page, and stays a 404', async () => {
  const { page, context } = await signedIn();
  const answer = await page.goto(`${team.server.url}/sesions`);
  assert.equal(answer?.status(), 404);
  await page.getByText('There is no page here').waitFor();
  await page.getByRole('link', { name: 'To the sessions' }).click();
  await page.getByRole('link', { name: 'Fix the retry loop' }).waitFor();
  const asProgram = await fetch(`${team.server.url}/sesions`);
  assert.equal(asProgram.status, 404);
  assert.equal((await asProgram.json()).code, 'route_not_found');
  await context.close();
});

test('a file that is missing after an update loads the page anew, once', async () => {
  const { page, context } = await signedIn();
  await page.goto(`${team.server.url}/members`);
  await page.getByLabel('Invite by e-mail').waitFor();
  let isGone = true;
  let loads = 0;
  page.on('load', () => loads++);
  await context.route('**/assets/Secrets-*.js', (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  page.once('load', () => {
    isGone = false;
  });
  await page.getByRole('link', { name: 'Secrets', exact: true }).click();
  await page.getByRole('list', { name: 'Active secrets' }).waitFor();
  assert.equal(loads, 1);
  await context.close();
});

test('answers of a link that take long keep only themselves waiting', async () => {
  const { page, context } = await signedIn();
  const held = Promise.withResolvers<void>();
  await page.route(/\/transcript\?/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${team.server.url}/sessions/${sessionId}#3`);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByRole('heading', { name: 'Fix the retry loop' }).waitFor();
  assert.equal(await page.locator('[data-selected]').count(), 0);
  held.resolve();
  await page.locator('[data-selected]').waitFor();
  await context.close();
});

test('a page whose answers come from before and after the session was read shows all of it', async () => {
  const { page, context } = await signedIn();
  const opened = await team.machine.open({ agentId: 'claude-code', title: 'Read in between' });
  const held = Promise.withResolvers<void>();
  await page.route(/\/transcript\?/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const early = Promise.all([
    page.waitForResponse(/\/transcript\/skeleton\?/),
    page.waitForResponse(/\/outline\?/),
  ]);
  await page.goto(`${team.server.url}/sessions/${opened}`);
  await early;
  await team.machine.append(opened, smallSession());
  while ((await team.api.getTranscript({ sessionId: opened })).state !== 'current') await sleep(20);
  held.resolve();
  await page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
  await page.getByRole('complementary', { name: 'Outline' }).getByText('Fix the retry loop').waitFor();
  await context.close();
});

test('signing out in one tab ends the others', async () => {
  const { page, context } = await signedIn();
  const other = await context.newPage();
  await other.goto(`${team.server.url}/sessions/${sessionId}`);
  await other.getByTestId('transcript').waitFor();
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('button', { name: /owner@example.com/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByText('You are signed out').waitFor();
  assert.equal(await other.getByTestId('transcript').count(), 0);
  await context.close();
});
