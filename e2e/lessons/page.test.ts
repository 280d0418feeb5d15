import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultsInLightAndDark } from '../browser.ts';
import { aTeam, type Team } from '../team.ts';

let calls = 0;
const run = (command: string) => {
  const id = `toolu_${++calls}`;
  const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
  return [
    { type: 'assistant', uuid: `a-${id}`, message: { id: `m-${id}`, role: 'assistant', content: [use] } },
    {
      type: 'user',
      uuid: `r-${id}`,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
    },
  ];
};

/** Sessions with so many commits each; those of `kept` ran lint first. */
async function sessionsWith(team: Team, name: string, kept: number[], not: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, commits] of [...kept, ...not].entries()) {
    const records = [at < kept.length ? 'make lint' : 'ls', ...Array(commits).fill('git commit -m x')];
    ids.push(
      await team.machine.send({
        agentId: 'claude-code',
        title: `${name} ${at}`,
        records: records.flatMap(run),
      }),
    );
  }
  for (const begun = Date.now(); ; await sleep(100)) {
    const { sessions } = await team.api.listSessions({});
    if (sessions.every(({ findings }) => findings)) return ids;
    assert.ok(Date.now() - begun < 60_000, 'the sessions are judged');
  }
}

test('a remark becomes a lesson by a person, is adopted, and one sees what became of it', async () => {
  await using team = await aTeam();
  const { page, watch } = team.owner;
  const check = 'when commit unless ran "make lint" since the last edit';
  const [sessionId = ''] = await sessionsWith(team, 'Before', [9], [8, 8, 8, 8]);
  const body = 'Again without lint.\n> Run `make lint` before you commit.';
  await team.api.openThread({ sessionId, anchor: { sequence: 1 }, body });
  await page.goto(`${team.server.url}/sessions/${sessionId}#t1`);
  await page.getByRole('link', { name: 'Make a lesson of thread 1' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New lesson' });
  await dialog.getByText('Again without lint.', { exact: false }).first().waitFor();
  const words = dialog.getByLabel('The lesson');
  assert.equal(await words.inputValue(), 'Again without lint. Run `make lint` before you commit.');
  assert.ok(!page.url().includes('lint'), 'no words in the address');
  await words.fill('See https://example.com');
  await dialog.getByText('It holds a link.').waitFor();
  await words.fill('Run `make lint` before you commit.');
  const asked = dialog.getByLabel('How one sees whether it was kept');
  await asked.fill('whenever');
  await dialog.getByText('A check begins with "when" or "use".').waitFor();
  await asked.fill(check);
  await dialog.getByRole('button', { name: 'Try it on your sessions' }).click();
  await dialog.getByTestId('tried').getByText('Kept 9 of 41 times').waitFor();
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
  const proposed = page.getByRole('list', { name: 'Proposed lessons' });
  await proposed.getByText('make lint').first().waitFor();
  assert.deepEqual((await team.api.listLessons({ state: 'adopted' })).lessons, [], 'nobody adopted it');
  assert.deepEqual(await faultsInLightAndDark(team.owner), []);
  await proposed.getByRole('button', { name: 'Adopt', exact: true }).click();
  await page.getByText('Agents are told from now on.').waitFor();
  await sessionsWith(team, 'Since', [7, 7, 7, 7, 7], [2]);
  await page.reload();
  const adopted = page.getByRole('list', { name: 'Adopted lessons' });
  await adopted.getByText('9 of 41').waitFor();
  await adopted.getByText('35 of 37').waitFor();
  await adopted.getByText('Not kept since: 2 of 37').click();
  await adopted.getByRole('link', { name: 'Since 5' }).waitFor();
  assert.match(
    (await adopted.getByRole('link', { name: 'a discussion' }).getAttribute('href')) ?? '',
    new RegExp(`/sessions/${sessionId}#thr_`),
  );
  assert.deepEqual(await faultsInLightAndDark(team.owner), []);
  await page.setViewportSize({ width: 390, height: 800 });
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    'nothing is wider than a phone',
  );
  assert.deepEqual(watch.violations, []);
});
