import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { faultsInLightAndDark } from '../browser.ts';
import { call, prompt, reply, thinking } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** Diffs in every view: each line in the same columns, and no row of the transcript out of its place. */

let team: Team;
let page: Page;
let sessionId: string;
const path = '/home/mira/shop/cmd/main.go';
const long = `\tlog.Print("${'a long line '.repeat(30)}")`;
const before_ = ['package main', '', 'func main() {', '\tone()', '\ttwo()', long, '\tfour()', '}', ''].join(
  '\n',
);

/** An edit as Claude Code records it: two spaces for a tab in the patch, the file itself beside it. */
function recordedEdit(): unknown[] {
  const [use, result] = call(
    'Edit',
    { file_path: path, old_string: '\ttwo()', new_string: '\ttwo(2)\n\tthree()' },
    'The file has been updated.',
  );
  const lines = [' func main() {', '   one()', '-  two()', '+  two(2)', '+  three()', `   ${long.trim()}`];
  const toolUseResult = {
    filePath: path,
    oldString: '\ttwo()',
    newString: '\ttwo(2)\n\tthree()',
    originalFile: before_,
    structuredPatch: [
      { oldStart: 3, oldLines: 6, newStart: 3, newLines: 7, lines: [...lines, '   four()', ' }'] },
    ],
    userModified: false,
    replaceAll: false,
  };
  return [use, { ...(result as object), toolUseResult }];
}

before(async () => {
  team = await aTeam();
  page = team.owner.page;
  // Colours that are still changing are no colours to be judged.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const records = [
    prompt('Call it with two'),
    ...recordedEdit(),
    ...Array.from({ length: 12 }, (_, at) => [
      thinking(''),
      ...call(
        'Bash',
        { command: `echo ${at}` },
        Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n'),
      ),
    ]).flat(),
    // Where in the file it stands is not recorded.
    ...call(
      'Edit',
      { file_path: '/home/mira/shop/a.ts', old_string: 'a\nb', new_string: 'a\nc' },
      'Updated.',
    ),
    reply('Done.'),
  ];
  sessionId = await team.machine.send({ agentId: 'claude-code', records, repoRoot: '/home/mira/shop' });
});
after(async () => team[Symbol.asyncDispose]());

const open = async (search: string) => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}${search}`);
};

/** Where the cells of each line begin, from the left of the line, and where the first letter of a line stands. */
const columns = (diff: Locator): Promise<string[]> =>
  diff.evaluate((group) => {
    const found = new Set<string>();
    const round = (value: number) => Math.round(value * 100) / 100;
    for (const row of group.querySelectorAll('[data-sign]')) {
      const { left } = row.getBoundingClientRect();
      const cells = [...row.children].map((cell) => round(cell.getBoundingClientRect().left - left));
      found.add(cells.join());
      const code = row.querySelector('[data-cell="code"]');
      const text = code && document.createTreeWalker(code, NodeFilter.SHOW_TEXT).nextNode();
      if (!text || !/^\S/.test(code.textContent ?? '')) continue;
      const range = new Range();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      found.add(`letter ${round(range.getBoundingClientRect().left - left)}`);
    }
    return [...found];
  });

const unified = ['0,35,70,90', 'letter 90'];

test('all lines of a diff have the same columns, in each view', async () => {
  await open(`?view=changes&path=${encodeURIComponent(path)}`);
  const changes = page.getByTestId('changes');
  const diff = changes.getByRole('group', { name: /Net change of .*main\.go/ });
  await diff.getByText('three()').waitFor();
  assert.deepEqual(await columns(diff), unified);
  await changes.getByRole('switch', { name: 'Wrap lines' }).click();
  assert.deepEqual(await columns(diff), unified, 'wrapped');
  await changes.getByRole('switch', { name: 'White space' }).click();
  assert.deepEqual(await columns(diff), unified, 'with white space marked');
  await changes.getByText('Side by side').click();
  assert.deepEqual(await columns(diff), ['0,35,55', 'letter 55'], 'side by side');
  await changes.getByText('Unified').click();
  await changes.getByRole('button', { name: 'Full width' }).click();
  assert.deepEqual(await columns(diff), unified, 'in full width');
  assert.equal(await page.getByRole('navigation', { name: 'Changed files' }).count(), 0);
  assert.equal(await page.getByRole('complementary', { name: 'Outline' }).count(), 0);
  await changes.getByText('File 1 of 2').waitFor();
  await changes.getByRole('button', { name: 'Next file' }).click();
  const fragment = changes.getByRole('group', { name: /a\.ts/ });
  await fragment.getByText('c').first().waitFor();
  assert.deepEqual(await columns(fragment), unified, 'a part whose lines have no numbers');
  await changes.getByRole('button', { name: 'Full width' }).click();
  for (const look of ['Wrap lines', 'White space']) await changes.getByRole('switch', { name: look }).click();
  await page.getByRole('navigation', { name: 'Changed files' }).waitFor();
  await open('');
  const card = page.getByRole('group', { name: /Changes of .*main\.go/ });
  await card.getByText('three()').waitFor();
  assert.deepEqual(await columns(card), unified, 'in the transcript');
});

test('a line has the file’s own tabs, its own number, and the part that differs marked', async () => {
  await open(`?view=changes&path=${encodeURIComponent(path)}`);
  const diff = page.getByTestId('changes').getByRole('group', { name: /Net change of .*main\.go/ });
  const lines = () =>
    diff.evaluate((group) =>
      [...group.querySelectorAll('[data-sign]')].slice(0, 6).map((row) => row.textContent ?? ''),
    );
  await diff.getByText('three()').waitFor();
  assert.deepEqual(await lines(), [
    '33func main() {',
    '44\tone()',
    '5−\ttwo()',
    '5+\ttwo(2)',
    '6+\tthree()',
    `67${long}`,
  ]);
});

test('what opens leaves no hole: rows that show nothing keep having no height', async () => {
  await open('');
  const list = page.getByTestId('transcript');
  await list.getByText('Call it with two').first().waitFor();
  const holes = () =>
    list.evaluate((scroller) => {
      const boxes = [...scroller.querySelectorAll<HTMLElement>('[data-row]')]
        .map((row) => ({ row: Number(row.dataset.row), box: row.getBoundingClientRect() }))
        .sort((a, b) => a.row - b.row);
      return boxes.flatMap(({ row, box }, at) => {
        const next = boxes[at + 1];
        const gap = next?.row === row + 1 ? Math.round(next.box.top - box.bottom) : 0;
        return gap === 0 ? [] : [`${gap} px after row ${row}`];
      });
    });
  const settled = async (what: string) => {
    await page.waitForFunction(
      () => document.querySelectorAll('[data-testid="transcript"] [data-ghost]').length === 0,
    );
    // Twice the same: nothing is being measured any more.
    for (let last = ''; ; ) {
      const now = JSON.stringify(await holes());
      if (now === last) break;
      last = now;
      await page.waitForTimeout(100);
    }
    assert.deepEqual(await holes(), [], what);
  };
  await settled('at first');
  const command = list.getByText('echo 3', { exact: false }).first();
  await command.click();
  await page.keyboard.press('Enter');
  await settled('after something was opened');
  await page.keyboard.press('Shift+Z');
  await page.keyboard.press('Shift+Z');
  await settled('after all turns were folded and opened');
});

test('the changes have nothing serious for axe, in light and dark', async () => {
  await open(`?view=changes&path=${encodeURIComponent(path)}`);
  const changes = page.getByTestId('changes');
  await changes.getByText('three()').waitFor();
  assert.deepEqual(await faultsInLightAndDark({ page }), []);
  await changes.getByText('Side by side').click();
  assert.deepEqual(await faultsInLightAndDark({ page }), []);
  await changes.getByText('Unified').click();
});
