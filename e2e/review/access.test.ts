import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

const open = async ({ page }: Visitor, sessionId: string) => {
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
};
const menu = ({ page }: Visitor) => page.getByRole('button', { name: 'More about this session' });

test('an admin sees who read a session, and deletes it after a question; a member is offered neither', async () => {
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    title: 'Too much',
    records: smallSession(),
  });
  await open(jonas, sessionId);
  await menu(jonas).click();
  await jonas.page.getByRole('menuitem', { name: 'Export as Markdown' }).waitFor();
  assert.equal(await jonas.page.getByRole('menuitem', { name: 'Who read this session' }).count(), 0);
  assert.equal(await jonas.page.getByRole('menuitem', { name: /Delete/ }).count(), 0);

  const { page } = team.owner;
  await open(team.owner, sessionId);
  await menu(team.owner).click();
  await page.getByRole('menuitem', { name: 'Who read this session' }).click();
  await page.getByRole('list', { name: 'Readers' }).getByText('jonas').waitFor();
  await page.keyboard.press('Escape');
  await menu(team.owner).click();
  await page.getByRole('menuitem', { name: /Delete the session/ }).click();
  await page.getByRole('dialog').getByText('Nothing brings it back').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await team.api.getSession({ sessionId })).session.sessionId, sessionId);
  await menu(team.owner).click();
  await page.getByRole('menuitem', { name: /Delete the session/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('heading', { name: 'The session is erased' }).waitFor();
  await page.getByText('Backups that the operator made before').waitFor();
  await page.getByText(sessionId).waitFor();
  await page.getByRole('link', { name: 'To the sessions', exact: true }).click();
  await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
  await assert.rejects(team.api.getSession({ sessionId }), { code: 'session_not_found' });
});

test('words are looked for, taken out for good, and the ledger has the reason and not the words', async () => {
  const words = 'plumtree harbour';
  const records = [
    ...smallSession(),
    {
      type: 'user',
      uuid: 'with-words',
      timestamp: '2026-06-01T10:00:00.000Z',
      message: { role: 'user', content: `The customer is ${words}, ${words} again` },
    },
  ];
  const sessionId = await team.machine.send({ agentId: 'claude-code', title: 'With a name', records });
  await open(jonas, sessionId);
  await menu(jonas).click();
  await jonas.page.getByRole('menuitem', { name: 'Export as Markdown' }).waitFor();
  assert.equal(await jonas.page.getByRole('menuitem', { name: 'Take words out…' }).count(), 0);

  const { page } = team.owner;
  await page.goto(`${team.server.url}/sessions/${sessionId}#${records.length}`);
  await page.getByTestId('transcript').getByText(words).first().waitFor();
  await menu(team.owner).click();
  await page.getByRole('menuitem', { name: 'Take words out…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Words').fill(words);
  await dialog.getByRole('button', { name: 'Look for them' }).click();
  await dialog.getByText(`2 places in 1 event: #${records.length}`).waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Take them out for good' }).isDisabled());
  await dialog.getByLabel('Why').fill('A customer was named');
  await dialog.getByRole('button', { name: 'Take them out for good' }).click();
  // The page opens anew by itself.
  await dialog.waitFor({ state: 'detached', timeout: 60_000 });
  await page.getByTestId('transcript').getByText('[REDACTED:manual]').first().waitFor({ timeout: 60_000 });
  assert.equal(await page.getByText(words).count(), 0);
  assert.deepEqual((await team.api.searchSessions({ q: `"${words}"` })).hits, []);
  await menu(team.owner).click();
  await page.getByRole('menuitem', { name: 'Take words out…' }).click();
  const ledger = dialog.getByRole('list', { name: 'Taken out so far' });
  await ledger.getByText('A customer was named').waitFor();
  await ledger.getByText('2 places').waitFor();
});

test('exports carry what was said', async () => {
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    title: 'Exported',
    records: smallSession(),
  });
  await api.openThread({ sessionId, anchor: { sequence: 1 }, body: 'Why this loop?', idempotencyKey: 'x1' });
  await api.submitReview({
    sessionId,
    outcome: 'follow_up',
    throughSequence: 3,
    body: 'Write it down',
    idempotencyKey: 'x2',
  });
  await open(jonas, sessionId);
  const saved = async (name: string) => {
    await menu(jonas).click();
    const [download] = await Promise.all([
      jonas.page.waitForEvent('download'),
      jonas.page.getByRole('menuitem', { name }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const markdown = await saved('Export as Markdown');
  assert.match(markdown, /## Prompt\n\nFix the retry loop/);
  assert.match(markdown, /jonas asked for a follow-up to #3/);
  assert.match(markdown, /### t1: #1\n\n\*\*jonas\*\*/);
  const review = JSON.parse(await saved('Export brief and review (JSON)'));
  assert.equal(review.threads[0].comments[0].body, 'Why this loop?');
  assert.equal(review.review.state, 'follow_up');
});

test('an admin changes what the team expects; a member reads it', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/organization`);
  await page.getByLabel('Members who must accept').fill('2');
  await page
    .getByLabel('All in these repositories, one per line')
    .fill('/home/mira/shop\ngit@github.com:Acme/Shop.git\nhttps://github.com/acme/shop\n');
  await page.getByRole('checkbox', { name: 'jonas@example.com' }).check();
  await page.getByRole('button', { name: 'Other rules for a repository' }).click();
  await page.getByRole('combobox', { name: 'Repository' }).fill('https://git.example.com/lab.git');
  await page.getByLabel('Members who must accept').last().fill('1');
  await page.locator('section[aria-labelledby="policy"]').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { policy } = await team.api.getPolicy();
  assert.equal(policy.reviewers, 2);
  assert.deepEqual(policy.enter.repositories, ['/home/mira/shop', 'github.com/acme/shop']);
  assert.equal(policy.defaultReviewers.length, 1);
  assert.deepEqual(
    policy.repositories.map(({ repository, rules }) => [
      repository,
      rules.reviewers,
      rules.defaultReviewers.length,
    ]),
    [['git.example.com/lab', 1, 1]],
  );
  await jonas.page.goto(`${team.server.url}/organization`);
  await jonas.page.getByText('2 members must accept').waitFor();
  assert.equal(await jonas.page.getByLabel('Members who must accept').count(), 0);
});
