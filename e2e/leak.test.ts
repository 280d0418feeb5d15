import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leakedToken } from './agent-homes.ts';
import { prompt, reply } from './small-session.ts';
import { aTeam } from './team.ts';

test('a secret that slipped through is flagged to the owner and not to members', async () => {
  await using team = await aTeam();
  const sessionId = await team.machine.send({
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
  await details.getByText(`npx debrief-server delete-session ${sessionId}`).waitFor();
  assert.ok(!(await details.textContent())?.includes(leakedToken), 'the secret itself is not repeated');

  const member = await team.join('member@example.com', 'member');
  await member.page.getByRole('link', { name: /deployment/ }).click();
  await member.page.getByTestId('transcript').waitFor();
  await member.page.keyboard.press('u');
  await member.page.getByRole('complementary', { name: 'Details' }).getByText('Facts').waitFor();
  assert.equal(await member.page.getByTestId('leaks').count(), 0);
  assert.equal(await member.page.getByTestId('leak-details').count(), 0);
});
