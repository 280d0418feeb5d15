import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { call, prompt, reply } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

/** The list: sorted, filtered, grouped and added up, each of it in the address. */

let team: Team;
let page: Page;
before(async () => {
  team = await aTeam();
  page = team.owner.page;
  const failing = () => call('Bash', { command: 'false' }, 'Exit code 1', true);
  const writing = call('Write', { file_path: '/srv/a', content: 'x' }, 'ok');
  const send = (title: string, repoRoot: string, records: unknown[]) =>
    team.machine.send({ agentId: 'claude-code', title, repoRoot, records });
  await send('small', '/srv/shop', [prompt('hello'), reply('hi')]);
  await send('failing', '/srv/shop', [prompt('try'), ...failing(), ...failing(), reply('it fails')]);
  await send('writing', '/srv/tools', [prompt('write'), ...writing, reply('written')]);
  const isFolded = async () =>
    (await team.api.listSessions({})).sessions.every(
      ({ statistics, eventCount }) => statistics?.foldedTo === eventCount,
    );
  while (!(await isFolded())) await sleep(50);
});
after(async () => team[Symbol.asyncDispose]());

const list = () => page.getByTestId('session-list');
const titles = () => list().getByRole('row').getByRole('link').allTextContents();
const shows = async (wanted: string[]) => {
  for (let waited = 0; (await titles()).join() !== wanted.join(); waited++) {
    if (waited > 100) assert.deepEqual(await titles(), wanted);
    await sleep(50);
  }
};

test('a column sorts the list, chosen again the other way round, and the address says so', async () => {
  await page.goto(`${team.server.url}/sessions`);
  await shows(['writing', 'failing', 'small']);
  const column = (name: string) => page.getByRole('columnheader', { name });
  assert.equal(await column('Started').getAttribute('aria-sort'), 'descending');
  await column('Tokens').getByRole('button').click();
  await shows(['failing', 'writing', 'small']);
  await column('Errors').getByRole('button').click();
  await page.waitForURL(/sort=errors/);
  assert.equal(await column('Errors').getAttribute('aria-sort'), 'descending');
  assert.equal(await column('Started').getAttribute('aria-sort'), 'none');
  await column('Events').getByRole('button').click();
  await column('Events').getByRole('button').click();
  await shows(['small', 'writing', 'failing']);
  assert.match(page.url(), /sort=events/);
  await page.reload();
  await shows(['small', 'writing', 'failing']);
});

test('the filters leave what has errors, edits or ran in a repository, with the totals of the rest', async () => {
  await page.goto(`${team.server.url}/sessions`);
  const totals = page.getByTestId('totals');
  await totals.getByText('3 sessions').waitFor();
  await page.getByRole('button', { name: 'Has errors' }).click();
  await shows(['failing']);
  await totals.getByText('1 session', { exact: true }).waitFor();
  await totals.getByText('2 errors').waitFor();
  await page.getByRole('button', { name: 'Has edits' }).click();
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await shows(['writing', 'failing', 'small']);
  await page.getByLabel('Repository').selectOption('/srv/shop');
  await shows(['failing', 'small']);
  assert.match(page.url(), /repo=/);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await shows(['writing', 'failing', 'small']);
});

test('sessions stand in groups by day or by repository; the keys go from session to session', async () => {
  await page.goto(`${team.server.url}/sessions`);
  const groups = () => page.getByTestId('group').allTextContents();
  await page.getByLabel('Groups').selectOption('day');
  await list().getByText('Today').waitFor();
  assert.deepEqual(await groups(), ['Today']);
  await page.getByLabel('Groups').selectOption('repository');
  await shows(['failing', 'small', 'writing']);
  assert.deepEqual(await groups(), ['shop/srv/shop', 'tools/srv/tools']);
  for (let times = 0; times < 3; times++) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'writing' }).waitFor();
  await page.keyboard.press('Escape');
  await shows(['failing', 'small', 'writing']);
  await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click();
  await page.getByTestId('group').first().waitFor({ state: 'detached' });
});

test('the places stand in groups; on a session only their icons, until somebody wants the names', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${team.server.url}/sessions`);
  const rail = page.getByRole('navigation', { name: 'Main' });
  const namesIn = (group: string) =>
    rail.getByRole('region', { name: group }).getByRole('link').allInnerTexts();
  await rail.getByRole('link', { name: 'Repositories' }).waitFor();
  assert.deepEqual(await namesIn('Work'), ['Sessions', 'Reviews', 'Inbox', 'Repositories']);
  await rail.getByRole('link', { name: 'Audit log' }).waitFor();
  assert.equal((await namesIn('Settings')).length, 7);
  const width = async () => Math.round((await rail.boundingBox())?.width ?? 0);
  assert.ok((await width()) > 180);
  await list().getByRole('link', { name: 'small' }).click();
  await page.getByRole('heading', { name: 'small' }).waitFor();
  assert.ok((await width()) < 60, 'the rail does not fold');
  // The icons still have their names for those who do not see them.
  await rail.getByRole('link', { name: 'Reviews', exact: true }).waitFor();
  await page.keyboard.press('s');
  assert.ok((await width()) > 180, 'the rail does not unfold');
  await page.reload();
  await page.getByRole('heading', { name: 'small' }).waitFor();
  assert.ok((await width()) > 180, 'the choice is forgotten');
  await page.keyboard.press('s');
  await page.goto(`${team.server.url}/sessions`);
  await list().getByRole('link', { name: 'small' }).waitFor();
  assert.ok((await width()) > 180, 'the list folds, too');
});

test('a phone, which shows no columns, sorts by a choice', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${team.server.url}/sessions`);
  await shows(['writing', 'failing', 'small']);
  await page.getByLabel('Sort by').selectOption('tokens');
  await shows(['failing', 'writing', 'small']);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(wide, 390);
});
