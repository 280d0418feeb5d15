import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linesOf, shaOf } from '../../packages/server/testing/links/link.ts';
import { faultsOfPages, looks, visitor } from '../browser.ts';
import { aTeam, type Team } from '../team.ts';
import { linkedTeam, pull, repository } from './linked-team.ts';

let team: Team;
let sessions: Awaited<ReturnType<typeof linkedTeam>>;
before(async () => {
  team = await aTeam();
  sessions = await linkedTeam(team);
});
after(async () => team?.[Symbol.asyncDispose]());

test('from a commit to the sessions behind it, with what was by hand, and to the event', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/commit/${shaOf('retry').slice(0, 7)}`);
  const behind = page.getByRole('list', { name: 'Sessions behind it' });
  await behind.getByText('Write the retry loop').waitFor();
  await behind.getByText('matched', { exact: true }).waitFor();
  await page.getByTestId('lines-legend').getByText('10 lines by sessions, 4 lines by hand').waitFor();
  // The other one edited the same file at that time, and no more is known.
  const perhaps = page.getByRole('list', { name: 'Sessions to confirm' });
  await perhaps.getByText('Tune the retry loop').waitFor();
  assert.ok(!(await page.textContent('body'))?.includes('%'), 'no percentage is shown');
  await perhaps.getByRole('button', { name: 'Confirm' }).click();
  await behind.getByText('by hand', { exact: true }).waitFor();
  await behind
    .getByRole('listitem')
    .filter({ hasText: 'Tune the retry loop' })
    .getByRole('button', { name: 'Unlink' })
    .click();
  await behind.getByText('Tune the retry loop').waitFor({ state: 'detached' });
  await behind.getByRole('link', { name: 'Write the retry loop' }).click();
  await page
    .getByText(linesOf('retry')[0] as string)
    .first()
    .waitFor();
});

test('from a session to its commits and pull requests', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/sessions/${sessions.sessionId}`);
  await page.getByTestId('transcript').waitFor();
  await page.keyboard.press('u');
  const links = page.getByTestId('session-links');
  await links.getByRole('link', { name: shaOf('retry').slice(0, 7) }).waitFor();
  await links.getByText('#7 <script>window.pwned=1</script> Retry').waitFor();
  await links.getByLabel('Link a commit').fill(shaOf('hand').slice(0, 9));
  await links.getByRole('button', { name: 'Link', exact: true }).click();
  await links.getByText('Linked by a person').waitFor();
  await links.getByLabel('Link a commit').fill('0000000');
  await links.getByRole('button', { name: 'Link', exact: true }).click();
  await links.getByText(/No machine of this organization/).waitFor();
  await team.api.removeLink({ sessionId: sessions.sessionId, sha: shaOf('hand') });
  // A pull request by its address; on its own page it is unlinked again.
  const add = async (typed: string) => {
    await links.getByLabel('Link a commit or a pull request').fill(typed);
    await links.getByRole('button', { name: 'Link', exact: true }).click();
  };
  await add('https://github.com/acme/app');
  await links.getByText(/must be the address of a pull request/).waitFor();
  await add('https://github.com/acme/app/pull/9#files');
  const item = links.getByTestId('pull-link').filter({ hasText: '#9' });
  await item.getByText('Linked by a person').waitFor();
  await item.getByRole('link').click();
  const behind = page.getByRole('list', { name: 'Sessions behind it' });
  await behind.getByText('Linked by a person').waitFor();
  await behind.getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('No session is known to be behind it').waitFor();
});

test('a squash merge leads to the session through its pull request; a commit by hand to none', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/commit/${shaOf('squash')}`);
  await page.getByText(/Merged from a pull request/).waitFor();
  await page.getByRole('link', { name: /#7/ }).click();
  await page.getByText('Opened or named it').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('url'), pull);
  // Its commits say whose sessions they are of, and where their reviews stand.
  const commit = page.getByRole('list', { name: 'Commits' }).getByRole('listitem').first();
  await commit.getByRole('link', { name: 'Write the retry loop' }).waitFor();
  await commit.getByText('Unreviewed', { exact: true }).waitFor();
  await page.goto(`${team.server.url}/commit/${shaOf('hand')}`);
  await page.getByText('No session is known to be behind this commit').waitFor();
});

test('repositories, one of them, and the history of a file', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/repositories`);
  await page.getByRole('link', { name: repository }).click();
  await page.getByRole('heading', { name: repository }).waitFor();
  await page.getByText('Files most touched').waitFor();
  const commits = page.getByRole('list', { name: 'Commits' }).getByRole('listitem');
  const retry = commits.filter({ hasText: 'Write the retry loop' }).first();
  await retry.getByText('Unreviewed', { exact: true }).waitFor();
  // The page has no place of its own in the navigation.
  await page.locator('nav[aria-label="Main"] a[data-active]', { hasText: 'Repositories' }).waitFor();
  await page.getByRole('link', { name: 'src/retry.ts' }).click();
  const list = page.getByRole('list', { name: 'Sessions' });
  await list.getByText('Write the retry loop').waitFor();
  await list.getByText('Tune the retry loop').waitFor();
});

test('before one changes a file, its history says what reviewers said of the session that wrote it', async () => {
  const { page } = team.owner;
  const { sessionId } = sessions;
  const body = 'The delay doubles, it never adds';
  await team.api.openThread({ sessionId, anchor: { sequence: 2 }, body, idempotencyKey: 'before-change' });
  const place = encodeURIComponent(repository);
  await page.goto(`${team.server.url}/file?repository=${place}&path=src%2Fretry.ts`);
  const list = page.getByRole('list', { name: 'Before you change this file' });
  const first = list
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Write the retry loop' }) });
  await first.getByText('Its commits added').waitFor();
  await first.getByText('A reviewer, still open').waitFor();
  await first.getByRole('link', { name: body }).click();
  await page.waitForURL(`${team.server.url}/sessions/${sessionId}#2`);
});

for (const [name, look] of Object.entries(looks)) {
  test(`pages of links in ${name}: nothing serious for axe, nothing wider than the window`, async () => {
    const storageState = await team.owner.context.storageState();
    const person = await visitor(team.browser, team.server.url, {
      ...look,
      reducedMotion: 'reduce',
      storageState,
    });
    const [place, address] = [encodeURIComponent(repository), encodeURIComponent(pull)];
    const pages: [path: string, sign: string][] = [
      [`/commit/${shaOf('retry')}`, 'Write the retry loop'],
      [`/commit/${shaOf('hand')}`, 'No session is known to be behind this commit'],
      [`/pull?url=${address}`, 'Opened or named it'],
      [`/repository?repository=${place}`, 'Files most touched'],
      [`/file?repository=${place}&path=src%2Fretry.ts`, 'Tune the retry loop'],
    ];
    const inDark = name !== 'phone';
    assert.deepEqual(await faultsOfPages(person, team.server.url, pages, { inDark }), []);
    await person.context.close();
  });
}

test('an admin sets an integration up and sees its secret once', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/organization`);
  await page.getByRole('button', { name: 'Set up GitLab' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByTestId('integrations').getByText('GitLab', { exact: true }).waitFor();
  assert.equal(await page.getByText(/^whsec_/).count(), 0);
});

test('nothing that others wrote was executed', async () => {
  const { page, watch } = team.owner;
  assert.equal(await page.evaluate(() => 'pwned' in window), false);
  assert.deepEqual(watch.violations, []);
  assert.deepEqual(watch.remote, []);
});
