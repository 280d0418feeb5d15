import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aTeam } from '../team.ts';
import { until } from '../until.ts';
import { aDesk, type Desk } from './desk.ts';

/** With LOOK=FOLDER each step is kept as a picture. */
const look = process.env.LOOK;
let step = 0;
async function picture(page: Page, name: string): Promise<void> {
  if (!look) return;
  mkdirSync(look, { recursive: true });
  await page.screenshot({ path: join(look, `${++step}-${name}.png`) });
}

const day = 24 * 60 * 60_000;
const wording = 'Run `make lint` before you commit.';

let calls = 0;
const uses = (name: string, input: object, result: unknown = 'done') => {
  const id = `toolu_${++calls}`;
  const message = { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] };
  const content = [{ type: 'tool_result', tool_use_id: id, content: result }];
  return [
    { type: 'assistant', message },
    { type: 'user', message: { role: 'user', content } },
  ];
};
const asks = (content: string) => ({ type: 'user', message: { role: 'user', content } });
const commits = (count: number, isKept: boolean) => [
  ...uses('Bash', { command: isKept ? 'make lint' : 'ls' }),
  ...Array.from({ length: count }, () => uses('Bash', { command: 'git commit -qm wip' })).flat(),
];
/** So many commits, in sessions of three at most. */
const parts = (count: number): number[] =>
  Array.from({ length: Math.ceil(count / 3) }, (_, at) => Math.min(3, count - 3 * at));

/** As Claude Code does: asks its hook, writes what it said into the record, works, and ends. */
async function works(desk: Desk, title: string, records: readonly object[]): Promise<string> {
  const session = randomUUID();
  const said = await desk.hook('SessionStart', session);
  const words: string[] = said ? [JSON.parse(said).hookSpecificOutput.additionalContext] : [];
  const attachment = { type: 'hook_additional_context', hookEvent: 'SessionStart', content: words };
  desk.session(session, Date.now(), [
    ...words.map(() => ({ type: 'attachment', attachment })),
    asks(title),
    ...records,
  ]);
  await desk.hook('SessionEnd', session);
  return session;
}

test('review, remark, lesson, the agent gets it, the next sessions, and what became of it', async () => {
  await using team = await aTeam();
  await using desk = aDesk(team.secret);
  const { page } = team.owner;

  // What happened before: 9 of 41 commits came after lint.
  desk.repository.write('CLAUDE.md', '# Shop\n\nPrices are in cents.\n');
  desk.repository.commit('first');
  const kept = [...parts(9).map((count) => [count, true]), ...parts(32).map((count) => [count, false])] as [
    number,
    boolean,
  ][];
  for (const [at, [count, isKept]] of kept.entries()) {
    const task = asks(`Order page, part ${at + 1}`);
    desk.session(randomUUID(), Date.now() - (20 - at) * day, [task, ...commits(count, isKept)]);
  }
  await desk.debrief('connect', team.server.url, '--yes', '--import', 'all', '--name', 'mira@workbench');
  const sessions = await until('the history is judged', async () => {
    const found = (await team.api.listSessions({ limit: 100 })).sessions;
    return found.length === kept.length && found.every(({ findings }) => findings) && found;
  });

  // Somebody reviews a session, and writes a remark at a commit.
  const reviewed = sessions.find(({ title }) => title === `Order page, part ${kept.length}`);
  const sessionId = reviewed?.sessionId ?? '';
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.getByTestId('transcript').getByText('git commit').first().waitFor();
  await page.getByTestId('mark').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: /^Comment on #/ }).waitFor();
  await page.keyboard.type('Committed without lint again. It costs us a second round each time.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: 'Make a lesson of thread 1' }).first().waitFor();
  await picture(page, 'remark');

  // The remark becomes a lesson, in the words of a person, and is adopted.
  await page.getByRole('link', { name: 'Make a lesson of thread 1' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New lesson' });
  await dialog.getByText('It costs us a second round each time.').first().waitFor();
  await dialog.getByLabel('The lesson').fill(wording);
  await dialog
    .getByLabel('How one sees whether it was kept')
    .fill('when commit unless ran "make lint" since the last edit');
  await dialog.getByRole('button', { name: 'Try it on your sessions' }).click();
  await dialog.getByTestId('tried').getByText('Kept 9 of 41 times').waitFor();
  await picture(page, 'lesson');
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
  await page.getByRole('button', { name: 'Adopt', exact: true }).click();
  await page.getByText('Agents are told from now on.').waitFor();
  const [lesson] = (await team.api.listLessons({ state: 'adopted' })).lessons;
  assert.equal(lesson?.text, wording);
  assert.equal(lesson?.repository, 'git.example/acme/shop');
  assert.equal(lesson?.sources[0]?.sessionId, sessionId);

  // One more session before the desk knows of it.
  await works(desk, 'Returns, before sync', commits(2, false));

  // The agent gets it: in its file, by its hook, and when it asks.
  assert.match(await desk.debrief('lessons', 'sync'), /CLAUDE\.md: written \(1 lesson\)/);
  const file = readFileSync(join(desk.repository.root, 'CLAUDE.md'), 'utf8');
  assert.ok(file.startsWith('# Shop\n\nPrices are in cents.\n') && file.includes(`- ${wording}`));
  assert.equal(desk.repository.git('rev-list', '--count', 'HEAD'), '1', 'sync never commits');
  await desk.debrief('lessons', 'on');
  const { token } = await team.api.issueToken({ name: 'claude', scopes: ['sessions:read'] });
  const asked = { repository: 'git@git.example:acme/shop.git', agent: 'claude-code' };
  const answer = await fetch(`${team.server.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'lessons_for', arguments: asked },
    }),
  });
  const body = await answer.text();
  const { result } = JSON.parse(body.replace(/^[^{]*(?=\{)/, ''));
  assert.match(result.content[0].text, /Run `make lint` before you commit\./);

  // The next sessions, of which the first asks over MCP, too.
  const next: string[] = [];
  for (const [at, count] of parts(35).entries()) {
    const asking = at === 0 ? uses('mcp__debrief__lessons_for', asked, result.content) : [];
    next.push(await works(desk, `Returns, part ${at + 1}`, [...asking, ...commits(count, true)]));
  }
  const all = await until('the next sessions are judged', async () => {
    const found = (await team.api.listSessions({ limit: 100 })).sessions;
    return found.length === kept.length + 1 + next.length && found.every(({ findings }) => findings) && found;
  });

  // The recorder noted by which ways each was given it, and that the agent had it.
  const givenTo = async (externalId: string | undefined) => {
    const session = all.find((one) => one.externalId === externalId);
    const { given } = await team.api.listSessionLessons({ sessionId: session?.sessionId ?? '' });
    return given.map(({ way, loaded }) => `${way} ${loaded}`).sort();
  };
  await until('the recorder tells of the first', async () => (await givenTo(next[0])).length === 3);
  assert.deepEqual(await givenTo(next[0]), ['file unknown', 'hook yes', 'mcp yes']);
  await until('and of the last', async () => (await givenTo(next.at(-1))).length === 2);
  assert.deepEqual(await givenTo(next.at(-1)), ['file unknown', 'hook yes']);

  // What became of it, with the sessions behind it.
  await page.goto(`${team.server.url}/lessons`);
  const adopted = page.getByRole('list', { name: 'Adopted lessons' });
  await adopted.getByText('9 of 41').waitFor();
  await adopted.getByText('35 of 37').waitFor();
  await adopted.getByText('Kept far more often since.').waitFor();
  await adopted
    .getByText(
      'Reaches agents by instruction files, the hook at the start, MCP. Given: 35 of 35, not given: 0 of 2.',
    )
    .waitFor();
  await picture(page, 'effect');
  const { effect } = await team.api.getLessonEffect({ lessonId: lesson?.lessonId ?? '' });
  assert.equal(effect?.counts, 'Kept before in 9 of 41, since in 35 of 37 (given: 35 of 35).');
  await adopted.getByText('Not kept since: 2 of 37').click();
  const missed = adopted.getByRole('link', { name: 'Returns, before sync' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), missed.click()]);
  await opened.getByTestId('transcript').getByText('git commit').first().waitFor();
  await picture(opened, 'session');

  // And it goes again without a trace.
  await desk.debrief('lessons', 'sync', '--remove');
  assert.equal(desk.repository.git('status', '--porcelain'), '');
});
