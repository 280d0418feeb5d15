import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NextAnswer } from '@debrief/contract';
import type { Page } from 'playwright-core';
import { aTeamOfReviewers, type Reviewers } from './reviewers.ts';

/** Two people at browsers and twenty programs take from one queue at once. */

let reviewers: Reviewers;
before(async () => {
  reviewers = await aTeamOfReviewers();
});
after(async () => reviewers[Symbol.asyncDispose]());

const programs = 20;
/** This is the short form; TAKES=1000 is the long one. */
const takes = Number(process.env.TAKES ?? 40);
/** How many of them each browser takes. It waits for a page each time, which takes far longer than a call. */
const takesOfBrowser = Math.max(2, Math.floor(takes / 40));

/** Presses the key for the next session, and returns what the page was handed. */
async function takeByKey(page: Page): Promise<string | undefined> {
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/reviews/next')),
    page.keyboard.press('b'),
  ]);
  const { item } = (await response.json()) as NextAnswer;
  return item?.session.sessionId;
}

test(`${takes} takes by two browsers and ${programs} programs: no session twice, none left over`, async () => {
  const { team, api, jonas } = reviewers;
  const first = await team.machine.open({ agentId: 'claude-code' });
  const others = Array.from({ length: takes - 1 }, () => team.machine.open({ agentId: 'claude-code' }));
  const sessions = new Set([first, ...(await Promise.all(others))]);
  const pages = [team.owner.page, jonas.page];
  for (const page of pages) {
    await page.goto(`${team.server.url}/reviews`);
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
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
  let left = takes - pages.length * takesOfBrowser;
  const call = async (program: number) => {
    // Half of them with the owner's token, half with that of Jonas.
    const client = program % 2 ? api : team.api;
    while (left-- > 0) {
      const { item } = await client.takeNextReview({});
      assert.ok(item, 'the queue is empty too soon');
      taken.push(item.session.sessionId);
    }
  };
  await Promise.all([...pages.map(read), ...Array.from({ length: programs }, (_, n) => call(n))]);
  assert.equal(taken.length, takes);
  assert.deepEqual(new Set(taken), sessions, 'each session was handed out once');
  assert.equal((await api.takeNextReview({})).item, undefined);
  for (const page of pages) {
    assert.equal(await takeByKey(page), undefined);
    await page.getByText('Nothing more waits for a review.').waitFor();
  }
});
