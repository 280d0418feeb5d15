import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@debrief/contract';
import { faultsInLightAndDark, type Visitor, visitor } from '../browser.ts';
import type { Team } from '../team.ts';
import { aTeamOfReviewers, card, type Reviewers, type } from './reviewers.ts';

let reviewers: Reviewers;
let team: Team;
let jonas: Visitor;
let api: Client;
let me: string;
before(async () => {
  reviewers = await aTeamOfReviewers();
  ({ team, jonas, api, me } = reviewers);
});
after(async () => reviewers[Symbol.asyncDispose]());
const aSession = (title: string) => reviewers.aSession(title);
const open: Reviewers['open'] = (...args) => reviewers.open(...args);

test('from the queue to a submitted review with the keyboard alone', async () => {
  const first = await aSession('One to review');
  const second = await aSession('Another to review');
  const { page } = jonas;
  const started = performance.now();
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByTestId('group').first().waitFor();
  await page.keyboard.press('2');
  await page.getByText('Nothing waits for you').waitFor();
  await page.keyboard.press('b');
  await page.waitForURL(/\/sessions\/ses_/);
  const taken = page.url().includes(first) ? first : second;
  const other = taken === first ? second : first;
  await page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
  // A comment on the entry that is selected.
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Comment on #1' }).waitFor();
  await type(page, 'Why **this** loop? @own');
  await card(page, 1).getByText('this', { exact: true }).waitFor();
  // Read to the end, judged, and on to the next.
  await page.keyboard.press('X');
  await page.getByTestId('mark').getByText('Reviewed to the end').waitFor();
  await page.keyboard.press('v');
  await page.getByRole('dialog', { name: 'Review' }).waitFor();
  await page.keyboard.press('1');
  await type(page, 'Looks right.');
  await page.waitForURL((url) => url.pathname.endsWith(other));
  const seconds = (performance.now() - started) / 1000;
  console.log(`from the list to a submitted review: ${seconds.toFixed(1)} s`);
  const { review } = await team.api.getReview({ sessionId: taken });
  assert.equal(review.state, 'accepted');
  assert.equal(review.reviews[0]?.body, 'Looks right.');
  assert.equal(review.reviews[0]?.reviewerId, me);
  assert.equal(review.openThreads, 1);
  // And back to the one before.
  await page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
  await page.keyboard.press('B');
  await page.waitForURL((url) => url.pathname.endsWith(taken));
  await page.getByText('Accepted', { exact: true }).waitFor();
});

test('a comment is edited and deleted by whoever wrote it; a tombstone stays', async () => {
  const sessionId = await aSession('Edited');
  const { thread } = await api.openThread({
    sessionId,
    anchor: { sequence: 0 },
    body: 'On the whole',
    idempotencyKey: 'e1',
  });
  await api.addComment({ sessionId, threadId: thread.threadId, body: 'Second', idempotencyKey: 'e2' });
  const { page } = jonas;
  await open(jonas, sessionId);
  const second = card(page, 1).getByRole('listitem').filter({ hasText: 'Second' });
  await second.getByRole('button', { name: 'More about this comment' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Edit the comment' });
  await field.fill('Second, mended');
  await page.keyboard.press('Control+Enter');
  await card(page, 1).getByRole('paragraph').getByText('Second, mended').waitFor();
  await card(page, 1).getByText('edited').waitFor();
  const mended = card(page, 1).getByRole('listitem').filter({ hasText: 'mended' });
  await mended.getByRole('button', { name: 'More about this comment' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await card(page, 1)
    .getByText(/A comment of jonas was deleted/)
    .waitFor();
  assert.equal(await page.getByText('Second, mended').count(), 0);
});

test('a secret in a comment is pointed out before anything is kept, and goes as it is only when told to', async () => {
  const sessionId = await reviewers.aSession('With a key');
  const { page } = jonas;
  await reviewers.open(jonas, sessionId);
  await page.keyboard.press('m');
  const field = page.getByRole('textbox', { name: 'Comment on the session' });
  await field.waitFor();
  const token = ['ghp', '8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1Ss'].join('_');
  await type(page, `It pushed with ${token}`);
  const warning = page.getByRole('alert').getByText('look as if they held a secret (github)');
  await warning.waitFor();
  assert.deepEqual((await api.listThreads({ sessionId })).threads, []);
  await field.press('End');
  await page.keyboard.type(', see');
  await warning.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await warning.waitFor();
  await page.getByRole('button', { name: 'Send as it is' }).click();
  await card(page, 1).getByText(token).waitFor();
  assert.equal((await api.listThreads({ sessionId })).threads.length, 1);
});

test('words that were not sent survive a reload; mentions are completed by name', async () => {
  const sessionId = await aSession('Kept words');
  const { page } = jonas;
  await open(jonas, sessionId);
  await page.keyboard.press('m');
  const field = page.getByRole('textbox', { name: 'Comment on the session' });
  await field.waitFor();
  await page.keyboard.type('Please look, @ow');
  await page.getByRole('listbox', { name: 'Members' }).getByText('owner').waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'Please look, @owner ');
  await page.reload();
  await page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
  await page.keyboard.press('m');
  await field.waitFor();
  assert.equal(await field.inputValue(), 'Please look, @owner ');
  await field.focus();
  await page.keyboard.press('Control+Enter');
  await card(page, 1).getByText('@owner').waitFor();
  const { threads } = await api.listThreads({ sessionId });
  const { users } = await team.api.listMembers();
  const owner = users.find(({ email }) => email === 'owner@example.com')?.userId;
  assert.deepEqual(threads[0]?.comments[0]?.mentions, [owner]);
});

test('what was on the screen is seen by its reader alone; reviewed is what they say', async () => {
  const sessionId = await aSession('Read along');
  const { page } = jonas;
  await open(jonas, sessionId);
  await page
    .getByTestId('mark')
    .getByText(/Seen to #[1-9]/)
    .waitFor({ timeout: 5_000 });
  const seen = async () => (await api.getReview({ sessionId })).seen;
  for (let waited = 0; (await seen()) === 0 && waited < 80; waited++) await sleep(100);
  assert.ok((await seen()) > 0, 'also on the next screen');
  const others = await team.api.getReview({ sessionId });
  assert.deepEqual([others.seen, others.review.marks, others.review.state], [0, [], 'unreviewed']);
  // To here, by key.
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page
    .getByTestId('mark')
    .getByText(/Reviewed to #1 /)
    .waitFor();
  await page.getByTestId('mark-line').waitFor();
  const { review } = await team.api.getReview({ sessionId });
  assert.deepEqual(
    [review.marks.map(({ userId, throughSequence }) => [userId, throughSequence]), review.state],
    [[[me, 1]], 'in_review'],
  );
});

test('on a phone: read, reply, accept', async () => {
  const sessionId = await aSession('From the train');
  await api.openThread({ sessionId, anchor: { sequence: 1 }, body: 'Is this right?', idempotencyKey: 'p1' });
  // Some of it was read elsewhere.
  await api.setSeen({ sessionId, throughSequence: 2 });
  const state = await jonas.context.storageState();
  const phone = await visitor(team.browser, team.server.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    storageState: state,
  });
  const { page } = phone;
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await card(page, 1).getByText('Is this right?').waitFor();
  await card(page, 1).getByRole('button', { name: 'Reply…' }).tap();
  await page.getByRole('textbox', { name: 'Reply in thread 1' }).fill('It is.');
  await card(page, 1).getByRole('button', { name: 'Reply', exact: true }).tap();
  // The comment may come by the stream before the field is gone.
  await card(page, 1).getByRole('paragraph').getByText('It is.').waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  await page.getByRole('button', { name: 'Review', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Review' });
  assert.equal(await dialog.getByRole('radio', { checked: true, name: /Accept|Follow/ }).count(), 0);
  assert.ok(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled());
  await dialog.getByText('Accept', { exact: true }).tap();
  await dialog.getByText(/To the end/).tap();
  await dialog.getByRole('button', { name: 'Send', exact: true }).tap();
  await dialog.getByRole('alert').getByText('accepted unread').waitFor();
  assert.deepEqual((await api.getReview({ sessionId })).review.reviews, [], 'it asks before');
  await dialog.getByRole('button', { name: 'Accept unread' }).tap();
  await page.getByText(/Accept sent/).waitFor();
  const { review } = await api.getReview({ sessionId });
  assert.equal(review.reviews[0]?.unread, true);
  await phone.context.close();
});

test('threads, a comment that is written, the review and its dialogs in light and dark: nothing serious for axe', async () => {
  const sessionId = await aSession('Looked at');
  const { thread } = await api.openThread({
    sessionId,
    anchor: { sequence: 1 },
    body: 'A question',
    idempotencyKey: 'a1',
  });
  await api.openThread({
    sessionId,
    anchor: { sequence: 0 },
    body: 'Resolved',
    idempotencyKey: 'a2',
  });
  await api.changeThread({ sessionId, threadId: thread.threadId, state: 'resolved' });
  await api.submitReview({
    sessionId,
    outcome: 'noted',
    throughSequence: 3,
    body: 'Seen',
    idempotencyKey: 'a3',
  });
  await team.api.assignReviewer({ sessionId, userId: me });
  const state = await team.owner.context.storageState();
  const person = await visitor(team.browser, team.server.url, {
    colorScheme: 'light',
    reducedMotion: 'reduce',
    storageState: state,
  });
  const { page } = person;
  await open(person, sessionId);
  const faults: string[] = [];
  const look = async (name: string) => {
    for (const fault of await faultsInLightAndDark(person)) faults.push(`${name}: ${fault}`);
  };
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await page.keyboard.type('Words @jo');
  await page.getByRole('listbox', { name: 'Members' }).waitFor();
  await look('composer');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await page.getByRole('region', { name: 'Earlier reviews' }).waitFor();
  await look('review');
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await page.getByRole('dialog', { name: 'Who reviews this session?' }).waitFor();
  await page.waitForTimeout(300);
  await look('assign');
  await page.keyboard.press('Escape');
  assert.deepEqual(faults, []);
  assert.deepEqual(person.watch.violations, []);
  await person.context.close();
});
