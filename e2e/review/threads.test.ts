import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@debrief/contract';
import { measureLate, type Visitor } from '../browser.ts';
import { prompt, reply } from '../small-session.ts';
import type { Team } from '../team.ts';
import { aTeamOfReviewers, card, type Reviewers, type } from './reviewers.ts';

let reviewers: Reviewers;
let team: Team;
let jonas: Visitor;
let api: Client;
before(async () => {
  reviewers = await aTeamOfReviewers();
  ({ team, jonas, api } = reviewers);
});
after(async () => reviewers[Symbol.asyncDispose]());

test('a link to #t3 leads to the third thread, wherever it is', async () => {
  const sessionId = await reviewers.aSession('Linked');
  const { page } = jonas;
  for (const [index, sequence] of [1, 2, 17].entries())
    await api.openThread({
      sessionId,
      anchor: { sequence },
      body: `Thread ${index + 1}`,
      idempotencyKey: `t${index}`,
    });
  await page.setViewportSize({ width: 1360, height: 420 });
  await page.goto(`${team.server.url}/sessions/${sessionId}#t3`);
  await card(page, 3).getByText('Thread 3').waitFor();
  await page.locator('[data-thread="3"][data-chosen]').waitFor();
  const expectInView = async (number: number) => {
    await page.locator(`[data-thread="${number}"][data-chosen]`).waitFor({ timeout: 10_000 });
    const box = await card(page, number).boundingBox();
    assert.ok(box && box.y > 0 && box.y < 420, `thread ${number} is at ${box?.y}`);
  };
  await sleep(800);
  await expectInView(3);
  assert.equal(new URL(page.url()).hash, '#t3');
  for (const pause of [0, 100, 200]) {
    await page.keyboard.press('q');
    await page.locator('[data-thread="1"][data-chosen]').waitFor();
    await sleep(pause);
    await page.keyboard.press('Q');
    // The way to the first is not over yet; the one that was asked for last is where it ends.
    await sleep(800);
    await expectInView(3);
  }
  await page.setViewportSize({ width: 1360, height: 860 });
});

test('a link to a thread leads there also where the threads come long after the transcript', async () => {
  const sessionId = await reviewers.aSession('Linked, slowly');
  const { page } = jonas;
  for (const sequence of [1, 17])
    await api.openThread({
      sessionId,
      anchor: { sequence },
      body: `On event ${sequence}`,
      idempotencyKey: `late${sequence}`,
    });
  await page.setViewportSize({ width: 1360, height: 420 });
  const threads = /\/threads(\?|$)/;
  await page.route(threads, async (route) => {
    await page.locator('article[data-sequence="1"]').waitFor();
    // By now the page has noted what is at the top of the screen.
    await sleep(1_000);
    await route.continue();
  });
  try {
    await page.goto(`${team.server.url}/sessions/${sessionId}#t2`);
    await page.locator('[data-thread="2"][data-chosen]').waitFor({ timeout: 20_000 });
  } finally {
    await page.unroute(threads);
    await page.setViewportSize({ width: 1360, height: 860 });
  }
});

test('a thread below a long entry comes on screen and stays there also where rows are measured late', async () => {
  const answer = reply('a long answer, line by line\n\n'.repeat(40));
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    records: [
      prompt('begin'),
      ...Array.from({ length: 30 }, (_, n) => reply(`step ${n}`)),
      answer,
      reply('end'),
    ],
  });
  await api.openThread({ sessionId, anchor: { sequence: 32 }, body: 'So much', idempotencyKey: 'long' });
  const page = await jonas.context.newPage();
  await page.setViewportSize({ width: 1360, height: 420 });
  await measureLate(page);
  await page.goto(`${team.server.url}/sessions/${sessionId}#t1`);
  const isInView = () =>
    page.locator('[data-thread="1"][data-chosen]').evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  for (let tries = 0; !(await isInView()); tries++) {
    assert.ok(tries < 100, 'the thread is not in view');
    await sleep(100);
  }
  await sleep(1_500);
  assert.ok(await isInView());
  await page.close();
});

test('a comment on words and on a line of a diff keeps its place, also among the changes', async () => {
  const sessionId = await reviewers.aSession('Placed');
  const { page } = jonas;
  await reviewers.open(jonas, sessionId);
  const reply = page.locator('article[data-kind="reply"]').first();
  await reply.getByText('uses').waitFor();
  await reply.evaluate((element) => {
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
    .getByRole('button', { name: 'Comment', exact: true })
    .click();
  await type(page, 'This file?');
  await card(page, 1).getByRole('blockquote').getByText('queue.ts').waitFor();
  // A line of the edit, by its number.
  const line = page.locator('figure[data-part="change"] [data-number]').first();
  await line.click();
  await type(page, 'On this line.');
  await card(page, 2)
    .getByText(/queue\.ts/)
    .waitFor();
  const { threads } = await api.listThreads({ sessionId });
  assert.equal(threads[0]?.anchor.part, 'text');
  assert.equal(threads[0]?.anchor.range?.length, 2);
  assert.equal(threads[1]?.anchor.part, 'change');
  await page.keyboard.press('p');
  await page.getByTestId('changes').waitFor();
  const net = page.getByTestId('changes').locator('[data-number]:not(:empty)').last();
  await net.click();
  await type(page, 'In the changes.');
  await page.getByTestId('changes').getByRole('paragraph').getByText('In the changes.').waitFor();
});
