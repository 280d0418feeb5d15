import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { prompt, reply, smallSession } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

test('an appended event is on screen within a second, and the list follows it', async () => {
  const { page } = team.owner;
  const { machine } = team;
  const sessionId = await machine.send({ agentId: 'claude-code', records: smallSession(), status: 'active' });
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.getByText('Live', { exact: true }).and(page.locator('[data-live="live"]')).waitFor();
  const times: number[] = [];
  for (let i = 0; i < 7; i++) {
    const begun = performance.now();
    await machine.append(sessionId, [prompt(`live prompt ${i}`)]);
    await page.getByTestId('transcript').getByText(`live prompt ${i}`).waitFor({ timeout: 5_000 });
    times.push(performance.now() - begun);
  }
  console.log(`live tail: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms from sending to screen`);
  // The middle one: a machine that runs other tests at the same time delays some of them.
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  assert.ok(median < 1_000, `${median} ms`);
});

test('a server restart while the page is open loses nothing', async () => {
  const { page } = team.owner;
  const { machine, server } = team;
  const sessionId = await machine.send({ agentId: 'claude-code', records: smallSession(), status: 'active' });
  await page.goto(`${server.url}/sessions/${sessionId}`);
  await page.locator('[data-live="live"]').waitFor();
  await server.stop();
  await page.locator('[data-live="retrying"]').waitFor();
  await server.start();
  await machine.append(sessionId, [reply('after the restart')]);
  await page.getByTestId('transcript').getByText('after the restart').waitFor({ timeout: 20_000 });
  await team.server.client(team.secret).completeSession({ sessionId });
  await page.getByTestId('verdict').getByText('Complete').waitFor({ timeout: 15_000 });
});

test('new sessions come to the list by themselves; a scrolled list does not move', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/sessions`);
  await page.getByTestId('session-list').waitFor();
  await team.machine.send({ agentId: 'codex', title: 'came by itself', records: [], status: 'active' });
  await page.getByText('came by itself').waitFor({ timeout: 12_000 });
});
