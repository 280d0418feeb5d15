import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watchPage } from './browser.ts';
import { fillSignIn } from './sign-in.ts';
import { smallSession } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

let team: Team;
let path: string;
before(async () => {
  team = await aTeam();
  path = `/sessions/${await team.machine.send({ agentId: 'claude-code', records: smallSession() })}`;
});
after(async () => team[Symbol.asyncDispose]());

test('a reload signs in silently, and nothing of it is in storage', async () => {
  const { page } = team.owner;
  await page.goto(team.server.url + path);
  await page.getByTestId('transcript').waitFor();
  const token = team.owner.watch.token() ?? 'none';
  const stored = await page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  );
  assert.ok(!stored.includes(token), 'the access token is in web storage');
  assert.ok(!/access_token|id_token|refresh_token/.test(stored), stored);
  assert.doesNotMatch(page.url(), /code=|state=/);
});

test('two tabs renew their tokens at once and both go on', async () => {
  const { context, page } = team.owner;
  await page.goto(`${team.server.url}/members`);
  await page.getByLabel('Invite by e-mail').waitFor();
  const other = await context.newPage();
  const otherWatch = await watchPage(context, other, team.server.url);
  await other.goto(`${team.server.url}/secrets`);
  await other.getByText('workbench').waitFor();
  const tokens = [team.owner.watch.token(), otherWatch.token()];
  // Both tabs find their token expired in the same moment.
  for (const tab of [page, other]) {
    let refused = false;
    await tab.route('**/v1/**', async (route) => {
      if (refused) return route.fallback();
      refused = true;
      await route.fulfill({ status: 401, json: { error: 'The token has expired.', code: 'token_expired' } });
    });
  }
  const renewed = [page, other].map((tab, index) =>
    tab.waitForRequest((request) => {
      const sent = request.headers().authorization;
      return sent !== undefined && sent !== `Bearer ${tokens[index]}`;
    }),
  );
  await Promise.all([
    page.getByRole('link', { name: 'Environments', exact: true }).click(),
    other.getByRole('link', { name: 'Agents', exact: true }).click(),
  ]);
  await page.getByText('mira@workbench').first().waitFor();
  await other.getByText('Claude Code').first().waitFor();
  await Promise.all(renewed);
  await page.unrouteAll();
  await other.close();
});

test('an ended session keeps the page, asks, and comes back to it', async () => {
  const { context, page } = team.owner;
  await page.goto(`${team.server.url}${path}#5`);
  await page.getByTestId('transcript').waitFor();
  await context.clearCookies();
  await page.route('**/v1/**', (route) =>
    route.fulfill({ status: 401, json: { error: 'The token has expired.', code: 'token_expired' } }),
  );
  await page.getByRole('link', { name: 'Secrets', exact: true }).click();
  await page.getByText('Your session has ended').waitFor();
  await page.unrouteAll();
  await page.goBack();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await fillSignIn(page, 'owner@example.com');
  await page.waitForURL(`${team.server.url}${path}#5`);
  await page.getByTestId('transcript').waitFor();
});

test('signing out ends it', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('button', { name: /owner@example.com/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.goto(`${team.server.url}/sessions`);
  await fillSignIn(page, 'owner@example.com');
  await page.waitForURL(`${team.server.url}/sessions`);
});
