import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Visitor, visitor } from './browser.ts';
import { createAccount } from './sign-in.ts';
import { smallSession } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

let team: Team;
before(async () => {
  team = await aTeam();
  await team.machine.send({ agentId: 'claude-code', records: smallSession() });
});
after(async () => team[Symbol.asyncDispose]());

/** Goes to a page by its link and waits for something on it that comes from the server. */
const go = async ({ page }: Visitor, place: string, sign: string) => {
  if (page.url() === 'about:blank') await page.goto(`${team.server.url}/sessions`);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: place, exact: true })
    .click();
  await page.getByRole('heading', { name: place, exact: true }).waitFor();
  await page.getByRole('main').getByText(sign).first().waitFor();
};

test('a member reads everything and is offered nothing they may not do', async () => {
  const { userId } = await team.api.inviteMember({ email: 'member@example.com', role: 'member' });
  const { url = '' } = await team.api.inviteByLink({ userId, handOver: true });
  const member = await visitor(team.browser, team.server.url);
  const { page } = member;
  await createAccount(page, url);
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('link', { name: /Fix the retry loop/ }).click();
  await page.getByTestId('verdict').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  for (const [place, sign, buttons] of [
    ['Members', 'member@example.com', ['Invite']],
    ['Secrets', 'workbench', ['New secret', 'Revoke']],
    ['Environments', 'mira@workbench', ['Revoke']],
    ['Agents', 'mira@workbench', ['Add an agent', 'Edit']],
    ['Organization', 'owner@example.com', ['Rename', 'Load sample sessions']],
  ] as const) {
    await go(member, place, sign);
    for (const name of buttons) {
      assert.equal(
        await page.getByRole('button', { name, exact: true }).count(),
        0,
        `${place} offers ${name}`,
      );
    }
  }
  await page.goto(`${team.server.url}/audit`);
  await page.getByText('This is for owners and admins').waitFor();
  await member.context.close();
});

test('an admin manages, but makes no owners', async () => {
  const admin = await team.join('admin@example.com', 'admin');
  const { page } = admin;
  await go(admin, 'Members', 'admin@example.com');
  const role = page.getByLabel('Role', { exact: true });
  assert.deepEqual(await role.locator('option').allTextContents(), ['Member', 'Admin']);
  await page.getByLabel('Invite by e-mail').fill('new@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText('Hand this link to new@example.com').waitFor();
  assert.match((await page.getByTestId('copy-line').textContent()) ?? '', /\/idp\//);
  await go(admin, 'Audit log', 'newest first');
  const log = page.getByRole('list', { name: 'Audit log' });
  await log.getByText('Invited a member').first().waitFor();
  // Things by the names people gave them.
  await log.getByText(/→ workbench/).waitFor();
  assert.equal(await log.getByText(/(?:sec|env|ins|org|usr)_/).count(), 0);
  await admin.context.close();
});

test('the owner renames, issues and revokes, disables and changes roles', async () => {
  const { page } = team.owner;
  await go(team.owner, 'Organization', 'owner@example.com');
  await page.getByLabel('Name').fill('Acme Shop');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: /Acme Shop/ }).waitFor();

  await go(team.owner, 'Secrets', 'workbench');
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByLabel('Label').fill('throw-away');
  await page.getByRole('button', { name: 'Create' }).click();
  assert.match((await page.getByTestId('copy-line').textContent()) ?? '', /^sk_live_/);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'throw-away' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('list', { name: 'Revoked secrets' }).getByText('throw-away').waitFor();

  await go(team.owner, 'Agents', 'mira@workbench');
  await page.getByRole('switch', { name: 'Capture Claude Code' }).click({ force: true });
  await page.getByText('Disabled').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Configuration').fill('{ "redact": ');
  assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
  await page.getByLabel('Configuration').fill('{ "redact": true }');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();

  await go(team.owner, 'Members', 'member@example.com');
  await page.getByLabel('Role of member@example.com').selectOption('admin');
  await page.getByText('Role changed.').waitFor();

  await go(team.owner, 'Environments', 'mira@workbench');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
});

test('sample sessions come and go with one click each', async () => {
  const { page } = team.owner;
  await go(team.owner, 'Organization', 'owner@example.com');
  await page.getByRole('button', { name: 'Load sample sessions' }).click();
  await page.getByText(/\d+ sample sessions are there/).waitFor();
  // They are left out of a search, which says so.
  await page.goto(`${team.server.url}/sessions?q=webhook`);
  await page.getByText('Samples and what was sent with a test secret are left out.').waitFor();
  await page.getByRole('link', { name: 'Search test sessions, too' }).click();
  await page.getByRole('list', { name: 'Search results' }).waitFor();
  await page.goto(`${team.server.url}/sessions?kind=test`);
  await page.getByRole('row').nth(2).waitFor();
  await go(team.owner, 'Organization', 'owner@example.com');
  await page.getByRole('button', { name: 'Remove them' }).click();
  await page.getByText(/\d+ sample sessions removed/).waitFor();
  await page.goto(`${team.server.url}/sessions?kind=test`);
  await page.getByText('No test sessions').waitFor();
});
