import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { call, prompt, reply } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';
import { forgetFiles, kilobytes, layoutShift, megabytes, pageCost, printCost } from './page-cost.ts';

/** LONG_EVENTS=1000000 makes it a million; that takes some minutes more. */
const events = Number(process.env.LONG_EVENTS ?? 100_000);
const counted = events.toLocaleString('en').replaceAll(',', ' ');
const deep = events === 100_000 ? 87_654 : Math.floor(events * 0.9);

/** Ordinary work, over and over, never twice the same; each batch holds whole turns. */
function* longSession(): Generator<unknown[]> {
  for (let sent = 0, turn = 0; sent < events; ) {
    const batch: unknown[] = [];
    while (batch.length < 48) batch.push(...workOf(turn++));
    yield batch.slice(0, events - sent);
    sent += batch.length;
  }
}

const workOf = (turn: number): unknown[] => [
  prompt(`Turn ${turn}: make the queue faster`),
  ...call('Bash', { command: `npm test -- --grep ${turn}` }, `ok ${turn}\n`.repeat(12)),
  ...call(
    'Read',
    { file_path: `/home/mira/shop/src/file-${turn % 200}.ts` },
    'export const x = 1;\n'.repeat(20),
  ),
  ...call(
    'Edit',
    {
      file_path: `/home/mira/shop/src/file-${turn % 200}.ts`,
      old_string: `a${turn}`,
      new_string: `b${turn}\nc`,
    },
    'The file has been updated.',
    turn % 40 === 0,
  ),
  reply(`Turn **${turn}** is done.\n\n- measured\n- \`file-${turn % 200}.ts\` changed`),
];

let team: Team;
let sessionId: string;
before(async () => {
  team = await aTeam({ RATE_LIMIT_SECRET: '0', RATE_LIMIT_SECRET_BYTES: '0', RATE_LIMIT_USER: '0' });
  const { machine } = team;
  const batches = longSession();
  sessionId = await machine.open({ agentId: 'claude-code' });
  await machine.append(sessionId, batches.next().value ?? []);
  // Several at once: which turn comes before which does not matter here, and it takes half the time.
  const sendOn = async () => {
    for (const batch of batches) await machine.append(sessionId, batch);
  };
  await Promise.all([sendOn(), sendOn(), sendOn()]);
  await team.server.client(team.secret).completeSession({ sessionId });
});
after(async () => team[Symbol.asyncDispose]());

/** From the click to the first entry on screen, by the page's own clock. */
async function openFromList(): Promise<number> {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/sessions`);
  const link = page.getByRole('link', { name: /Turn 0/ });
  await link.waitFor();
  await team.owner.watch.quiet();
  await page.evaluate(() => {
    const clicked = () => {
      const begun = performance.now();
      const look = new MutationObserver(() => {
        if (!document.querySelector('[data-testid="transcript"] article')) return;
        look.disconnect();
        requestAnimationFrame(() => {
          document.documentElement.dataset.opened = String(performance.now() - begun);
        });
      });
      look.observe(document, { childList: true, subtree: true });
    };
    addEventListener('click', clicked, { capture: true, once: true });
  });
  await link.click();
  await page.locator('html[data-opened]').waitFor();
  return Number(await page.locator('html').getAttribute('data-opened'));
}

/** How long each frame took while scrolling: a fast wheel (about 10 000 px/s), now and then a pull at the scroll bar. */
async function scrollFrames(): Promise<number[]> {
  return team.owner.page.getByTestId('transcript').evaluate(async (list) => {
    const times: number[] = [];
    let last = performance.now();
    for (let i = 0; i < 240; i++) {
      list.scrollTop += i % 60 === 59 ? list.scrollHeight / 5 : i % 2 ? 80 : 240;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    list.scrollTop = 0;
    return times.sort((a, b) => a - b);
  });
}

/** What else the machine does at the moment is not what is measured: the best of three counts, a good one is enough. */
const rounds = 3;
const goal = { opened: 1_500, frame: 50 };

test(`a session of ${counted} events opens at once and scrolls smoothly`, async () => {
  const { page, watch } = team.owner;
  const opened: number[] = [];
  do opened.push(await openFromList());
  while (opened.length < rounds && Math.min(...opened) > goal.opened);
  await page
    .getByTestId('verdict')
    .getByText('Complete')
    .waitFor({ timeout: Math.max(240_000, 2 * events) });
  const frames: number[][] = [];
  const percentile = (part: number) =>
    Math.min(...frames.map((times) => times[Math.floor(times.length * part)] ?? 0));
  do frames.push(await scrollFrames());
  while (frames.length < rounds && percentile(0.95) > goal.frame);
  console.log(
    `${counted} events: readable after ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms; ` +
      `frames while scrolling: median ${percentile(0.5).toFixed(1)} ms, ` +
      `95th percentile ${percentile(0.95).toFixed(1)} ms`,
  );
  // The goals hold on a quiet machine, and are printed above; what fails here is three times that.
  assert.ok(Math.min(...opened) < 3 * goal.opened, `opened after ${opened} ms`);
  assert.ok(percentile(0.95) <= 3 * goal.frame, `95th percentile ${percentile(0.95)} ms`);
  assert.deepEqual(watch.violations, []);
});

test('the first screen costs at most 1 MB, 20 requests and 60 MB of heap, and nothing on it moves', async () => {
  const { page } = team.owner;
  await page.goto('about:blank');
  await forgetFiles(page);
  const found = await pageCost(page, async () => {
    await page.goto(`${team.server.url}/sessions/${sessionId}`);
    await page.getByTestId('transcript').locator('article').nth(5).waitFor();
    await team.owner.watch.quiet();
  });
  printCost(`first screen of ${counted} events`, found);
  assert.ok(found.bytes + found.fileBytes <= 1024 ** 2, kilobytes(found.bytes + found.fileBytes));
  assert.ok(found.requests <= 20, `${found.requests} requests`);
  assert.ok(found.heap <= 60 * 1024 ** 2, megabytes(found.heap));
  const shift = await layoutShift(page);
  console.log(`layout shift while opening: ${shift.toFixed(3)}`);
  assert.ok(shift <= 0.05, `layout shift ${shift}`);
});

test('a deep link goes straight to its event', async () => {
  const { page } = team.owner;
  const row = page.locator('[data-selected]');
  for (let round = 1; round <= rounds; round++) {
    await page.goto('about:blank');
    const found = await pageCost(page, async () => {
      await page.goto(`${team.server.url}/sessions/${sessionId}#${deep}`);
      await row.waitFor({ timeout: 60_000 });
    });
    printCost(`deep link to #${deep} of ${counted}`, found);
    const sequence = Number(await row.getAttribute('data-sequence'));
    assert.ok(Math.abs(sequence - deep) <= 2, `selected ${sequence}`);
    assert.ok(await isOnScreen(page), 'what was selected is not in view');
    assert.ok(found.bytes <= 1024 ** 2, kilobytes(found.bytes));
    // A second on a quiet machine; what fails here is five times that.
    assert.ok(found.ms <= 5_000, `${found.ms} ms`);
  }
});

test('jumping about does not fill the memory', async () => {
  const { page } = team.owner;
  const list = page.getByTestId('transcript');
  const found = await pageCost(page, async () => {
    for (let jump = 1; jump <= 20; jump++) {
      await list.evaluate(
        (element, part) => {
          element.scrollTop = element.scrollHeight * part;
        },
        (jump * 0.618) % 1,
      );
      await page.waitForTimeout(150);
      await list.locator('article').first().waitFor();
    }
  });
  printCost(`20 jumps in ${counted} events`, found);
  assert.ok(found.heap <= 80 * 1024 ** 2, megabytes(found.heap));
});

const isOnScreen = (page: Page): Promise<boolean> =>
  page.getByTestId('transcript').evaluate((list) => {
    const row = list.querySelector('[data-selected]')?.getBoundingClientRect();
    const view = list.getBoundingClientRect();
    return row !== undefined && row.top >= view.top - 1 && row.top < view.bottom;
  });

test('a session of 2 000 events: at most 150 KB to the first screen', async () => {
  const { page } = team.owner;
  const records: unknown[] = [];
  for (let turn = 0; records.length < 2_000; turn++) records.push(...workOf(turn));
  const small = await team.machine.send({ agentId: 'claude-code', records: records.slice(0, 2_000) });
  await page.goto(`${team.server.url}/sessions/${small}`);
  await page.getByTestId('verdict').getByText('Complete').waitFor({ timeout: 60_000 });
  await page.goto('about:blank');
  const found = await pageCost(page, async () => {
    await page.goto(`${team.server.url}/sessions/${small}`);
    await page.getByTestId('transcript').locator('article').nth(5).waitFor();
    await team.owner.watch.quiet();
  });
  printCost('first screen of 2 000 events', found);
  assert.ok(found.bytes <= 150 * 1024, kilobytes(found.bytes));
});
