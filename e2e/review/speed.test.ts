import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@debrief/contract';
import { isWithin } from '../../scripts/test/slowness.ts';
import type { Visitor } from '../browser.ts';
import type { Team } from '../team.ts';
import { aTeamOfReviewers, card, type Reviewers, type } from './reviewers.ts';

/** How soon one person sees what another did. Nothing else runs beside this file. */

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

test('what happens to a member is in their badge and in the title within two seconds', async () => {
  const badge = jonas.page.getByTestId('unread');
  const { environments } = await team.api.listEnvironments();
  const environmentId = environments[0]?.environmentId ?? '';
  await jonas.page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  const took: number[] = [];
  for (let round = 0; round < 3; round++) {
    await team.api.setAuthor({ environmentId, userId: me, earlier: true });
    const told = performance.now();
    await badge.waitFor({ timeout: 10_000 });
    took.push(performance.now() - told);
    assert.match(await jonas.page.title(), /^\(1\) Sessions/);
    await team.api.clearAuthor({ environmentId });
    await jonas.page.keyboard.press('g');
    await jonas.page.keyboard.press('i');
    const line = jonas.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    await line.getByText('mira@workbench').waitFor();
    await line.getByText('owner').waitFor();
    await jonas.page.keyboard.press('d');
    await jonas.page.getByText('Nothing new').waitFor();
    await badge.waitFor({ state: 'detached' });
    await jonas.page.keyboard.press('g');
    await jonas.page.keyboard.press('s');
    await jonas.page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
  }
  console.log(`badge after ${took.map(Math.round).join(', ')} ms`);
  assert.ok(isWithin(Math.max(...took), 2_000), `the badge came after ${took} ms`);
});

test('a comment is on the other screen within a second, and answered there', async () => {
  const sessionId = await reviewers.aSession('Discussed by two');
  const { page: hers } = team.owner;
  const { page: his } = jonas;
  await reviewers.open(team.owner, sessionId);
  await reviewers.open(jonas, sessionId);
  await his.keyboard.press('j');
  await his.keyboard.press('m');
  await his.getByRole('textbox', { name: 'Comment on #1' }).waitFor();
  await type(his, 'First words');
  await card(hers, 1).getByText('First words').waitFor();
  const took: number[] = [];
  for (let round = 0; round < 20; round++) {
    const threadId = (await api.listThreads({ sessionId })).threads[0]?.threadId ?? '';
    const said = performance.now();
    await api.addComment({
      sessionId,
      threadId,
      body: `Words number ${round}.`,
      idempotencyKey: `r${round}`,
    });
    await card(hers, 1).getByText(`Words number ${round}.`).waitFor({ timeout: 10_000 });
    took.push(performance.now() - said);
  }
  took.sort((a, b) => a - b);
  console.log(
    `on the other screen: p50 ${Math.round(took[10] ?? 0)} ms, p95 ${Math.round(took[18] ?? 0)} ms`,
  );
  assert.ok(isWithin(took[18] as number, 1_000), `p95 is ${took[18]} ms`);

  await card(hers, 1).getByRole('button', { name: 'Reply…' }).click();
  await hers.keyboard.type('Because it hung');
  await card(hers, 1).getByRole('button', { name: 'Reply and resolve' }).click();
  await card(his, 1).getByText('Resolved').waitFor();
  await card(his, 1).getByRole('button', { name: 'Reopen' }).click();
  await card(hers, 1).getByRole('button', { name: 'Resolve', exact: true }).waitFor();
});
