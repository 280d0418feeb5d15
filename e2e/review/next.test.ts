import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NextAnswer } from '@debrief/contract';
import type { Page } from 'playwright-core';
import { aTeamOfReviewers, type Reviewers } from './reviewers.ts';

/** Two people at browsers take from one queue at once; twenty programs do in `http/routes/review/queue.test.ts`. */

let reviewers: Reviewers;
before(async () => {
  reviewers = await aTeamOfReviewers();
});
after(async () => reviewers[Symbol.asyncDispose]());

/** How many each of them takes. It waits for a page each time, which takes far longer than a call. */
const takesOfBrowser = Number(process.env.TAKES ?? 3);
const takes = 2 * takesOfBrowser;

/** Presses the key for the next session, and returns what the page was handed. */
async function takeByKey(page: Page): Promise<string | undefined> {
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/reviews/next')),
    page.keyboard.press('b'),
  ]);
  const { item } = (await response.json()) as NextAnswer;
  return item?.session.sessionId;
}

test(`${takes} takes by two browsers: no session twice, none left over, and what one holds comes first`, async () => {
  const { team, api, jonas, me } = reviewers;
  const first = await team.machine.open({ agentId: 'claude-code' });
  const others = Array.from({ length: takes - 1 }, () => team.machine.open({ agentId: 'claude-code' }));
  const sessions = new Set([first, ...(await Promise.all(others))]);
  const pages = [team.owner.page, jonas.page];
  for (const page of pages) {
    await page.goto(`${team.server.url}/reviews`);
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
  }
  const taken: string[] = [];
  const read = async (page: Page) => {
    for (let n = 0; n < takesOfBrowser; n++) {
      const sessionId = await takeByKey(page);
      assert.ok(sessionId, 'the queue is empty too soon');
      taken.push(sessionId);
      await page.waitForURL((url) => url.pathname.endsWith(sessionId));
      await page.getByRole('button', { name: 'Review', exact: true }).waitFor();
    }
  };
  await Promise.all(pages.map(read));
  assert.equal(taken.length, takes);
  assert.deepEqual(new Set(taken), sessions, 'each session was handed out once');
  // Somebody who comes back in another browser is handed what they hold.
  const { item } = await api.takeNextReview({});
  assert.equal(item?.reservation?.userId, me);
  assert.ok(item && sessions.has(item.session.sessionId));
  for (const page of pages) {
    assert.equal(await takeByKey(page), undefined);
    await page.getByText('Nothing more waits for a review.').waitFor();
  }
});
