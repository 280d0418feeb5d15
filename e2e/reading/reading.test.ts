import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '../browser.ts';
import { call, prompt, reply, smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

let team: Team;
let page: Page;
let address: string;
before(async () => {
  team = await aTeam();
  page = team.owner.page;
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    records: smallSession(),
    repoRoot: '/home/mira/shop',
    externalId: '5e55-10f1',
  });
  address = `${team.server.url}/sessions/${sessionId}`;
});
after(async () => team[Symbol.asyncDispose]());

const open = async (hash = '') => {
  await page.goto('about:blank');
  await page.goto(address + hash);
  await page.getByTestId('verdict').getByText('Complete').waitFor();
  // Keys move from entry to entry once there are some.
  await page.getByTestId('transcript').locator('[data-sequence]').first().waitFor();
};
const selected = () => page.locator('[data-selected]').getAttribute('data-sequence');
const transcript = () => page.getByTestId('transcript');

test('every kind of work has its own picture', async () => {
  await open();
  await transcript().getByText('return backOff(send);').waitFor();
  assert.equal(await page.getByTestId('unknown').count(), 0);
  await transcript().getByText('github · list issues').waitFor();
  await transcript().getByText('1 of 2 done').waitFor();
  await transcript().getByText('Exit').or(transcript().getByText('Failed')).first().waitFor();
  const link = transcript().getByRole('link', { name: /the article/ });
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow');
  assert.match((await link.textContent()) ?? '', /example\.com/);
});

test('the details count what was used and touched', async () => {
  await open();
  await page.keyboard.press('u');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('Files touched (2)').waitFor();
  await details.getByText('claude-opus-4-5').waitFor();
  await details.getByRole('img', { name: 'Cost by turn' }).waitFor();
  await details.getByRole('button', { name: 'Tokens', exact: true }).click();
  await details.getByRole('img', { name: 'Tokens by turn' }).waitFor();
  await details.getByRole('button', { name: /^src\/queue\.test\.ts/ }).click();
  await page.locator('[data-selected]').waitFor();
});

test('a deep link opens at its event, and selecting writes one', async () => {
  await open('#6');
  await page.locator('[data-selected]').waitFor();
  assert.equal(await selected(), '5', 'the result belongs to the call before it');
  await page.keyboard.press(']');
  assert.match(page.url(), /#\d+$/);
  assert.notEqual(new URL(page.url()).hash, '#6');
});

test('keys move through entries, prompts, errors and edits', async () => {
  await open();
  await page.keyboard.press('j');
  const first = await selected();
  await page.keyboard.press('j');
  assert.notEqual(await selected(), first);
  await page.keyboard.press('k');
  assert.equal(await selected(), first);
  await page.keyboard.press('n');
  assert.match((await page.locator('[data-selected]').textContent()) ?? '', /npm test/);
  await page.keyboard.press('d');
  assert.match((await page.locator('[data-selected]').textContent()) ?? '', /queue\.ts/);
  const line = page.locator('[data-selected] [aria-expanded]').first();
  const before = await line.getAttribute('aria-expanded');
  await page.keyboard.press('e');
  assert.notEqual(await line.getAttribute('aria-expanded'), before);
  await page.keyboard.press(']');
  assert.match((await page.locator('[data-selected]').textContent()) ?? '', /Now add a test/);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('r');
  const raw = page.getByRole('dialog');
  await raw.getByText('Now add a test for it').waitFor();
  await page.keyboard.press('Escape');
});

test('what can be done with an entry covers nothing that it says', async () => {
  await open();
  await page.keyboard.press('d');
  const edit = page.locator('article[data-selected]');
  const action = await edit.getByRole('button', { name: /^Comment on event/ }).boundingBox();
  const time = await edit.getByText('1.0 s', { exact: true }).boundingBox();
  assert.ok(action && time);
  assert.ok(time.x + time.width <= action.x, `${time.x + time.width} > ${action.x}`);
});

test('find steps through what it finds, folded or not', async () => {
  await open();
  await page.keyboard.press('/');
  await page.keyboard.type('backoff');
  // At once: it counts for what was typed, which the server has not answered yet.
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText(/^1 of /)
    .waitFor();
  const found = await page.evaluate(
    () => (CSS.highlights.get('found') as unknown as Set<unknown>)?.size ?? 0,
  );
  assert.ok(found > 0, 'nothing is highlighted');
});

test('a find that the server does not answer says so, and asks again when told to', async () => {
  await open();
  const finds = '**/find?**';
  await page.route(finds, (route) => route.abort());
  await page.keyboard.press('/');
  await page.keyboard.type('backoff');
  await page.getByRole('status').getByText('Failed', { exact: true }).waitFor({ timeout: 30_000 });
  await page.getByText('There is no connection to the server.').waitFor();
  const field = page.getByRole('textbox', { name: 'Find in this session' });
  assert.equal(
    await field.locator('..').locator('.mantine-Loader-root').count(),
    0,
    'nothing turns any more',
  );
  await page.unroute(finds);
  await page.getByRole('button', { name: 'Search again' }).click();
  await page.getByRole('button', { name: 'Next find' }).click();
  await page
    .getByRole('status')
    .getByText(/^1 of /)
    .waitFor();
});

test('kinds are switched off, and the focused view keeps prompts and answers', async () => {
  await open();
  await page.getByRole('button', { name: 'Kinds' }).click();
  await page.getByRole('checkbox', { name: 'Shell' }).click();
  await page.keyboard.press('Escape');
  await transcript().getByText('npm test').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Only prompts and final answers/ }).click();
  assert.equal(await transcript().locator('article').count(), 4);
});

test('exports: Markdown, JSONL, resume command', async () => {
  await open();
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'More about this session' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  assert.match(await save('Export as Markdown'), /## Prompt\n\nFix the retry loop/);
  const lines = (await save('Export the events (JSONL)')).trim().split('\n');
  assert.equal(lines.length, smallSession().length);
  assert.equal(JSON.parse(lines[0] ?? '').sequence, 1);
  await page.getByRole('button', { name: 'More about this session' }).click();
  await page.getByRole('menuitem', { name: 'Copy the resume command' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, "cd '/home/mira/shop' && claude --resume 5e55-10f1");
});

test('the palette finds a session by what was said in it', async () => {
  await page.goto(`${team.server.url}/members`);
  await page.getByLabel('Invite by e-mail').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search sessions and commands' }).fill('backs off');
  await page.getByRole('option', { name: /Fix the retry loop/ }).click();
  await page.waitForURL(/\/sessions\/ses_/);
});

test('search and filters stand in the address', async () => {
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('combobox', { name: 'Search sessions', exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('retry');
  await page.waitForURL(/\?q=retry/);
  await page.getByRole('list', { name: 'Search results' }).getByText('Fix the retry loop').first().waitFor();
  await page.goto(`${team.server.url}/sessions?status=failed`);
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await page.getByRole('link', { name: 'Fix the retry loop' }).waitFor();
  await page.goto(`${team.server.url}/sessions?q=retry&status=failed`);
  await page.getByText('Nothing found for “retry”').waitFor();
  await page.getByRole('link', { name: 'Search without the filters' }).click();
  await page.getByRole('list', { name: 'Search results' }).waitFor();
});

test('keys of a page leave links and buttons their own', async () => {
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('link', { name: 'Fix the retry loop' }).waitFor();
  await page.getByRole('link', { name: 'Members', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/members$/);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('link', { name: 'Fix the retry loop' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByTestId('verdict').waitFor();
});

test('room to read: 90 characters of code at 1440 px, and the phone’s tool bar fits', async () => {
  // As somebody sees it who has opened no panel yet.
  const { cookies } = await team.owner.context.storageState();
  const { page: fresh, context } = await visitor(team.browser, team.server.url, {
    viewport: { width: 1440, height: 900 },
    storageState: { cookies, origins: [] },
  });
  const line = 'x'.repeat(90);
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    records: [
      prompt('write'),
      ...call('Write', { file_path: '/x/a.txt', content: `${line}\n` }, 'File created.'),
      reply('ok'),
    ],
  });
  await fresh.goto(`${team.server.url}/sessions/${sessionId}`);
  const group = fresh.getByTestId('transcript').getByRole('group', { name: /Changes of/ });
  await group.getByText(line).waitFor();
  const isCut = await group.evaluate((element) => element.scrollWidth > element.clientWidth);
  assert.equal(isCut, false, 'a line of 90 characters has to be scrolled');
  await fresh.setViewportSize({ width: 390, height: 844 });
  const outside = await fresh
    .getByRole('toolbar')
    .evaluate((bar) =>
      [...bar.querySelectorAll('button, input')]
        .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );
  assert.deepEqual(outside, []);
  const small = await fresh.evaluate(() =>
    [...document.querySelectorAll('main button, main a')]
      .map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getBoundingClientRect()] as const)
      .filter(([, box]) => box.width > 0 && (box.height < 23.5 || box.width < 23.5))
      .map(([name, box]) => `${name} ${box.width.toFixed(0)}×${box.height.toFixed(0)}`),
  );
  assert.deepEqual(small, []);
  await context.close();
});
