import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@debrief/contract';
import type { Visitor } from '../browser.ts';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

let team: Team;
let jonas: Visitor;
let api: Client;
before(async () => {
  team = await aTeam();
  jonas = await team.join('jonas@example.com', 'member');
  api = team.server.client(jonas.watch.token() ?? '');
});
after(async () => team[Symbol.asyncDispose]());

const send = (title: string) => team.machine.send({ agentId: 'claude-code', title, records: smallSession() });
const open = async ({ page }: Visitor, sessionId: string, hash = '') => {
  await page.goto(`${team.server.url}/sessions/${sessionId}${hash}`);
  await page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
};

test('whoever reads the thread has read the line, also by the link of a mail', async () => {
  const sessionId = await send('Asked about');
  const { users } = await team.api.listMembers();
  const userId = users.find(({ email }) => email === 'jonas@example.com')?.userId ?? '';
  await jonas.page.goto(`${team.server.url}/inbox`);
  const body = `@${userId} why?`;
  const { thread } = await team.api.openThread({ sessionId, anchor: { sequence: 0 }, body });
  await team.api.assignReviewer({ sessionId, userId });
  await jonas.page.getByTestId('unread').getByText('2').waitFor();
  await open(jonas, sessionId, `#${thread.threadId}`);
  await jonas.page.getByTestId('unread').waitFor({ state: 'detached' });
  assert.equal((await api.listInbox({})).unread, 0);
});

test('a deleted session leaves every screen within a second', async () => {
  const sessionId = await send('Too much');
  await open(jonas, sessionId);
  // Its stream is there before it is deleted.
  await jonas.page.waitForTimeout(1000);
  await team.api.removeSession({ sessionId });
  await jonas.page.getByText('Fix the retry loop').first().waitFor({ state: 'detached', timeout: 1000 });
  await jonas.page
    .getByText(/No such session|does not exist|deleted/i)
    .first()
    .waitFor();
});

test('a removed member is signed out of open pages within a second', async () => {
  const sessionId = await send('For members');
  await open(jonas, sessionId);
  await jonas.page.waitForTimeout(1000);
  const { users } = await team.api.listMembers();
  const userId = users.find(({ email }) => email === 'jonas@example.com')?.userId ?? '';
  await team.api.removeMember({ userId });
  await jonas.page.getByRole('heading', { name: 'You are signed out' }).waitFor({ timeout: 1000 });
  assert.equal(await jonas.page.getByText('Fix the retry loop').count(), 0);
});
