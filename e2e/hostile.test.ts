import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drawEveryRow, tall, type Visitor } from './browser.ts';
import { foreignHost, hostileTexts } from './hostile-corpus.ts';
import { connectMachine } from './send-transcripts.ts';
import { call, prompt, reply, thinking } from './small-session.ts';
import { aTeam, type Team } from './team.ts';

let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

/** Every place of a transcript where text of others is shown. */
const places: ((text: string) => unknown[])[] = [
  (text) => [prompt(text)],
  (text) => [thinking(text)],
  (text) => call('Bash', { command: text, description: text }, text),
  (text) => call('Edit', { file_path: `/x/${text}`, old_string: text, new_string: `${text}!` }, text),
  (text) => call('Write', { file_path: `/y/${text}.html`, content: text }, text),
  (text) => call('Read', { file_path: text }, text, true),
  (text) => call('Grep', { pattern: text, path: text }, text),
  (text) => call('WebFetch', { url: text, prompt: text }, text),
  (text) => call('TodoWrite', { todos: [{ content: text, status: 'pending' }] }, text),
  (text) => call(`mcp__${text}__${text}`, { [text]: text }, text),
  (text) => call('Task', { description: text, prompt: text, subagent_type: text }, text),
  (text) => call(text, { [text]: { deep: text } }, text),
  (text) => [reply(text)],
  (text) => [{ type: text, text, subtype: text }],
  (text) => [{ type: 'system', subtype: 'api_error', content: text, level: 'error', timestamp: text }],
];

/** Each text in every other place, and the next text in the places between. HOSTILE_ALL=1: every text in every place. */
const records = (texts: string[]): unknown[] =>
  texts.flatMap((text, index) =>
    places
      .filter((_, place) => process.env.HOSTILE_ALL === '1' || (place + index) % 2 === 0)
      .flatMap((place) => place(text)),
  );

/** Metadata accepts no control characters; what it refuses is not shown anywhere either. */
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}|\uFFFD/gu, ' ')
    .trim() || 'x';

async function readAll({ page }: Visitor, address: string): Promise<void> {
  await page.goto(address);
  await page.getByTestId('transcript').waitFor();
  await page
    .getByTestId('verdict')
    .getByText(/Complete|Gap|Incomplete/)
    .waitFor({ timeout: 60_000 });
  // Everything open, then from top to bottom so that each row is drawn at least once.
  await page.keyboard.press('E');
  await drawEveryRow(page.getByTestId('transcript'));
}

test(`${hostileTexts.length} hostile texts through every field: nothing runs, nothing loads, no violation`, async () => {
  assert.ok(hostileTexts.length >= 200, `only ${hostileTexts.length}`);
  const { owner, machine, api, server } = team;
  const { page, watch } = owner;
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

  const sessions: string[] = [];
  for (let at = 0; at < hostileTexts.length; at += 40) {
    const texts = hostileTexts.slice(at, at + 40);
    const title = printable(texts[0] ?? '').slice(0, 500);
    sessions.push(
      await machine.send({
        agentId: 'claude-code',
        title,
        records: records(texts),
        repoRoot: `/${printable(texts[1] ?? '').slice(0, 200)}`,
        gitBranch: printable(texts[2] ?? '').slice(0, 200),
        externalId: printable(texts[3] ?? '').slice(0, 200),
      }),
    );
  }
  // And as names of things: sessions, machines, secrets, the organization.
  for (const text of hostileTexts.filter((_, index) => index % 9 === 0)) {
    await machine.open({ agentId: 'codex', title: printable(text).slice(0, 500) });
    await api.issueSecret({ label: printable(text).slice(0, 100) });
  }
  await connectMachine(server.client(team.secret), {
    hostname: printable(hostileTexts[0] ?? '').slice(0, 200),
    displayName: printable(hostileTexts[7] ?? '').slice(0, 100),
  });
  await api.renameOrganization({ name: printable(hostileTexts[5] ?? '').slice(0, 100) });

  for (const sessionId of sessions) await readAll(owner, `${server.url}/sessions/${sessionId}`);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [place, sign] of [
    ['Sessions', page.getByRole('row').nth(5)],
    ['Secrets', page.getByRole('list', { name: 'Active secrets' })],
    ['Environments', page.getByRole('listitem').filter({ hasText: 'CLI 0.1.0' }).nth(1)],
    ['Agents', page.getByRole('list', { name: 'Installations' })],
    ['Organization', page.getByText('owner@example.com').first()],
    ['Audit log', page.getByRole('list', { name: 'Audit log' })],
  ] as const) {
    await navigation.getByRole('link', { name: place, exact: true }).click();
    await page.getByRole('main').locator(sign).waitFor();
  }
  await page.goto(`${server.url}/sessions?kind=all&q=${encodeURIComponent(hostileTexts[3] ?? '')}`);
  const results = page.getByRole('list', { name: 'Search results' }).or(page.getByText('Nothing found for'));
  await results.waitFor();
  for (const text of hostileTexts.filter((_, index) => index % 25 === 0)) {
    const q = printable(text);
    await page.getByRole('combobox', { name: 'Search sessions', exact: true }).fill(q);
    await page.waitForURL((url) => url.searchParams.get('q') === q);
    await page.locator('[data-old]').waitFor({ state: 'detached' });
    await results.waitFor();
  }

  assert.equal(hits, 0, 'something ran');
  assert.equal(asked, 0, 'something was loaded');
  assert.deepEqual(watch.violations, []);
  assert.deepEqual(watch.remote, []);
  const polluted = await page.evaluate(
    () => ({}) as { polluted?: unknown; dangerouslySetInnerHTML?: unknown },
  );
  assert.deepEqual(polluted, {});
});

test('invisible characters are shown', async () => {
  const { owner, machine, server } = team;
  const sessionId = await machine.send({
    agentId: 'claude-code',
    records: [prompt('if (isAdmin\u202E) \u200Bgo')],
  });
  await owner.page.goto(`${server.url}/sessions/${sessionId}`);
  await owner.page.getByTestId('transcript').getByText('U+202E').waitFor();
  await owner.page.getByTestId('transcript').getByText('U+200B').waitFor();
});

test('no name can lie: what cannot be seen in a machine, a branch, a path or a label is shown', async () => {
  const { owner, api, server } = team;
  const { page } = owner;
  const trick = '\u202Egpj.txt';
  const machine = await connectMachine(server.client(team.secret), {
    hostname: 'trickster',
    displayName: `machine${trick}`,
  });
  await machine.send({
    agentId: 'claude-code',
    title: 'named to deceive',
    records: [prompt('hello')],
    repoRoot: `/home/repo${trick}`,
    gitBranch: `branch${trick}`,
  });
  await api.issueSecret({ label: `label${trick}` });
  await api.renameOrganization({ name: `org${trick}` });
  const shown = async (path: string, ...names: string[]) => {
    await page.goto(`${server.url}${path}`);
    for (const name of names)
      await page
        .locator('bdi')
        .filter({ hasText: new RegExp(`^${name}U\\+202Egpj\\.txt$`) })
        .first()
        .waitFor();
    const bare = await page.evaluate(() => {
      const texts = [document.body.innerText, document.title];
      for (const one of document.querySelectorAll('[title], [aria-label], option'))
        texts.push(one.getAttribute('title') ?? '', one.getAttribute('aria-label') ?? '', one.textContent);
      return texts.some((text) => text.includes('\u202E'));
    });
    assert.equal(bare, false, `${path} shows the character itself`);
  };
  await shown('/sessions', 'repo', 'branch', 'machine', 'org');
  await page.getByRole('link', { name: 'named to deceive' }).click();
  await page.getByTestId('verdict').waitFor();
  await shown(new URL(page.url()).pathname, 'repo', 'branch', 'machine');
  await shown('/environments', 'machine');
  await shown('/secrets', 'label');
  await shown('/audit', 'label');
});
