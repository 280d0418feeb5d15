import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from '@debrief/contract';
import type { Page } from 'playwright-core';
import type { Visitor } from '../browser.ts';
import { prompt, reply } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** With LOOK=FOLDER each step is kept as pictures: at two widths in light and dark, and on a phone. */
const look = process.env.LOOK;
let step = 0;
async function picture(page: Page, name: string, mayResize = true): Promise<void> {
  if (!look) return;
  mkdirSync(look, { recursive: true });
  const path = join(look, `${String(++step).padStart(2, '0')}-${name}`);
  const size = page.viewportSize() ?? { width: 1360, height: 860 };
  for (const width of mayResize ? [1440, 1280] : [size.width]) {
    if (mayResize) await page.setViewportSize({ width, height: 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${path}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (mayResize) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${path}-phone.png` });
  }
  await page.setViewportSize(size);
}

let team: Team;
let mira: Visitor;
let jonas: Visitor;
let [miraApi, jonasApi]: Client[] = [];
let [miraId, jonasId, keptId] = ['', '', ''];
const client = (one: Client | undefined): Client => one as Client;

before(async () => {
  team = await aTeam();
  mira = await team.join('mira@example.com', 'member');
  jonas = await team.join('jonas@example.com', 'member');
  miraApi = team.server.client(mira.watch.token() ?? '');
  jonasApi = team.server.client(jonas.watch.token() ?? '');
  const { users } = await team.api.listMembers();
  const idOf = (email: string) => users.find((one) => one.email === email)?.userId ?? '';
  [miraId, jonasId] = [idOf('mira@example.com'), idOf('jonas@example.com')];
  await team.api.setAuthor({ environmentId: team.machine.environmentId, userId: miraId });
});
after(async () => team[Symbol.asyncDispose]());

const words = 'plumtree harbour';
const send = (title: string) =>
  team.machine.send({
    ...{ agentId: 'claude-code', title, repoRoot: '/home/mira/shop' },
    records: [prompt(`Fix the retry loop of ${title}`), reply(`Done. The customer was **${words}**.`)],
  });
const go = ({ page }: Visitor, path: string) => page.goto(`${team.server.url}${path}`);
const transcript = ({ page }: Visitor) =>
  page.getByTestId('transcript').getByText('Fix the retry loop').first();

test('hold and release: nobody but the author reads it until she shares it', async () => {
  const { page } = mira;
  await go(mira, '/held');
  await page.getByLabel('Hold my next sessions').selectOption('released');
  await page.getByText('Saved.').waitFor();
  const sessionId = await send('the checkout');
  await go(jonas, `/sessions/${sessionId}`);
  await jonas.page.getByText('Its author has not shared it yet').waitFor();
  assert.equal(await jonas.page.getByText('retry loop').count(), 0);
  await picture(jonas.page, 'held-for-others');
  await assert.rejects(client(jonasApi).listEvents({ sessionId }), { code: 'session_not_shared' });
  await go(mira, '/held');
  const held = page.getByRole('list', { name: 'Sessions that are held' });
  await held.getByText('the checkout').waitFor();
  await picture(page, 'held');
  await held.getByRole('button', { name: 'Share now' }).click();
  await page.getByText('It is shared.').waitFor();
  await go(jonas, `/sessions/${sessionId}`);
  await transcript(jonas).waitFor();
  await go(mira, '/held');
  await page.getByLabel('Hold my next sessions').selectOption('none');
  await page.getByText('Saved.').waitFor();
});

test('ask and grant: who may not read asks, the author lets them in, and takes it back', async () => {
  await team.api.setAccessPolicy({ visibility: 'reviewers', hold: 'none', repositories: [] });
  const sessionId = await send('the invoice');
  await go(jonas, `/sessions/${sessionId}`);
  await jonas.page.getByRole('button', { name: 'Ask the author' }).click();
  await jonas.page.getByText('You have asked.').waitFor();
  await picture(jonas.page, 'asked');
  await go(mira, '/inbox');
  await mira.page.getByText('asks to read').first().waitFor();
  await go(mira, `/sessions/${sessionId}`);
  await mira.page.getByText('asks to read it').waitFor();
  await picture(mira.page, 'is-asked');
  await mira.page.getByRole('button', { name: 'Let them read' }).click();
  await mira.page.getByText('They may read it.').waitFor();
  await go(jonas, `/sessions/${sessionId}`);
  await transcript(jonas).waitFor();
  await client(miraApi).decideAccess({ sessionId, userId: jonasId, granted: false });
  await assert.rejects(client(jonasApi).listEvents({ sessionId }), { code: 'session_not_shared' });
  await team.api.setAccessPolicy({ visibility: 'organization', hold: 'none', repositories: [] });
});

test('redact by selection: the words that are marked are gone for good', async () => {
  const sessionId = await send('the customer');
  const { page } = mira;
  await go(mira, `/sessions/${sessionId}`);
  const said = page.locator('article[data-kind="reply"]').first();
  await said.getByText(words).waitFor();
  await said.evaluate((element) => {
    const strong = element.querySelector('strong')?.firstChild;
    if (!strong) throw new Error('no words');
    const range = document.createRange();
    range.selectNodeContents(strong);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
  });
  await page
    .getByTestId('transcript')
    .locator('..')
    .getByRole('button', { name: 'Redact…', exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByLabel('Words').inputValue(), words);
  assert.ok(!page.url().includes('plumtree'), 'never in the address');
  await dialog.getByRole('button', { name: 'Look for them' }).click();
  await dialog.getByText('1 place in 1 event').waitFor();
  await dialog.getByLabel('Why').fill('A customer was named');
  await picture(page, 'redact');
  await dialog.getByRole('button', { name: 'Take them out for good' }).click();
  await dialog.waitFor({ state: 'detached', timeout: 90_000 });
  await page.getByTestId('transcript').getByText('[REDACTED:manual]').first().waitFor({ timeout: 90_000 });
  assert.equal(await page.getByText(words).count(), 0);
  await picture(page, 'redacted');
});

test('a secret that was sent as it is: from where it is told of to its redaction, never in an address', async () => {
  const key = `ghp_${randomBytes(18).toString('hex')}`;
  const sessionId = await team.machine.send({
    ...{ agentId: 'claude-code', title: 'the key' },
    records: [prompt('Fix the retry loop, and push'), reply(`I used ${key} for that.`)],
  });
  const { page } = team.owner;
  await go(team.owner, `/sessions/${sessionId}`);
  await transcript(team.owner).waitFor();
  await page.getByTestId('leaks').waitFor();
  await page.keyboard.press('u');
  const leaks = page.getByTestId('leak-details');
  await leaks.getByRole('button', { name: 'Find them, to take them out' }).click();
  await leaks.getByText(`ghp_… (${key.length} characters)`).waitFor();
  // Another width would draw the details anew, and what was found is kept nowhere.
  await picture(page, 'leak', false);
  await leaks.getByRole('button', { name: 'Redact…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 place in 1 event').waitFor();
  assert.equal(await dialog.getByLabel('Words').inputValue(), key);
  assert.ok(!page.url().includes('ghp_'));
  await dialog.getByLabel('Why').fill('A key was sent');
  await dialog.getByRole('button', { name: 'Take them out for good' }).click();
  await dialog.waitFor({ state: 'detached', timeout: 90_000 });
  await page.getByTestId('transcript').getByText('[REDACTED:manual]').first().waitFor({ timeout: 90_000 });
});

test('legal hold: what it keeps nobody deletes, and the page says so; two admins lift it', async () => {
  const sessionId = await send('the dispute');
  keptId = sessionId;
  const { page } = team.owner;
  await go(team.owner, '/organization');
  const section = page.getByTestId('legal-holds');
  await section.getByRole('button', { name: 'Set a legal hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Id of the session').fill(sessionId);
  await dialog.getByLabel('Why').fill('A dispute with a client');
  await dialog.getByLabel('Until').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await picture(page, 'legal-hold');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await section.getByText('A dispute with a client').waitFor();
  await go(mira, `/sessions/${sessionId}`);
  await transcript(mira).waitFor();
  await mira.page.getByRole('button', { name: 'More about this session' }).click();
  await mira.page.getByRole('menuitem', { name: /Delete the session/ }).click();
  await mira.page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await mira.page.getByText(/A legal hold keeps this session until/).waitFor();
  await picture(mira.page, 'kept');
  await go(mira, '/privacy');
  await mira.page.getByText('1 legal hold is in force').waitFor();
  assert.equal((await team.api.getSession({ sessionId })).session.sessionId, sessionId);
});

test('leave: what is stored is looked at, downloaded, asked to be deleted and deleted; then she is removed', async () => {
  const { page } = mira;
  await go(mira, '/my-data');
  await page.getByText('Sessions you are the author of').waitFor();
  await picture(page, 'my-data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'my-debrief-data.ndjson');
  await page.getByRole('button', { name: 'Ask for deletion…' }).click();
  const asking = page.getByRole('dialog');
  await asking.getByLabel('Why (admins read it)').fill('I change teams.');
  await picture(page, 'ask-deletion');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('Waits for an admin').waitFor();
  await go(team.owner, '/organization');
  const requests = team.owner.page.getByTestId('data-requests');
  await requests.getByText('I change teams.').waitFor();
  await requests.getByRole('button', { name: 'Answer' }).click();
  await picture(team.owner.page, 'answer');
  await team.owner.page.getByRole('dialog').getByRole('button', { name: 'Delete all of it' }).click();
  // All but the one that the legal hold keeps.
  await requests.getByText(/a legal hold keeps 1 session/).waitFor();
  await requests.scrollIntoViewIfNeeded();
  await picture(team.owner.page, 'granted');
  const { sessions } = await team.api.listSessions({ author: [miraId] });
  assert.deepEqual(
    sessions.map((one) => one.sessionId),
    [keptId],
  );
  await go(mira, '/my-data');
  await page.getByText(/they follow when it ends/).waitFor();

  await go(team.owner, '/members');
  await team.owner.page.getByRole('button', { name: 'More about jonas@example.com' }).click();
  await team.owner.page.getByRole('menuitem', { name: 'Remove' }).click();
  const removing = team.owner.page.getByRole('dialog');
  await removing.getByLabel('Their sessions').selectOption('anonymise');
  await picture(team.owner.page, 'remove');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await team.owner.page.getByText('jonas@example.com is removed.').waitFor();
  await assert.rejects(client(jonasApi).listSessions({}), { code: 'organization_not_found' });
});

test('the end of an organization: its name is typed, and what a legal hold keeps refuses it', async () => {
  const { page } = team.owner;
  await go(team.owner, '/organization');
  const section = page.getByTestId('ending');
  await section.getByRole('button', { name: 'Delete the organization…' }).click();
  const dialog = page.getByRole('dialog');
  const { name } = await team.api.getOrganization();
  await dialog.getByLabel('Type its name').fill(name);
  await picture(page, 'ending');
  await dialog.getByRole('button', { name: 'Delete in seven days' }).click();
  await page.getByText(/A legal hold keeps sessions of this organization/).waitFor();
  await picture(page, 'ending-refused');
  assert.deepEqual(await team.api.getEnding(), {});
});
