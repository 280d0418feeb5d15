import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './browser.ts';
import { aTeam } from './team.ts';

const most = 250 * 1024;

test('the sessions page needs at most 250 KB of JavaScript, compressed', async () => {
  await using team = await aTeam();
  await team.machine.open({ agentId: 'codex', title: 'One session' });
  const state = await team.owner.context.storageState();
  const { page, context } = await visitor(team.browser, team.server.url, { storageState: state });
  const scripts: Promise<[string, number]>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    const path = new URL(request.url()).pathname;
    scripts.push(request.sizes().then(({ responseBodySize }) => [path, responseBodySize]));
  });
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('link', { name: 'One session' }).waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await Promise.all(scripts);
  const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`sessions page: ${(total / 1024).toFixed(0)} KB of JavaScript in ${loaded.length} files`);
  assert.ok(total > 20_000 && total <= most, loaded.map(([path, bytes]) => `${path} ${bytes}`).join('\n'));
  await context.close();
});
