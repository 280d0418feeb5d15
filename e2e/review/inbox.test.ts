import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Visitor } from '../browser.ts';
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

test('what happens to a member is in their badge and in the title within two seconds', async () => {
  const { environments } = await team.api.listEnvironments();
  const environmentId = environments[0]?.environmentId ?? '';
  await member.page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  const took: number[] = [];
  for (let round = 0; round < 3; round++) {
    await team.api.setAuthor({ environmentId, userId });
    const told = performance.now();
    await badge().waitFor({ timeout: 10_000 });
    took.push(performance.now() - told);
    assert.match(await member.page.title(), /^\(1\) Sessions/);
    await team.api.clearAuthor({ environmentId });
    await member.page.keyboard.press('g');
    await member.page.keyboard.press('i');
    const line = member.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    await line.getByText('mira@workbench').waitFor();
    await line.getByText('owner').waitFor();
    await member.page.keyboard.press('d');
    await member.page.getByText('Nothing new').waitFor();
    await badge().waitFor({ state: 'detached' });
    await member.page.keyboard.press('g');
    await member.page.keyboard.press('s');
    await member.page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
  }
  console.log(`badge after ${took.map(Math.round).join(', ')} ms`);
  assert.ok(Math.max(...took) < 2_000, `the badge came after ${took} ms`);
});

test('a line is put off until tomorrow and comes back; all of them are under All', async () => {
  const { page } = member;
  const { environments } = await team.api.listEnvironments();
  const environmentId = environments[0]?.environmentId ?? '';
  await team.api.setAuthor({ environmentId, userId });
  await badge().waitFor();
  await page.goto(`${team.server.url}/inbox`);
  await page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Nothing new').waitFor();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByText('· put off').waitFor();
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

test('the second key of a pair is nobody else’s: g k goes to the secrets, also where k means the line before', async () => {
  const { page } = member;
  await page.goto(`${team.server.url}/inbox?tab=all`);
  await page.getByRole('list', { name: 'Notifications' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: 'Secrets', exact: true }).waitFor();
});
