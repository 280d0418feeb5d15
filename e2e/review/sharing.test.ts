import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

test('a session is held, shared, asked for and opened', async () => {
  const { api, server, owner, machine } = team;
  const { page } = owner;
  await page.goto(`${server.url}/organization`);
  const form = page.getByRole('region', { name: 'Who reads sessions' });
  await form.getByLabel('Read by').selectOption('reviewers');
  await form.getByLabel('Held after the end').selectOption('released');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { ownerUserId } = await api.getOrganization();
  await api.setAuthor({ environmentId: machine.environmentId, userId: ownerUserId });
  const sessionId = await machine.send({ agentId: 'claude-code', records: smallSession() });

  while (!(await api.getSession({ sessionId })).session.statistics?.title) await sleep(100);

  const member = await team.join('member@example.com', 'member');
  await member.page.getByRole('link', { name: 'Not shared yet' }).waitFor();
  assert.equal(await member.page.getByText('Fix the retry loop').count(), 0);
  await member.page.getByText('Held', { exact: true }).waitFor();
  await member.page.getByRole('link', { name: 'Not shared yet' }).click();
  await member.page.getByText('Its author has not shared it yet').waitFor();
  assert.equal(await member.page.getByRole('button', { name: 'Ask the author' }).count(), 0);

  await page.goto(`${server.url}/held`);
  await page.getByText('Nothing was taken out').waitFor();
  await page.getByRole('link', { name: /Fix the retry loop/ }).click();
  await page.getByText('Only you read this session until it is released.').waitFor();
  await page.getByRole('button', { name: 'Share now' }).click();
  await page.getByText('It is shared.').waitFor();

  await member.page.reload();
  await member.page.getByText('You may not read this session').waitFor();
  await member.page.getByRole('button', { name: 'Ask the author' }).click();
  await member.page.getByText('You have asked. The author is told.').waitFor();

  await page.goto(`${server.url}/inbox`);
  await page.getByText('asks to read').click();
  await page.getByRole('button', { name: 'Let them read' }).click();
  await page.getByText('They may read it.').waitFor();
  await member.page.goto(`${server.url}/sessions/${sessionId}`);
  await member.page.getByTestId('verdict').waitFor();
  await member.page.getByText('Fix the retry loop').first().waitFor();
  await member.context.close();
});
