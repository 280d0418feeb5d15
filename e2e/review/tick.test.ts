import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@debrief/contract';
import type { Page } from 'playwright-core';
import { faultsInLightAndDark, type Visitor, visitor } from '../browser.ts';
import { call, smallSession } from '../small-session.ts';
import type { Team } from '../team.ts';
import { aTeamOfReviewers, type Reviewers } from './reviewers.ts';

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

const queue = '/home/mira/shop/src/queue.ts';
const changesOf = async ({ page }: Visitor, sessionId: string): Promise<Page> => {
  await page.goto(`${team.server.url}/sessions/${sessionId}?view=changes&path=${encodeURIComponent(queue)}`);
  await page.getByTestId('changes').getByRole('checkbox', { name: 'Read' }).waitFor();
  return page;
};
const ticks = async (sessionId: string) =>
  (await team.api.getReview({ sessionId })).review.ticks.map(({ userId, kind, subject }) => [
    userId,
    kind,
    subject,
  ]);
/** The page shows a tick before the server has it. */
const untilTicks = (sessionId: string, expected: unknown[]) =>
  until(
    async () => isDeepStrictEqual(await ticks(sessionId), expected),
    `the server has other ticks than ${JSON.stringify(expected)}`,
  );
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 600, what);
    await sleep(50);
  }
}

test('a file is ticked as read for everybody to see, taken back, and says when it changed since', async () => {
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    title: 'Ticked',
    records: smallSession(),
    status: 'active',
  });
  await until(
    async () => (await team.api.getReview({ sessionId })).review.material > 0,
    'the session was not read in time',
  );
  const page = await changesOf(jonas, sessionId);
  const box = page.getByTestId('changes').getByRole('checkbox', { name: 'Read' });
  assert.equal(await box.isChecked(), false, 'nothing is ticked in advance');
  await box.check();
  await page.getByText('2 files changed, 1 read').waitFor();
  await page.getByRole('navigation', { name: 'Changed files' }).getByLabel('Read').waitFor();
  await untilTicks(sessionId, [[me, 'file', queue]]);
  // The owner sees that somebody has, and has not ticked it.
  const owners = await changesOf(team.owner, sessionId);
  const other = owners.getByTestId('changes').getByRole('checkbox', { name: 'Read' });
  assert.equal(await other.isChecked(), false);
  await owners.locator('[title="Also read by jonas"]').first().waitFor();
  await team.machine.append(
    sessionId,
    call('Edit', { file_path: queue, old_string: 'backOff(send)', new_string: 'backOff(send, 10)' }, 'ok'),
  );
  await page.getByTestId('changes').getByText('changed since').waitFor();
  await page
    .getByRole('navigation', { name: 'Changed files' })
    .getByLabel('Changed since you read it')
    .waitFor();
  assert.equal(await box.isChecked(), false);
  await box.check();
  await page.getByText('2 files changed, 1 read').waitFor();
  await box.uncheck();
  await page.getByText('2 files changed', { exact: true }).waitFor();
  await untilTicks(sessionId, []);
});

test('a judgement says what it rests on; with everything ticked it is not unread', async () => {
  const sessionId = await reviewers.aSession('Rests on ticks');
  const { page } = jonas;
  const tickedAll = async () => {
    const { files } = await api.getChanges({ sessionId });
    const { claims } = await api.getFindings({ sessionId });
    return { files: { ticked: files.length, of: files.length }, claims: claims.length };
  };
  for (const path of [queue, '/home/mira/shop/src/queue.test.ts']) {
    await page.goto(`${team.server.url}/sessions/${sessionId}?view=changes&path=${encodeURIComponent(path)}`);
    await page.getByTestId('changes').getByRole('checkbox', { name: 'Read' }).check();
  }
  await page.getByText('2 files changed, 2 read').waitFor();
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.getByTestId('mark').waitFor();
  if ((await page.getByTestId('findings').count()) === 0) await page.keyboard.press('u');
  const boxes = page.getByTestId('claims').getByRole('checkbox', { name: 'Checked' });
  const { files, claims } = await tickedAll();
  assert.ok(claims > 0, 'the session claims something');
  await boxes.first().waitFor();
  assert.equal(await boxes.count(), claims);
  for (const box of await boxes.all()) await box.check();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'Review' });
  await dialog.getByTestId('rests').getByText(`2 of 2 files, ${claims} of ${claims} claim`).waitFor();
  await dialog.getByText('Accept', { exact: true }).click();
  const toTheEnd = dialog.getByText(/To the end/);
  if ((await toTheEnd.count()) > 0) await toTheEnd.click();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/Accept sent/).waitFor();
  const { reviews } = (await api.getReview({ sessionId })).review;
  assert.deepEqual(
    [reviews[0]?.rests?.files, reviews[0]?.rests?.claims, reviews[0]?.unread],
    [files, { ticked: claims, of: claims }, undefined],
  );
});

test('what the policy asks for is named before anybody accepts; ticks in light and dark: nothing serious for axe', async () => {
  const { policy } = await team.api.getPolicy();
  const owner = (await team.api.listMembers()).users.find(({ email }) => email === 'owner@example.com');
  const { environments } = await team.api.listEnvironments();
  await team.api.setAuthor({
    environmentId: environments[0]?.environmentId ?? '',
    userId: owner?.userId ?? '',
    earlier: true,
  });
  const sessionId = await reviewers.aSession('Asks for a share');
  await team.api.setPolicy({ ...policy, ticks: { files: 50, claims: 0 } });
  try {
    const person = await visitor(team.browser, team.server.url, {
      reducedMotion: 'reduce',
      storageState: await jonas.context.storageState(),
    });
    const page = await changesOf(person, sessionId);
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog', { name: 'Review' });
    await dialog.getByText('Accept', { exact: true }).click();
    const missing = dialog.getByText('Your team asks you to tick 1 of 2 files before accepting.');
    await missing.waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const unread = dialog.getByRole('button', { name: 'Accept unread' });
    await unread.click();
    await page.getByText('Before accepting, your team asks you to tick 1 of 2 files (0 so far).').waitFor();
    assert.deepEqual((await api.getReview({ sessionId })).review.reviews, []);
    assert.deepEqual(await faultsInLightAndDark(person), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByTestId('changes').getByRole('checkbox', { name: 'Read' }).check();
    // A box keeps no key to itself but the space bar.
    await page.keyboard.press('v');
    await dialog.getByText('Accept', { exact: true }).click();
    await dialog.getByTestId('rests').getByText('1 of 2 files').waitFor();
    assert.equal(await missing.count(), 0);
    await person.context.close();
  } finally {
    await team.api.setPolicy(policy);
  }
});
