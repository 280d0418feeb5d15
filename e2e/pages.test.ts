import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { type Visitor, visitor } from './browser.ts';
import { smallSession } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let team: Team;
let session: string;
before(async () => {
  team = await aTeam();
  session = await team.machine.send({ agentId: 'claude-code', records: smallSession() });
  await team.machine.send({ agentId: 'codex', title: 'Another one', records: [], status: 'active' });
  await team.api.inviteMember({ email: 'jonas@example.com', role: 'admin' });
});
after(async () => team[Symbol.asyncDispose]());

const pages = (): [path: string, sign: string][] => [
  ['/sessions', 'Another one'],
  ['/sessions?q=retry', 'Fix the retry loop'],
  [`/sessions/${session}`, 'Done: one test, all green.'],
  ['/environments', 'mira@workbench'],
  ['/agents', 'Catalog'],
  ['/members', 'jonas@example.com'],
  ['/secrets', 'workbench'],
  ['/audit', 'Nothing in it can be changed'],
  ['/organization', 'Sample sessions'],
  ['/connect', 'Run this in a terminal'],
  ['/sessions/ses_nope', 'There is no such thing here'],
];

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** What axe calls serious or critical. Evaluated by the debugger, which the page's policy does not bind. */
async function seriousFaults({ page }: Visitor): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe: runner } = window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
    return (await runner.run()).violations;
  });
  return (found as Finding[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary ?? ''}`);
}

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
} as const;

for (const [name, look] of Object.entries(looks)) {
  test(`every page in ${name}: no error, no violation, nothing serious for axe`, async () => {
    const state = await team.owner.context.storageState();
    const person = await visitor(team.browser, team.server.url, {
      ...look,
      reducedMotion: 'reduce',
      storageState: state,
    });
    const faults: string[] = [];
    for (const [path, sign] of pages()) {
      await person.page.goto(team.server.url + path);
      await person.page.getByText(sign).first().waitFor();
      for (const fault of await seriousFaults(person)) faults.push(`${path} ${fault}`);
      const { wide, inner } = await person.page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        inner: window.innerWidth,
      }));
      if (wide > inner) faults.push(`${path} is ${wide} px wide in ${inner}`);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(person.watch.violations, []);
    assert.deepEqual(person.watch.remote, []);
    const errors = person.watch.errors.filter((text) => !/status of 40[34]/.test(text));
    assert.deepEqual(errors, []);
    await person.context.close();
  });
}

const mostScript = 250 * 1024;

test('the sessions page needs at most 250 KB of JavaScript, compressed', async () => {
  const state = await team.owner.context.storageState();
  const { page, context } = await visitor(team.browser, team.server.url, { storageState: state });
  const scripts: Promise<[string, number]>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    const path = new URL(request.url()).pathname;
    scripts.push(request.sizes().then(({ responseBodySize }) => [path, responseBodySize]));
  });
  await page.goto(`${team.server.url}/sessions`);
  await page.getByRole('link', { name: 'Another one' }).waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await Promise.all(scripts);
  const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`sessions page: ${(total / 1024).toFixed(0)} KB of JavaScript in ${loaded.length} files`);
  assert.ok(
    total > 20_000 && total <= mostScript,
    loaded.map(([path, bytes]) => `${path} ${bytes}`).join('\n'),
  );
  await context.close();
});
