import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { call, prompt, reply } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

/** The list: sorted, filtered, grouped and added up, each of it in the address. */

let team: Team;
let page: Page;
before(async () => {
  team = await aTeam();
  page = team.owner.page;
  const failing = () => call('Bash', { command: 'false' }, 'Exit code 1', true);
  const writing = call('Write', { file_path: '/srv/tools/a.ts', content: 'x\n'.repeat(60) }, 'ok');
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

/** The field of the filter bar. */
const field = () => page.getByRole('combobox', { name: 'Search sessions' });
const chips = () => page.getByTestId('filter').allInnerTexts();
const type = async (text: string) => {
  await field().click();
  await field().pressSequentially(text);
};

test('a column sorts the list, chosen again the other way round, and the address says so', async () => {
  await page.goto(`${team.server.url}/sessions`);
  await shows(['writing', 'failing', 'small']);
  const column = (name: string) => page.getByRole('columnheader', { name });
  assert.equal(await column('Started').getAttribute('aria-sort'), 'descending');
  assert.equal(await column('Tokens').count(), 0);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Tokens', 'Errors', 'Events']) await page.getByRole('checkbox', { name }).click();
  await page.keyboard.press('Escape');
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
  // The columns are remembered, too.
  await page.reload();
  await shows(['small', 'writing', 'failing']);
  assert.equal(await column('Events').getAttribute('aria-sort'), 'ascending');
});

test('the title of a session without findings has the room of that column, too', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${team.server.url}/sessions`);
  await shows(['writing', 'failing', 'small']);
  const findings = await page.getByRole('columnheader', { name: 'Findings' }).boundingBox();
  const outcome = await page.getByRole('columnheader', { name: 'Outcome' }).boundingBox();
  const endOf = async (title: string) => {
    const row = list().getByRole('row').filter({ hasText: title });
    const box = await row.getByRole('cell').first().boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  assert.ok(findings && outcome);
  assert.ok((await endOf('small')) > findings.x + findings.width / 2, 'nothing was found');
  assert.ok((await endOf('small')) <= outcome.x);
  assert.ok((await endOf('writing')) <= findings.x, 'code without a test run');
  await page.setViewportSize({ width: 1360, height: 860 });
});

test('filters are typed or picked, leave what has failures, edits or ran somewhere, and add the rest up', async () => {
  await page.goto(`${team.server.url}/sessions`);
  const totals = page.getByTestId('totals');
  await totals.getByText('3 sessions').waitFor();
  await type('has:fail');
  await page.getByRole('option', { name: 'Failures' }).waitFor();
  await page.keyboard.press('Enter');
  await shows(['failing']);
  assert.deepEqual(await chips(), ['Has Failures']);
  await totals.getByText('1 session', { exact: true }).waitFor();
  await totals.getByText('2 errors').waitFor();
  await type('has:edits');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await shows(['writing', 'failing', 'small']);
  // Picked with the keys alone: the second of all filters, then the repository.
  await field().click();
  assert.ok((await page.getByRole('option').count()) > 8);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'shop' }).waitFor();
  await page.keyboard.type('shop');
  await page.keyboard.press('Enter');
  await shows(['failing', 'small']);
  assert.match(page.url(), /repo=/);
  await page.reload();
  await shows(['failing', 'small']);
  assert.deepEqual(await chips(), ['Repository shop']);
  await page.getByRole('button', { name: 'Without the filter Repository' }).click();
  await shows(['writing', 'failing', 'small']);
});

test('a whole line of filters is understood, several values add up, and old addresses still work', async () => {
  await page.goto(`${team.server.url}/sessions`);
  await shows(['writing', 'failing', 'small']);
  await type('repo:shop repo:tools agent:claude try');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Search results' }).getByText('failing').waitFor();
  assert.deepEqual(await chips(), ['Repository shop, tools', 'Agent Claude Code']);
  assert.equal(await field().inputValue(), 'try');
  await type(' author:zoe');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is called author:zoe').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await shows(['writing', 'failing', 'small']);
  await page.goto(`${team.server.url}/sessions?repo=%2Fsrv%2Ftools&agent=claude-code&group=day`);
  await shows(['writing']);
  await page.goto(`${team.server.url}/sessions?file=a.ts`);
  await shows(['writing']);
  await field().focus();
  await page.keyboard.press('Backspace');
  await shows(['writing', 'failing', 'small']);
});

test('sessions stand in groups by day, repository or author; the keys go from session to session', async () => {
  await page.goto(`${team.server.url}/sessions`);
  // What they come to is a matter of prices.
  const groups = async () =>
    (await page.getByTestId('group').allTextContents()).map((text) => text.replace(/ · \$.*/, ''));
  await list().getByText('Today').waitFor();
  assert.deepEqual(await groups(), ['Today3 sessions']);
  await page.getByLabel('Groups').selectOption('author');
  await list().getByText('No author').waitFor();
  await page.getByLabel('Groups').selectOption('repository');
  await shows(['failing', 'small', 'writing']);
  assert.deepEqual(await groups(), ['shop2 sessions', 'tools1 session']);
  for (let times = 0; times < 3; times++) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'writing' }).waitFor();
  await page.keyboard.press('Escape');
  await shows(['failing', 'small', 'writing']);
  await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click();
  await page.getByTestId('group').first().waitFor({ state: 'detached' });
});

test('a view is saved under a name beside the places, opened and removed', async () => {
  await page.goto(`${team.server.url}/sessions`);
  await type('has:failures');
  await page.keyboard.press('Enter');
  await shows(['failing']);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name of the view').fill('Red ones');
  await page.keyboard.press('Enter');
  const views = page.getByRole('region', { name: 'Views' });
  await views.getByRole('link', { name: 'Red ones' }).waitFor();
  await page.goto(`${team.server.url}/members`);
  await views.getByRole('link', { name: 'Red ones' }).click();
  await shows(['failing']);
  assert.equal(await views.getByRole('link', { name: 'Red ones' }).getAttribute('data-active'), 'true');
  await page.getByRole('button', { name: 'Remove view' }).click();
  await views.waitFor({ state: 'detached' });
});

test('the first screen of the session one stays at is fetched ahead, once; passing over rows fetches none', async () => {
  await page.goto(`${team.server.url}/sessions`);
  await shows(['writing', 'failing', 'small']);
  const asked: string[] = [];
  const note = (request: Request) => {
    if (/\/(transcript|brief|outline)(\?|$)/.test(request.url())) asked.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  const row = (name: string) => list().getByRole('row').filter({ hasText: name });
  const came = page.waitForResponse(/\/transcript\?/);
  await row('failing').hover();
  await came;
  await sleep(300);
  const ahead = asked.length;
  assert.equal(ahead, 3);
  await row('failing').getByRole('link').click();
  await page.getByRole('heading', { name: 'failing' }).waitFor();
  await page.getByText('it fails').first().waitFor();
  assert.deepEqual(asked.slice(ahead), [], 'asked again');
  await page.keyboard.press('Escape');
  await shows(['writing', 'failing', 'small']);
  page.off('request', note);
});

test('while what it is ordered by is made anew, an empty list says so and not that nothing matches', async () => {
  // As the server answers in the first moments of a rebuild.
  const nothing = { sessions: [], nextCursor: null };
  const health = { status: 'ok', version: '0', service: 'debrief', rebuild: { percent: 7 } };
  const ordered = /\/v1\/organizations\/me\/sessions\?.*sort=/;
  await page.route('**/health', (route) => route.fulfill({ json: health }));
  await page.route(ordered, (route) => route.fulfill({ json: nothing }));
  await page.goto(`${team.server.url}/sessions?sort=cost&agent=claude-code`);
  await page.getByText('Being rebuilt: 7 %', { exact: true }).waitFor();
  assert.equal(await page.getByText('Nothing matches').count(), 0);
  await page.unroute('**/health');
  await page.unroute(ordered);
  await shows(['failing', 'writing', 'small']);
});

test('the places stand in groups; on a session only their icons, until somebody wants the names', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${team.server.url}/sessions`);
  const rail = page.getByRole('navigation', { name: 'Main' });
  const namesIn = (group: string) =>
    rail.getByRole('region', { name: group }).getByRole('link').allInnerTexts();
  await rail.getByRole('link', { name: 'Repositories' }).waitFor();
  assert.deepEqual(await namesIn('Work'), [
    'Sessions',
    'Today',
    'Inbox',
    'Repositories',
    'Insights',
    'Lessons',
  ]);
  await rail.getByRole('link', { name: 'Audit log' }).waitFor();
  assert.equal((await namesIn('Settings')).length, 8);
  const width = async () => Math.round((await rail.boundingBox())?.width ?? 0);
  assert.ok((await width()) > 180);
  await list().getByRole('link', { name: 'small' }).click();
  await page.getByRole('heading', { name: 'small' }).waitFor();
  assert.ok((await width()) < 60, 'the rail does not fold');
  // The icons still have their names for those who do not see them.
  await rail.getByRole('link', { name: 'Today', exact: true }).waitFor();
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

test('a phone, which shows no columns, sorts by a choice and keeps repository and findings in its rows', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${team.server.url}/sessions`);
  await shows(['writing', 'failing', 'small']);
  await list().getByText('tools', { exact: true }).waitFor();
  await page.getByLabel('Sort by').selectOption('tokens');
  await shows(['failing', 'writing', 'small']);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(wide, 390);
});
