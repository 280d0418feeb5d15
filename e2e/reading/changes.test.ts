import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { call, prompt, reply, smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** What the session changed, where each change came from, and what people decided. */

let team: Team;
let page: Page;
before(async () => {
  team = await aTeam();
  page = team.owner.page;
});
after(async () => team[Symbol.asyncDispose]());

const open = async (sessionId: string, search = '') => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}${search}`);
};

test('a file written and then edited has one net change, whose hunk leads to its event', async () => {
  const path = '/home/mira/shop/src/price.ts';
  const content = ['export const price = 1;', 'export const tax = 2;', ''].join('\n');
  const records = [
    prompt('Write the prices'),
    ...call('Write', { file_path: path, content }, 'File created.'),
    reply('Written.'),
    prompt('Make the tax three'),
    ...call(
      'Edit',
      { file_path: path, old_string: 'export const tax = 2;', new_string: 'export const tax = 3;' },
      'The file has been updated.',
    ),
    ...call('Bash', { command: 'echo x > src/made-by-command.txt' }, ''),
    reply('Done.'),
  ];
  const sessionId = await team.machine.send({ agentId: 'claude-code', records, repoRoot: '/home/mira/shop' });
  await open(sessionId);
  await page.getByTestId('transcript').getByText('Written.').waitFor();
  await page.keyboard.press('p');
  const changes = page.getByTestId('changes');
  await changes.getByRole('button', { name: /^price\.ts \+/ }).click();
  assert.equal(
    await page.getByRole('button', { name: 'Kinds' }).count(),
    0,
    'it filters the transcript only',
  );
  const diff = changes.getByRole('group', { name: /Net change of .*price\.ts/ });
  await diff.getByText('export const tax = 3;').waitFor();
  assert.equal(
    await diff.getByText('export const tax = 2;').count(),
    0,
    'what was replaced is not in the net change',
  );
  await changes.getByText('Side by side').click();
  await diff.getByText('export const tax = 3;').waitFor();
  await changes.getByText('Unified').click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    changes.getByRole('button', { name: 'Download as patch' }).click(),
  ]);
  const patch = readFileSync(await download.path(), 'utf8');
  assert.match(patch, /^diff --git a\/src\/price\.ts b\/src\/price\.ts\nnew file mode 100644\n/);
  assert.match(patch, /\+export const tax = 3;/);

  await diff.getByRole('button', { name: /turn 2, event #/ }).click();
  await page.getByTestId('transcript').waitFor();
  await page.locator('[data-selected]').getByText('price.ts').first().waitFor();
});

test('the changes stand in the address', async () => {
  const sessionId = await team.machine.send({ agentId: 'claude-code', records: smallSession() });
  await open(sessionId, '?view=changes&path=%2Fhome%2Fmira%2Fshop%2Fsrc%2Fqueue.ts');
  await page.getByTestId('changes').getByText('return backOff(send);').waitFor();
});

test('a question shows its options and the answer, unfolded, and `i` leads to it', async () => {
  const question = {
    question: 'Which database shall the shop use?',
    header: 'Database',
    multiSelect: false,
    options: [
      { label: 'PostgreSQL', description: 'what we run already' },
      { label: 'SQLite', description: 'one file' },
    ],
  };
  const records = [
    prompt('Add a database'),
    ...call(
      'AskUserQuestion',
      { questions: [question] },
      'User has answered your questions: "Which database shall the shop use?"="SQLite". You can now continue.',
    ),
    reply('SQLite it is.'),
  ];
  const sessionId = await team.machine.send({ agentId: 'claude-code', records });
  await open(sessionId);
  await page.getByTestId('transcript').getByText('SQLite it is.').waitFor();
  const decision = page.getByTestId('decision');
  await decision.getByText('Which database shall the shop use?').waitFor();
  await decision.getByText('what we run already').waitFor();
  await page.keyboard.press('i');
  assert.match((await page.locator('[data-selected]').textContent()) ?? '', /Which database/);
});

test('a turn folds to one line with what happened in it and the answer', async () => {
  const sessionId = await team.machine.send({ agentId: 'claude-code', records: smallSession() });
  await open(sessionId);
  // The brief leaves room for the first entries only.
  await page.getByTestId('transcript').locator('article').first().waitFor();
  await page.keyboard.press('Shift+Z');
  const lines = page.getByRole('button', { name: 'Open this turn' });
  await lines.nth(1).waitFor();
  assert.equal(await page.getByTestId('transcript').locator('article').count(), 2);
  assert.match(
    (await lines.first().textContent()) ?? '',
    /\d+ steps · 1 file · 1 error.*The loop now backs off/,
  );
  await lines.first().click();
  await page.getByTestId('transcript').getByText('npm test').first().waitFor();
});
