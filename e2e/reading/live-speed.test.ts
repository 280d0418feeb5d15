import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isWithin } from '../../scripts/test/slowness.ts';
import { atWork, prompt, smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';
import { layoutShift } from './page-cost.ts';

/** How soon what an agent does is on screen. Nothing else runs beside this file. */

let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

/** LIVE_EVENTS=200 measures it, as docs/performance-archive.md does. */
const appends = Number(process.env.LIVE_EVENTS ?? 7);

test('an appended event is on screen within a second, and the page that follows does not jump', async () => {
  const { page } = team.owner;
  const { machine } = team;
  const sessionId = await machine.send({
    agentId: 'claude-code',
    records: atWork(smallSession()),
    status: 'active',
  });
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.getByText('Live', { exact: true }).and(page.locator('[data-live="live"]')).waitFor();
  const times: number[] = [];
  for (let i = 0; i < appends; i++) {
    const begun = performance.now();
    await machine.append(sessionId, [prompt(`live prompt ${i}.`)]);
    await page.getByTestId('transcript').getByText(`live prompt ${i}.`).waitFor({ timeout: 5_000 });
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const percentile = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const shift = await layoutShift(page);
  console.log(
    `${appends} events from sending to screen: p50 ${percentile(0.5).toFixed(0)} ms, ` +
      `p95 ${percentile(0.95).toFixed(0)} ms; layout shift while following ${shift.toFixed(3)}`,
  );
  // The middle one: what else the machine does delays some of them.
  assert.ok(isWithin(percentile(0.5), 1_000), `${percentile(0.5)} ms`);
  assert.ok(shift <= 0.05, `layout shift ${shift}`);
});
