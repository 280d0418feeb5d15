import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { faultsInLightAndDark } from '../browser.ts';
import { call, prompt, reply } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** The file that is read of stands beside the transcript, as it was after what is read. */

const path = '/home/mira/shop/src/label.ts';
const first = 'export function label() {\n\treturn "old";\n}\n';
const many = Array.from({ length: 50_000 }, (_, at) => `row ${at + 1}`);

let team: Team;
let page: Page;
let sessionId: string;
let large: string;
before(async () => {
  team = await aTeam();
  page = team.owner.page;
  const edit = (file: string, before: string, after: string) =>
    call('Edit', { file_path: file, old_string: before, new_string: after }, 'The file was updated.');
  sessionId = await team.machine.send({
    agentId: 'claude-code',
    title: 'labels',
    repoRoot: '/home/mira/shop',
    records: [
      prompt('write the label'),
      ...call('Write', { file_path: path, content: first }, 'File created successfully'),
      reply('It is written.'),
      prompt('make it new'),
      ...edit(path, '\treturn "old";', '\tconst text = "new";\n\treturn text;'),
      ...call('Bash', { command: 'npm test' }, 'ok'),
      ...edit('/home/mira/shop/src/other.ts', 'nobody', 'saw this'),
      ...edit(path, 'label()', 'newLabel()'),
      reply('Done.'),
    ],
  });
  large = await team.machine.send({
    agentId: 'claude-code',
    title: 'large',
    records: [
      prompt('write much'),
      ...call('Write', { file_path: '/home/mira/shop/rows.txt', content: `${many.join('\n')}\n` }, 'ok'),
      ...edit('/home/mira/shop/rows.txt', 'row 30000\n', 'row thirty thousand\n'),
      reply('Done.'),
    ],
  });
});
after(async () => team[Symbol.asyncDispose]());

const code = () => page.getByTestId('code-beside');
/** Sign and text of each line that is shown. */
const lines = () =>
  code()
    .locator('[data-sign]')
    .evaluateAll((all) =>
      all.map(
        (line) =>
          (line.getAttribute('data-sign') ?? '') +
          (line.querySelector('[data-cell="code"]')?.textContent ?? ''),
      ),
    );
const entry = (sequence: number) => page.locator(`article[data-sequence="${sequence}"]`);
const shows = async (wanted: string[]) => {
  const until = Date.now() + 30_000;
  while (Date.now() < until && (await lines()).join('\n') !== wanted.join('\n'))
    await page.waitForTimeout(50);
  assert.deepEqual(await lines(), wanted);
};

const asWritten = ['+export function label() {', '+\treturn "old";', '+}'];
const asEdited = [
  ' export function label() {',
  '-\treturn "old";',
  '+\tconst text = "new";',
  '+\treturn text;',
  ' }',
];

test('one key opens it; it follows what is read, and stays while that names no file', async () => {
  await page.goto(`${team.server.url}/sessions/${sessionId}#6`);
  await entry(6).waitFor();
  await page.keyboard.press('a');
  await code().getByText('src/label.ts').waitFor();
  await shows(asEdited);
  await code().getByText('edit 2 of 3').waitFor();
  assert.match(page.url(), /beside=code/);
  await entry(2).click();
  await shows(asWritten);
  // A command names no file: the one before it, as of then.
  await entry(8).click();
  await shows(asEdited);
  await entry(12).click();
  await shows([
    '-export function label() {',
    '+export function newLabel() {',
    ' \tconst text = "new";',
    ' \treturn text;',
    ' }',
  ]);
  await page.reload();
  await code().getByText('src/label.ts').waitFor();
  await page.keyboard.press('a');
  await code().waitFor({ state: 'detached' });
});

test('before any file is named, a button goes to the next edit', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}?beside=code#1`);
  await entry(1).click();
  await code().getByRole('button', { name: 'Go to the next edit' }).click();
  await shows(asWritten);
});

test('the slider goes through the states; a line leads back to its edit and to its prompt', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}?beside=code#12`);
  await code().getByText('edit 3 of 3').waitFor();
  const slider = code().getByRole('slider', { name: 'States of the file' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await shows(asEdited);
  await code().getByRole('button', { name: 'Previous state' }).click();
  await shows(asWritten);
  await code().getByRole('button', { name: 'Previous state' }).click();
  await code().getByText('before the first edit').first().waitFor();
  await slider.focus();
  await page.keyboard.press('End');
  await code().getByText('edit 3 of 3').waitFor();
  // By keyboard: the first changed line, then down to one that the second edit put in.
  await code().getByRole('group').focus();
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowDown');
  const origin = code().getByRole('status').filter({ hasText: 'Put in at' });
  await origin.getByText('make it new').waitFor();
  assert.match((await origin.textContent()) ?? '', /^Put in at #6, asked for at #5: make it new$/);
  await origin.getByRole('link', { name: '#5' }).click();
  await page.locator('article[data-selected][data-sequence="5"]').waitFor();
});

test('what the record does not hold is said, and no line is made up', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}?beside=code#10`);
  await code().getByText('src/other.ts').waitFor();
  await shows(['-nobody', '+saw this']);
  await code().getByText('Where in the file this edit stands is not recorded.').waitFor();
});

test('a path shows its file as of the event: in the transcript, in its difference, in the changes', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}?view=changes`);
  await page
    .getByTestId('changes')
    .getByRole('button', { name: 'Show src/label.ts as of #6' })
    .first()
    .click();
  await shows(asEdited);
  await page.locator('article[data-selected][data-sequence="6"]').waitFor();
  await page.keyboard.press('a');
  await code().waitFor({ state: 'detached' });
  await entry(2).hover();
  await entry(2).getByRole('button', { name: 'Show src/label.ts as of #2' }).first().click();
  await shows(asWritten);
});

test('a file of 50 000 lines comes in parts, from what the edit did on', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${large}?beside=code`);
  // What is too long for one event has several: the number of the edit is not known here.
  await page.locator('article').filter({ hasText: 'Edit' }).first().click();
  await code().getByText('row thirty thousand').waitFor();
  assert.ok((await lines()).length <= 600);
  await code()
    .getByRole('button', { name: /^Lines below/ })
    .click();
  await code().getByText('row 30700', { exact: true }).waitFor();
});

test('nothing serious for those who do not see it, in both themes; on a phone it is a page of its own', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}?beside=code#6`);
  await shows(asEdited);
  assert.deepEqual(await faultsInLightAndDark({ page }), []);
  const full = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(() => {
    const box = document.querySelector('[data-testid="code-beside"]')?.getBoundingClientRect();
    return box && box.width === 390;
  });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.keyboard.press('Escape');
  await code().waitFor({ state: 'detached' });
  await page.getByTestId('transcript').waitFor();
  if (full) await page.setViewportSize(full);
});
