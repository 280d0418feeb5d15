import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aTeamOfReviewers, card, type Reviewers } from './reviewers.ts';

/** How a team sorts its sessions: labels on a session, views of Today for everybody, and finding what was said. */

let reviewers: Reviewers;
before(async () => {
  reviewers = await aTeamOfReviewers();
});
after(async () => reviewers[Symbol.asyncDispose]());

test('a label is put on and taken off on the page of a session', async () => {
  const { api, jonas } = reviewers;
  const { page } = jonas;
  const sessionId = await reviewers.aSession('Labelled');
  const labels = async () => (await api.getSession({ sessionId })).session.labels;
  await reviewers.open(jonas, sessionId);
  const shown = page.getByRole('region', { name: 'Labels' });
  await shown.getByRole('button', { name: 'Label', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Label' })
    .or(page.getByRole('combobox', { name: 'Label' }))
    .fill('payments');
  await page.keyboard.press('Enter');
  await shown.getByText('payments').waitFor();
  assert.deepEqual(await labels(), ['payments']);
  // Also when it comes by the stream.
  await reviewers.open(jonas, sessionId);
  await shown.getByText('payments').waitFor();
  await shown.getByRole('button', { name: 'Remove the label payments' }).click();
  await shown.getByText('payments').waitFor({ state: 'detached' });
  assert.equal(await labels(), undefined);
});

test('a view of Today that is saved for the team stands beside the places of everybody', async () => {
  const { team, jonas, me } = reviewers;
  const { page } = jonas;
  await page.goto(`${team.server.url}/reviews?by=author&first=newest`);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name of the view').fill('By person');
  await page.getByLabel('For the whole team').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Remove view' }).waitFor();
  const { views } = await team.api.listViews({});
  assert.deepEqual(
    views.map(({ name, page: of, team: isTeam, savedBy }) => [name, of, isTeam, savedBy]),
    [['By person', 'today', true, me]],
  );
  const other = team.owner.page;
  await other.goto(`${team.server.url}/sessions`);
  await other.getByRole('region', { name: 'Views' }).getByText('By person').click();
  await other.waitForURL((url) => url.pathname === '/reviews' && url.search.includes('by=author'));
  assert.equal(await other.getByLabel('Order', { exact: true }).inputValue(), 'newest');
});

test('what was found in a comment leads to its thread', async () => {
  const { team, api, jonas } = reviewers;
  const { page } = jonas;
  const sessionId = await reviewers.aSession('Spoken about');
  const anchor = { sequence: 1 };
  const { thread } = await api.openThread({ sessionId, anchor, body: 'Was the capercaillie asked?' });
  await page.goto(`${team.server.url}/sessions?q=capercaillie`);
  await page.getByText('Was the').click();
  await page.waitForURL((url) => url.pathname.endsWith(sessionId) && url.hash === `#${thread.threadId}`);
  await card(page, thread.number).getByText('Was the capercaillie asked?').waitFor();
});
