import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { connectMachine, type Machine } from '../send-transcripts.ts';
import { call, prompt, reply } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** A morning: what the agents of four people did in a day, gone through by keyboard. */

/** A short form; SESSIONS=300 is the long one. */
const sessions = Number(process.env.SESSIONS ?? 60);
const risky = Math.ceil(sessions / 15);
let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

/** Three colleagues, each with a machine of their own; the fourth is the owner, who has the morning. */
async function colleagues(): Promise<Machine[]> {
  const machines: Machine[] = [];
  for (const name of ['jonas', 'mira', 'sam']) {
    const email = `${name}@example.com`;
    await (await team.join(email, 'member')).context.close();
    const { users } = await team.api.listMembers();
    const userId = users.find((one) => one.email === email)?.userId ?? '';
    const machine = await connectMachine(team.server.client(team.secret), { hostname: name });
    const { environmentId } = machine;
    machines.push(machine);
    await team.api.setAuthor({ environmentId, userId, earlier: true });
  }
  return machines;
}

const clean = (n: number) => [
  prompt(`Explain module ${n}`),
  reply(`Module ${n} reads the settings. Nothing was changed.`),
];
const severe = (n: number) => [
  prompt(`Tidy branch ${n}`),
  ...call('Bash', { command: 'git push --force origin main' }, 'forced update'),
  reply('The branch is tidy.'),
];

async function aDay(): Promise<void> {
  const machines = await colleagues();
  const ids: string[] = [];
  const send = async (n: number) => {
    const machine = machines[n % machines.length] as Machine;
    const records = n < risky ? severe(n) : clean(n);
    ids.push(await machine.send({ agentId: 'claude-code', records }));
  };
  for (let n = 0; n < sessions; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, at) => send(n + at)));
  for (const begun = Date.now(); ; await sleep(200)) {
    const { groups } = await team.api.getToday({});
    const count = (kind: string) =>
      groups.filter((group) => group.kind === kind).reduce((sum, group) => sum + group.sessions, 0);
    if (count('finding') === risky && count('clean') === sessions - risky) return;
    assert.ok(Date.now() - begun < 60_000, JSON.stringify(groups.map(({ kind, sessions: n }) => [kind, n])));
  }
}

test(`a morning of ${sessions} sessions by keyboard: every risky one opened, every clean one settled, in under 60 deeds`, async (context) => {
  await aDay();
  const { page } = team.owner;
  // What the team sees of them: taken, read to the end, judged. Looking and opening a dialog are none.
  let deeds = 0;
  const deed = async (...keys: string[]) => {
    deeds++;
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(`${team.server.url}/reviews`);
  await page.getByTestId('group').first().waitFor();
  const opened = new Set<string>();
  // What is risky comes one by one: taken, judged, and on to the next.
  await deed('b');
  for (let n = 0; n < risky; n++) {
    opened.add(await shownSession(page, opened));
    await page.getByRole('button', { name: 'Review', exact: true }).waitFor();
    await deed('X');
    await page.getByTestId('mark').getByText('Reviewed to the end').waitFor();
    await page.keyboard.press('v');
    await page.getByRole('dialog', { name: 'Review' }).waitFor();
    await page.keyboard.press('1');
    await deed('Control+Enter');
  }
  assert.equal(opened.size, risky);
  // The queue has handed out a clean one: back to all of them, and they are settled at once.
  await shownSession(page, opened);
  await page.getByRole('button', { name: 'Review', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/reviews/);
  const group = page.getByTestId('group').and(page.locator('[data-kind="clean"]'));
  await group.waitFor();
  // What was just judged may stand there for a moment more, and would be what the key is about.
  await page.locator('[data-kind="finding"]').waitFor({ state: 'detached', timeout: 60_000 });
  await deed('f');
  await page.getByRole('dialog').getByText('accepted unread').waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByText('Nothing is open')
    .waitFor({ timeout: 90_000 })
    .catch(async (error: Error) => {
      // What is still open says why.
      throw new Error(`${error.message}\n${await page.locator('main').innerText()}`);
    });
  const today = await team.api.getToday({});
  assert.equal(today.sessions, 0);
  const done = await team.api.listSessions({ reviewState: ['accepted'], limit: 100, totals: 'true' });
  assert.equal(done.totals?.sessions, sessions);
  assert.ok(deeds < 60, `${deeds} deeds`);
  context.diagnostic(`${deeds} deeds for ${sessions} sessions, ${opened.size} opened`);
});

/** The session that is shown, once it is another one than those before. */
async function shownSession(page: Page, before: ReadonlySet<string>): Promise<string> {
  const idOf = (url: URL) => /\/sessions\/(ses_\w+)/.exec(url.pathname)?.[1] ?? '';
  await page.waitForURL((url) => idOf(url) !== '' && !before.has(idOf(url)), { timeout: 30_000 });
  return idOf(new URL(page.url()));
}
