import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { faultsOfPages, looks, visitor } from './browser.ts';
import { smallSession } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

let team: Team;
let session: string;
before(async () => {
  team = await aTeam();
  session = await team.machine.send({ agentId: 'claude-code', records: smallSession() });
  await team.machine.send({ agentId: 'codex', title: 'Another one', records: [], status: 'active' });
  await team.api.inviteMember({ email: 'jonas@example.com', role: 'admin' });
  for (const sequence of [0, 1])
    await team.api.openThread({
      sessionId: session,
      anchor: { sequence },
      body: `Said about #${sequence}, with \`code\` and a [link](https://example.com)`,
      idempotencyKey: `page-${sequence}`,
    });
});
after(async () => team[Symbol.asyncDispose]());

const pages = (): [path: string, sign: string][] => [
  ['/sessions', 'Another one'],
  ['/sessions?q=retry', 'Fix the retry loop'],
  // Near its beginning: on a phone the end is not on the page yet.
  [`/sessions/${session}`, 'Said about #1'],
  [`/sessions/${session}#t2`, 'Said about #1'],
  [`/sessions/${session}?view=changes`, 'Download as patch'],
  ['/reviews?tab=turn', 'Nothing waits for you'],
  ['/reviews', 'Still running'],
  ['/inbox', 'Nothing new'],
  ['/inbox?tab=settings', 'Somebody mentions me'],
  ['/repositories', 'Where sessions ran'],
  ['/insights', 'No sessions in these weeks'],
  ['/rules', 'What the server looks for in every session'],
  ['/lessons', 'No lessons yet'],
  ['/environments', 'mira@workbench'],
  ['/agents', 'Catalog'],
  ['/members', 'jonas@example.com'],
  ['/secrets', 'workbench'],
  ['/audit', 'Nothing in it can be changed'],
  ['/organization', 'Sample sessions'],
  ['/privacy', 'No legal hold is in force'],
  ['/connect', 'Run this in a terminal'],
  ['/sessions/ses_nope', 'This session is not here'],
];

for (const [name, look] of Object.entries(looks)) {
  test(`every page in ${name}: no error, no violation, nothing serious for axe`, async () => {
    const state = await team.owner.context.storageState();
    const person = await visitor(team.browser, team.server.url, {
      ...look,
      reducedMotion: 'reduce',
      storageState: state,
    });
    const inDark = name !== 'phone';
    assert.deepEqual(await faultsOfPages(person, team.server.url, pages(), { inDark }), []);
    assert.deepEqual(person.watch.violations, []);
    assert.deepEqual(person.watch.remote, []);
    const errors = person.watch.errors.filter((text) => !/status of 40[34]/.test(text));
    assert.deepEqual(errors, []);
    await person.context.close();
  });
}

test('what the audit log is filtered by stands in its address', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/audit?action=member_invited&days=7`);
  const rows = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await rows.first().waitFor();
  assert.equal(await page.getByLabel('Only this action').inputValue(), 'member_invited');
  assert.equal(await page.getByLabel('Only this time').inputValue(), '7');
  assert.equal(await rows.count(), 1);
  await page.getByLabel('Only this action').selectOption('');
  await page.waitForURL(`${team.server.url}/audit?days=7`);
  await rows.nth(1).waitFor();
});

const maxScript = 250 * 1024;

test('the sessions page needs at most 250 KB of JavaScript, compressed', async () => {
  const state = await team.owner.context.storageState();
  const { page, context, watch } = await visitor(team.browser, team.server.url, { storageState: state });
  const scripts: Promise<[string, number]>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    const path = new URL(request.url()).pathname;
    scripts.push(request.sizes().then(({ responseBodySize }) => [path, responseBodySize]));
  });
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('link', { name: 'Another one' }).waitFor();
  await watch.quiet();
  const loaded = await Promise.all(scripts);
  const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`sessions page: ${(total / 1024).toFixed(1)} KB of JavaScript in ${loaded.length} files`);
  assert.ok(
    total > 20_000 && total <= maxScript,
    loaded.map(([path, bytes]) => `${path} ${bytes}`).join('\n'),
  );
  await context.close();
});
