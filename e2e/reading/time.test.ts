import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { faultsInLightAndDark } from '../browser.ts';
import { call, prompt, reply } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';
import { everyState } from './every-state.ts';

let team: Team;
let page: Page;
before(async () => {
  team = await aTeam();
  page = team.owner.page;
});
after(async () => team[Symbol.asyncDispose]());

/** Records at minutes after nine o'clock. */
const at = (minute: number, records: unknown[]): unknown[] =>
  records.map((record, step) => ({
    ...(record as object),
    timestamp: new Date(Date.UTC(2026, 5, 1, 9, minute, 20 * step)).toISOString(),
  }));

const edit = (path: string) =>
  call('Edit', { file_path: path, old_string: 'a', new_string: 'b' }, 'The file has been updated.');

/** Half an hour of work, a lunch of an hour, and a little more. */
const aMorning = (): unknown[] => [
  ...at(0, [prompt('Split the address')]),
  ...Array.from({ length: 12 }, (_, step) => [
    ...at(1 + 2 * step, edit(`/home/mira/shop/src/part-${step}.ts`)),
    ...at(2 + 2 * step, [reply(`Part ${step} is split.`)]),
  ]).flat(),
  ...at(26, call('Bash', { command: 'npm test' }, 'not ok 1', true)),
  ...at(28, [reply('One is red.')]),
  ...at(88, [prompt('Go on after lunch')]),
  ...at(89, call('Bash', { command: 'npm test -- label' }, 'ok 1')),
  ...at(90, [reply('Done.')]),
];

async function opened(records: unknown[]): Promise<string> {
  const sessionId = await team.machine.send({ agentId: 'claude-code', records });
  for (let tries = 0; ; tries++) {
    const { state, brief } = await team.api.getBrief({ sessionId });
    if (state === 'current' && brief) break;
    assert.ok(tries < 300, 'folded in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.getByTestId('transcript').locator('article').first().waitFor();
  return sessionId;
}

const transcript = () => page.getByTestId('transcript');
const strip = () => page.getByTestId('strip');
const slider = () => page.getByRole('slider', { name: 'Time in the session' });

/** A point of the strip: a share of its width. */
async function pointAt(share: number): Promise<{ x: number; y: number }> {
  const box = await slider().boundingBox();
  assert.ok(box);
  return { x: box.x + share * box.width, y: box.y + box.height / 2 };
}

test('the strip: a click moves the transcript, what is drawn over narrows it, the slowest call is named', async () => {
  await opened(aMorning());
  for (const lane of ['prompts', 'edits', 'commands', 'failures'])
    assert.equal(await strip().locator(`[data-lane="${lane}"]`).count(), 1, lane);
  // The marks come a moment after their lanes.
  const edits = strip().locator('[data-lane="edits"] [title]');
  await edits.nth(11).waitFor({ state: 'attached' });
  assert.equal(await edits.count(), 12);
  // An hour of lunch takes three in a hundred of the width.
  assert.match((await strip().textContent()) ?? '', /waited 1 h/);
  assert.match((await strip().textContent()) ?? '', /Slowest: Bash npm test/);

  const end = await pointAt(0.995);
  await page.mouse.click(end.x, end.y);
  await transcript().getByText('Done.', { exact: true }).waitFor();
  assert.equal(await transcript().getByText('Part 0 is split.').count(), 0, 'the beginning is out of sight');

  // From the middle of the pause, which is as wide as any: three in a hundred.
  const [from, to] = [await pointAt(0.836), await pointAt(1)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.getByTestId('time-range').waitFor();
  assert.deepEqual(
    (await transcript().locator('article').allTextContents()).filter((text) => /Part|split/.test(text)),
    [],
  );
  await transcript().getByText('Go on after lunch').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await transcript().getByText('Split the address').waitFor();
});

test('the strip by keys and as a table', async () => {
  await opened(aMorning());
  await slider().focus();
  await page.keyboard.press('End');
  await page.waitForURL(/#\d+$/);
  const last = Number(new URL(page.url()).hash.slice(1));
  await page.waitForFunction(
    () => Number(document.querySelector('[role="slider"]')?.getAttribute('aria-valuenow')) > 90,
  );
  await slider().focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((before) => Number(location.hash.slice(1)) < before, last);

  await page.getByRole('button', { name: 'As a table' }).click();
  const table = page.getByRole('region', { name: 'Time as a table' });
  const rows = await table.getByRole('table').first().getByRole('row').allTextContents();
  assert.equal(rows.length, 3, 'a head and two stretches');
  // From, worked, pause before, prompts, edits, commands, failures.
  assert.match(rows[1] ?? '', /28 m.*1121/);
  assert.match(rows[2] ?? '', /1 h/);
  await table.getByRole('button', { name: 'Only this' }).nth(1).click();
  await transcript().getByText('Go on after lunch').waitFor();
  assert.equal(await transcript().locator('article', { hasText: 'Part 3 is split.' }).count(), 0);
  // What is gone to is shown, also outside of what the transcript was narrowed to.
  await table.getByRole('link', { name: '09:00' }).first().click();
  await transcript().getByText('Split the address').waitFor();
  assert.equal(await page.getByTestId('time-range').count(), 0);
  assert.deepEqual(await faultsInLightAndDark({ page }), []);
});

test('a session without times has no strip', async () => {
  await opened(aMorning().map((record) => ({ ...(record as object), timestamp: undefined })));
  await page.getByTestId('brief').waitFor();
  assert.equal(await strip().count(), 0);
});

test('a sub-agent has an address of its own: what it was asked, its result, its steps, and the way back', async () => {
  const sessionId = await opened(everyState());
  const card = transcript().locator('article[data-kind="subagent"]');
  await card.waitFor();
  for (const text of ['Explore', 'Who retries?', 'Two places.', 'Answered'])
    await card.getByText(text).first().waitFor();
  await card.getByRole('link', { name: 'Open by itself' }).click();
  await page.waitForURL(/\?agent=/);
  const head = page.getByTestId('subagent');
  await head.getByText('Find every place that retries').first().waitFor();
  assert.match((await head.locator('[data-part="result"]').textContent()) ?? '', /Two places\./);
  assert.match((await page.getByTestId('subagent-facts').textContent()) ?? '', /^1 step\b/);
  await transcript().getByText('only the first waits').waitFor();
  assert.equal(
    await transcript().getByText('Uploads are retried for ever').count(),
    0,
    'its own entries only',
  );
  assert.equal(await strip().count(), 0);
  assert.deepEqual(await faultsInLightAndDark({ page }), []);

  await page.reload();
  await transcript().getByText('only the first waits').waitFor();
  await head.getByRole('link', { name: /Back to the session/ }).click();
  await page.waitForURL((url) => url.pathname === `/sessions/${sessionId}` && url.search === '');
  await card.waitFor();
  await page.goBack();
  await head.waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor();
  assert.equal(new URL(page.url()).search, '');
});

test('a member renames a session; the page, the list and the search have the new title', async () => {
  const sessionId = await opened([prompt('What is a retry?'), reply('Trying once more.')]);
  await page.getByRole('button', { name: 'More about this session' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const field = page.getByRole('textbox', { name: 'Title' });
  assert.equal(await field.inputValue(), 'What is a retry?');
  await field.fill('About retries');
  // A menu that fades away is no longer one to a program that reads it aloud.
  await page.locator('[role="menu"]').waitFor({ state: 'detached' });
  assert.deepEqual(await faultsInLightAndDark({ page }), []);
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('heading', { name: 'About retries' }).waitFor();
  await page.goto(`${team.server.url}/sessions?q=about`);
  await page.locator(`a[href="/sessions/${sessionId}"]`).getByText('About retries').first().waitFor();
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.getByRole('button', { name: 'More about this session' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('region', { name: 'Earlier titles' }).getByText('What is a retry?').waitFor();
});
