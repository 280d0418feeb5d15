import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drawEveryRow, tall } from '../browser.ts';
import { foreignHost, hostileTexts } from '../hostile-corpus.ts';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

let team: Team;
before(async () => {
  team = await aTeam({ RATE_LIMIT_USER: '0' });
});
after(async () => team[Symbol.asyncDispose]());

/** What a comment may hold: no controls but line ends, never blank. */
const sayable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]|\uFFFD/gu, ' ')
    .trim()
    .slice(0, 9_000) || 'x';
/** The same in one line, for reasons, notes and paths. */
const oneLine = (text: string): string =>
  sayable(text)
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .trim() || 'x';

test(`${hostileTexts.length} hostile texts as comments, reviews, reasons, notes and mentions: nothing runs, nothing loads`, async () => {
  const { owner, api, machine, server } = team;
  const { page, watch } = owner;
  const jonas = await team.join('jonas@example.com', 'member');
  const his = server.client(jonas.watch.token() ?? '');
  await page.setViewportSize(tall);
  let hits = 0;
  await page.exposeFunction('hit', () => hits++);
  let asked = 0;
  await owner.context.route(`**://${foreignHost}/**`, (route) => {
    asked++;
    return route.abort();
  });
  page.on('dialog', (dialog) => {
    hits++;
    void dialog.dismiss();
  });
  const { users } = await api.listMembers();
  const me = users.find(({ email }) => email === 'owner@example.com')?.userId ?? '';

  const editedFile = '/home/mira/shop/src/queue.ts';
  const sessions: string[] = [];
  for (let at = 0; at < hostileTexts.length; at += 70) {
    const texts = hostileTexts.slice(at, at + 70);
    const sessionId = await machine.send({ agentId: 'claude-code', records: smallSession() });
    sessions.push(sessionId);
    const sayAll = texts.map(async (text, index) => {
      const { thread } = await his.openThread({
        sessionId,
        anchor: { sequence: (index % 18) + 1, ...(index % 2 === 0 && { path: editedFile }) },
        body: sayable(text),
        idempotencyKey: `h${at}-${index}`,
      });
      await his.addComment({
        sessionId,
        threadId: thread.threadId,
        body: sayable(`@${me}${text} @usr_${text} [@${me}](javascript:hit())`),
        idempotencyKey: `m${at}-${index}`,
      });
    });
    await Promise.all(sayAll);
    for (const [index, text] of texts.slice(0, 12).entries()) {
      const { review } = await his.submitReview({
        sessionId,
        outcome: 'follow_up',
        throughSequence: 1,
        body: sayable(text),
        idempotencyKey: `r${at}-${index}`,
      });
      await api.dismissReview({ sessionId, reviewId: review.reviewId, reason: oneLine(text) });
    }
    await his.declineReview({ sessionId, note: oneLine(texts[3] ?? '') });
  }

  for (const sessionId of sessions) {
    await page.goto(`${server.url}/sessions/${sessionId}`);
    await page.locator('[data-thread]').first().waitFor();
    await page.keyboard.press('E');
    await drawEveryRow(page.getByTestId('transcript'));
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('region', { name: 'Earlier reviews' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${server.url}/sessions/${sessionId}?view=changes`);
    await page.getByTestId('changes').waitFor();
  }
  for (const [path, sign] of [
    ['/inbox', page.getByRole('list', { name: 'Notifications' })],
    ['/reviews?tab=turn', page.getByRole('heading', { name: 'Today', exact: true })],
    ['/reviews?by=repository', page.getByTestId('line').first()],
  ] as const) {
    await page.goto(server.url + path);
    await sign.waitFor();
  }
  assert.equal(hits, 0, 'something ran');
  assert.equal(asked, 0, 'something was loaded');
  assert.deepEqual(watch.violations, []);
  assert.deepEqual(watch.remote, []);
});

test('what cannot be seen in a comment is shown', async () => {
  const { owner, api, machine, server } = team;
  const sessionId = await machine.send({ agentId: 'claude-code', records: smallSession() });
  await api.openThread({
    sessionId,
    anchor: { sequence: 0 },
    body: 'if (isAdmin\u202E) \u200Bgo',
    idempotencyKey: 'unseen',
  });
  await owner.page.goto(`${server.url}/sessions/${sessionId}`);
  const card = owner.page.locator('[data-thread="1"]');
  await card.getByText('U+202E').waitFor();
  await card.getByText('U+200B').waitFor();
  // The list of threads and the window's title, too.
  const bare = await owner.page.evaluate(() => document.body.innerText.includes('\u202E'));
  assert.equal(bare, false);
});
