import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { call, prompt, reply } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

const events = 100_000;

/** Ten turns' worth of ordinary work, over and over, never twice the same. */
function* longSession(): Generator<unknown> {
  for (let sent = 0, turn = 0; sent < events; turn++) {
    const records = [
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
    for (const record of records) {
      if (sent++ >= events) return;
      yield record;
    }
  }
}

let team: Team;
let sessionId: string;
before(async () => {
  team = await aTeam({ RATE_LIMIT_SECRET: '0', RATE_LIMIT_SECRET_BYTES: '0', RATE_LIMIT_USER: '0' });
  sessionId = await team.machine.send({ agentId: 'claude-code', records: longSession() });
});
after(async () => team[Symbol.asyncDispose]());

/** From the click to the first entry on screen, by the page's own clock. */
async function openFromList(): Promise<number> {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/sessions`);
  const link = page.getByRole('link', { name: /Turn 0/ });
  await link.waitFor();
  await page.waitForLoadState('networkidle');
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

/** The best of three: what else the machine does at the moment is not what is measured. */
const rounds = 3;

test('a session of 100 000 events opens at once and scrolls smoothly', async () => {
  const { page, watch } = team.owner;
  const opened: number[] = [];
  for (let round = 0; round < rounds; round++) opened.push(await openFromList());
  const begun = performance.now();
  await page.getByTestId('verdict').getByText('Complete').waitFor({ timeout: 240_000 });
  const readAll = (performance.now() - begun) / 1000;
  const frames: number[][] = [];
  for (let round = 0; round < rounds; round++) frames.push(await scrollFrames());
  const percentile = (part: number) =>
    Math.min(...frames.map((times) => times[Math.floor(times.length * part)] ?? 0));
  console.log(
    `100 000 events: readable after ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms, ` +
      `all read after ${readAll.toFixed(1)} s; frames while scrolling: median ${percentile(0.5).toFixed(1)} ms, ` +
      `95th percentile ${percentile(0.95).toFixed(1)} ms`,
  );
  // The goals are 1 500 and 50 ms on a quiet machine, and printed above; what fails here is three times that.
  assert.ok(Math.min(...opened) < 4_500, `opened after ${opened} ms`);
  assert.ok(percentile(0.95) <= 150, `95th percentile ${percentile(0.95)} ms`);
  assert.deepEqual(watch.violations, []);
});

test('a deep link into the far end gets there', async () => {
  const { page } = team.owner;
  await page.goto('about:blank');
  const begun = performance.now();
  await page.goto(`${team.server.url}/sessions/${sessionId}#99990`);
  const row = page.locator('[data-selected]');
  await row.waitFor({ timeout: 240_000 });
  console.log(`event 99 990 on screen after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const sequence = Number(await row.getAttribute('data-sequence'));
  assert.ok(Math.abs(sequence - 99_990) <= 2, `selected ${sequence}`);
  await page.getByTestId('verdict').getByText('Complete').waitFor();
  assert.ok(await isOnScreen(page), 'what was selected is not in view');
});

const isOnScreen = (page: Page): Promise<boolean> =>
  page.getByTestId('transcript').evaluate((list) => {
    const row = list.querySelector('[data-selected]')?.getBoundingClientRect();
    const view = list.getBoundingClientRect();
    return row !== undefined && row.top >= view.top - 1 && row.top < view.bottom;
  });
