import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { visitor } from './browser.ts';
import { smallSession } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

/** What happens between an address and the page it names: unknown addresses, updates, signing out. */

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
  const newer = '<script type="module" src="/assets/newer.js"></script>';
  await context.route(`${team.server.url}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: newer }),
  );
  page.once('load', () => {
    isGone = false;
  });
  await page.getByRole('link', { name: 'Secrets', exact: true }).click();
  await page.getByRole('list', { name: 'Active secrets' }).waitFor();
  assert.equal(loads, 1);
  await context.close();
});

test('a file that cannot be loaded while the server is away takes no page away, and is asked for again', async () => {
  const { page, context } = await signedIn();
  await page.goto(`${team.server.url}/members`);
  await page.getByLabel('Invite by e-mail').waitFor();
  let loads = 0;
  page.on('load', () => loads++);
  await context.route('**/assets/Secrets-*.js', (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Secrets', exact: true }).click();
  await page.getByText('A part of this page could not be loaded.').waitFor();
  await context.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('list', { name: 'Active secrets' }).waitFor();
  assert.equal(loads, 0);
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
