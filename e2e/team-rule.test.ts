import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aTeam } from './team.ts';

let calls = 0;
const run = (command: string) => {
  const id = `toolu_${++calls}`;
  return [
    {
      type: 'assistant',
      uuid: `a-${id}`,
      message: {
        id: `m-${id}`,
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }],
      },
    },
    {
      type: 'user',
      uuid: `r-${id}`,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
    },
  ];
};

test('a rule is written, tried on the sessions that are there, switched on, and speaks', async () => {
  await using team = await aTeam();
  const { page, watch } = team.owner;
  const send = (title: string, ...commands: string[]) =>
    team.machine.send({ agentId: 'claude-code', title, records: commands.flatMap(run) });
  const hasty = await send('Hasty', 'git commit -m x');
  await send('Careful', 'make lint', 'git commit -m x');
  await send('Reading', 'ls');
  for (const begun = Date.now(); ; await sleep(100)) {
    const { sessions } = await team.api.listSessions({});
    if (sessions.length === 3 && sessions.every(({ findings }) => findings)) break;
    assert.ok(Date.now() - begun < 60_000, 'the sessions are judged');
  }
  await page.goto(`${team.server.url}/rules`);
  await page.getByRole('button', { name: 'Write a rule' }).click();
  const editor = page.getByTestId('team-rule');
  const text = editor.getByLabel('The rule');
  await text.fill('when comit');
  await editor.getByText('After "when" comes command, edit').waitFor();
  await text.fill('when commit ');
  await page.getByRole('option', { name: 'when commit unless' }).click();
  await text.press('End');
  await text.pressSequentially('ran "make lint"');
  await text.press('Escape');
  await editor.getByLabel('Title').fill('Commit without lint');
  await editor.getByLabel('What a finding says').fill('Committed without make lint.');
  assert.equal(await editor.getByRole('switch').isDisabled(), true, 'it has to be tried first');
  await editor.getByRole('button', { name: 'Try it on your sessions' }).click();
  const result = editor.getByTestId('backtest');
  await result.getByText('It speaks in 1 of 3 sessions.').waitFor();
  await result.getByText('Nobody has decided about findings in these sessions yet.').waitFor();
  const example = result.getByRole('link', { name: 'Hasty' });
  assert.match((await example.getAttribute('href')) ?? '', new RegExp(`/sessions/${hasty}#\\d+$`));
  await editor.getByRole('switch').click();
  await editor.getByRole('button', { name: 'Save the rule' }).click();
  await page.getByText('Saved. Sessions are judged again.').waitFor();
  for (const begun = Date.now(); ; await sleep(100)) {
    const { findings } = await team.api.getFindings({ sessionId: hasty });
    if (findings.some(({ rule }) => rule === 'team.commit-without-lint')) break;
    assert.ok(Date.now() - begun < 60_000, 'the rule speaks');
  }
  await page.reload();
  const here = page.getByTestId('rules-here');
  await here.getByText('Commit without lint').waitFor();
  await here.getByText('1 raised, nobody has decided yet').first().waitFor();
  assert.deepEqual(watch.violations, []);
});

test('a sentence of AGENTS.md is offered as a rule, shown as text, tried and saved by a person', async () => {
  await using team = await aTeam();
  const { page, watch } = team.owner;
  const said = 'Run `make lint` before every commit.';
  const instructions = {
    type: 'attachment',
    uuid: 'i-1',
    attachment: {
      type: 'nested_memory',
      path: '/repo/CLAUDE.md',
      content: {
        type: 'memory',
        content: `# Rules\n- ${said}\n- Do not edit \`src/<b>x</b>/\`.\n- Never push to main.`,
      },
    },
  };
  await team.machine.send({
    agentId: 'claude-code',
    title: 'Hasty',
    records: [instructions, ...run('git commit -m x')],
  });
  for (const begun = Date.now(); ; await sleep(100)) {
    const { sessions } = await team.api.listSessions({});
    if (sessions.length === 1 && sessions.every(({ findings }) => findings)) break;
    assert.ok(Date.now() - begun < 60_000, 'the session is judged');
  }
  await page.goto(`${team.server.url}/rules`);
  await page.getByRole('button', { name: 'Write a rule' }).click();
  const offers = page.getByTestId('rule-offers');
  await offers.getByText('CLAUDE.md in 1 session').first().waitFor();
  assert.equal(await offers.getByRole('button', { name: /^Start from/ }).count(), 2);
  await offers.getByRole('button', { name: `Start from: ${said}` }).click();
  const editor = page.getByTestId('team-rule');
  assert.equal(
    await editor.getByLabel('The rule').inputValue(),
    'when commit unless ran "make lint" since the last edit',
  );
  assert.equal(await editor.getByLabel('Title').inputValue(), 'Commit without make lint');
  assert.equal(await editor.getByRole('switch').isDisabled(), true, 'it has to be tried first');
  assert.deepEqual((await team.api.getFindingsPolicy()).policy.teamRules, [], 'nothing is adopted by itself');
  await editor.getByRole('button', { name: 'Try it on your sessions' }).click();
  await editor.getByTestId('backtest').getByText('It speaks in 1 of 1 session.').waitFor();
  await editor.getByRole('switch').click();
  await editor.getByRole('button', { name: 'Save the rule' }).click();
  await page.getByText('Saved. Sessions are judged again.').waitFor();
  const { policy } = await team.api.getFindingsPolicy();
  assert.deepEqual(
    policy.teamRules?.map(({ name, isOn }) => [name, isOn]),
    [['commit-without-make-lint', true]],
  );
  assert.deepEqual(watch.violations, []);
});
