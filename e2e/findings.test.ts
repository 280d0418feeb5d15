import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { leakedToken } from './agent-homes.ts';
import { prompt, reply } from './small-session.ts';
import { aTeam } from './team.ts';

test('a secret that slipped through is flagged to the owner and not to members', async () => {
  await using team = await aTeam();
  await team.machine.send({
    agentId: 'claude-code',
    records: [prompt('Why is the deployment red?'), reply(`The log says ${leakedToken} twice.`)],
  });
  const { page } = team.owner;
  await page.goto(`${team.server.url}/sessions`);
  const row = page.getByRole('row').filter({ hasText: 'Why is the deployment red?' });
  await row.getByTestId('leaks').getByText('1 secret', { exact: true }).waitFor();

  await row.getByRole('link', { name: /deployment/ }).click();
  await page.getByTestId('leaks').getByText('1 secret', { exact: true }).waitFor();
  // The keys of the page work once there is something to read.
  await page.getByTestId('transcript').waitFor();
  await page.keyboard.press('u');
  const details = page.getByTestId('leak-details');
  await details.getByText('github').waitFor();
  await details.getByRole('button', { name: 'Find them, to take them out' }).click();
  await details.getByText(`${leakedToken.slice(0, 4)}… (${leakedToken.length} characters)`).waitFor();
  assert.ok(!(await details.textContent())?.includes(leakedToken), 'the secret itself is not repeated');

  const member = await team.join('member@example.com', 'member');
  await member.page.getByRole('link', { name: /deployment/ }).click();
  await member.page.getByTestId('transcript').waitFor();
  await member.page.keyboard.press('u');
  await member.page.getByRole('complementary', { name: 'Details' }).getByText('Facts').waitFor();
  assert.equal(await member.page.getByTestId('leaks').count(), 0);
  assert.equal(await member.page.getByTestId('leak-details').count(), 0);
});

test('the samples show what needs a look: a masked failure, discarded work, and a clean session', async () => {
  await using team = await aTeam();
  await team.api.loadSample();
  const listed = async () => (await team.api.listSessions({ secretEnvironment: 'test' })).sessions;
  for (const begun = Date.now(); ; await sleep(100)) {
    const sessions = await listed();
    const rules = sessions.flatMap(({ findings }) => findings?.top.map(({ rule }) => rule) ?? []);
    // What is missing is found once the end of a session has been judged.
    if (sessions.every(({ findings }) => findings) && rules.includes('test.red-end')) break;
    assert.ok(Date.now() - begun < 120_000, 'the samples are judged');
  }
  const sessions = await listed();
  const clean = sessions.find(({ statistics }) => statistics?.title?.includes('one cent off'));
  assert.deepEqual([clean?.findings?.high, clean?.findings?.medium], [0, 0]);
  const { page, watch } = team.owner;
  // The list of real sessions says where they are.
  await page.goto(`${team.server.url}/sessions`);
  await page.getByText('No real sessions yet').waitFor();
  await page.getByRole('link', { name: 'Show test sessions' }).click();
  await page.getByRole('row').nth(2).waitFor();
  await page.goto(`${team.server.url}/sessions?kind=all&sort=risk&severity=high`);
  const rowOf = (finding: RegExp) => page.getByRole('row').filter({ has: page.getByTitle(finding) });
  await rowOf(/Claims what the session does not show/).waitFor();
  await rowOf(/Discarded uncommitted work/).waitFor();
  assert.equal(await page.getByText('one cent off').count(), 0);

  await page.getByRole('link', { name: /Refunds ignore the tax/ }).click();
  await page
    .getByTestId('claim')
    .getByText(/Contradicted by #\d+/)
    .waitFor();
  const outline = page.getByRole('complementary', { name: 'Outline' });
  await outline
    .getByRole('img', { name: /places? to look at/ })
    .first()
    .waitFor();
  if ((await page.getByTestId('findings').count()) === 0) await page.keyboard.press('u');
  const panel = page.getByTestId('findings');
  await panel.getByText('Ended with failing tests').waitFor();
  await page.keyboard.press('h');
  await panel.locator('[data-here]').first().waitFor();
  await page.keyboard.press('y');
  const expected = panel.locator('[data-here]').first().getByRole('button', { name: 'Expected' });
  await expected.click();
  await panel.locator('[data-settled]').first().waitFor();
  await page
    .getByTestId('claim')
    .getByRole('button', { name: /^run #/ })
    .click();
  await page.waitForURL(/#\d+$/);

  await page.goto(`${team.server.url}/rules`);
  await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor();
  await page.getByText(/raised: 0 confirmed, 1 expected, 0 wrong/).waitFor();
  await page.getByLabel('Guarded files').fill('infra/');
  await page.getByRole('button', { name: 'More for a repository' }).click();
  const repository = page.getByRole('group').filter({ hasText: 'Folder of the repository' });
  await repository.getByPlaceholder('/home/me/shop').fill('/home/mira/shop');
  await repository.getByLabel('Your own test commands').fill('./ci.sh test');
  await page.getByRole('button', { name: 'Save the policy' }).click();
  await page.getByText('Saved. Sessions are judged again.').waitFor();
  const { policy } = await team.api.getFindingsPolicy();
  assert.deepEqual(policy.guardedPaths, ['infra/']);
  assert.deepEqual(
    policy.repositories.map(({ repoRoot, testCommands }) => [repoRoot, testCommands]),
    [['/home/mira/shop', ['./ci.sh test']]],
  );
  assert.deepEqual(watch.violations, []);
});
