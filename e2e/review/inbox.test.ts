import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Visitor } from '../browser.ts';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

let team: Team;
let member: Visitor;
let userId: string;
before(async () => {
  team = await aTeam();
  member = await team.join('jonas@example.com', 'member');
  const { users } = await team.api.listMembers();
  userId = users.find(({ email }) => email === 'jonas@example.com')?.userId ?? '';
});
after(async () => team[Symbol.asyncDispose]());

const badge = () => member.page.getByTestId('unread');

test('an answer from before the news does not take the badge away', async () => {
  const { page } = member;
  const asked = Promise.withResolvers<void>();
  const shown = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/inbox?limit=1', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await shown.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  await page.goto(`${team.server.url}/sessions`);
  await asked.promise;
  const { environments } = await team.api.listEnvironments();
  const environmentId = environments[0]?.environmentId ?? '';
  await team.api.setAuthor({ environmentId, userId, earlier: true });
  await badge().waitFor();
  shown.resolve();
  await answered.promise;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  assert.equal(await badge().count(), 1);
  await page.unroute('**/inbox?limit=1');
});

test('a line is put off until tomorrow and comes back; all of them are under All', async () => {
  const { page } = member;
  await page.goto(`${team.server.url}/inbox`);
  await page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Nothing new').waitFor();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByText('· put off').waitFor();
});

test('an address with a tab that there is not shows the first one', async () => {
  const { page } = member;
  for (const tab of ['', 'gone']) {
    await page.goto(`${team.server.url}/inbox?tab=${tab}`);
    await page.getByText('Nothing new').waitFor();
  }
});

test('the second key of a pair is nobody else’s: g k goes to the secrets, also where k means the line before', async () => {
  const { page } = member;
  await page.goto(`${team.server.url}/inbox?tab=all`);
  await page.getByRole('list', { name: 'Notifications' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: 'Secrets', exact: true }).waitFor();
});

test('where one is told what is chosen per reason and kept', async () => {
  const { page } = member;
  await page.goto(`${team.server.url}/inbox?tab=settings`);
  const row = page.getByRole('listitem').filter({ hasText: 'A machine becomes mine' });
  const kept = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' && response.url().endsWith('/notification-settings'),
  );
  await row.getByText('Nowhere').click();
  assert.equal((await kept).status(), 200);
  await page.reload();
  await row
    .getByRole('radio', { name: 'Nowhere' })
    .and(page.locator(':checked'))
    .waitFor({ state: 'attached' });
  // This server has no SMTP_URL: what it cannot do is said and not offered.
  await page.getByText('This server cannot send mail').waitFor();
  assert.equal(await row.getByText('Inbox and mail').count(), 0);
});

test('a list that was asked for before the news and answered after them shows them', async () => {
  const { page } = member;
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route('**/inbox?*limit=50*', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const response = await route.fetch();
    asked.resolve();
    await told.promise;
    await route.fulfill({ response }).catch(() => {});
  });
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    title: 'Told late',
    records: smallSession(),
  });
  await team.server.client(member.watch.token() ?? '').readInbox({});
  await page.goto(`${team.server.url}/inbox`);
  await asked.promise;
  await team.api.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' });
  await badge().getByText('1').waitFor();
  told.resolve();
  await page
    .getByRole('list', { name: 'Notifications' })
    .getByRole('link')
    .first()
    .waitFor({ timeout: 5000 });
});
