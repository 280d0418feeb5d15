import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { atWork, call, prompt, reply, smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

test('a server restart while the page is open loses nothing', async () => {
  const { page } = team.owner;
  const { machine, server } = team;
  const sessionId = await machine.send({
    agentId: 'claude-code',
    records: atWork(smallSession()),
    status: 'active',
  });
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

test('while the server is away the page says that, also where it waits for something else', async () => {
  const { page } = team.owner;
  const records = atWork(smallSession());
  const sessionId = await team.machine.send({ agentId: 'claude-code', records, status: 'active' });
  await page.route(/\/transcript\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'behind' } });
  });
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  // It asks again and again, so that a request is under way when the server goes.
  await page.getByText(/^Reading up to #/).waitFor();
  await page.unroute(/\/transcript\?/);
  await page.route(/\/transcript\?/, (route) => route.abort());
  await team.server.stop();
  await page.locator('[data-live="retrying"]').waitFor({ timeout: 20_000 });
  await page.unroute(/\/transcript\?/);
  await team.server.start();
  await page.locator('[data-live="live"]').waitFor();
});

/** The first entry that is wholly in view, and where on screen it is. */
const firstInView = (list: Locator, selector: string, attribute: string) =>
  list.evaluate(
    (element, [wanted, name]) => {
      const { top } = element.getBoundingClientRect();
      for (const one of element.querySelectorAll(wanted)) {
        const box = one.getBoundingClientRect();
        // Under the head of a table nothing can be read.
        if (box.top >= top + 40) return { id: one.getAttribute(name) ?? '', top: box.top };
      }
      throw new Error('nothing is in view');
    },
    [selector, attribute] as const,
  );

const topOf = async (list: Locator, selector: string) =>
  list.locator(selector).evaluate((element) => element.getBoundingClientRect().top);

test('what is read does not move while events arrive', async () => {
  const { page } = team.owner;
  const { machine } = team;
  const turns = () =>
    Array.from({ length: 60 }, (_, turn) => [
      prompt(`turn ${turn}`),
      ...call('Bash', { command: `step ${turn}` }, 'ok'),
      reply(`turn ${turn} is done\n\n- one\n- two`),
    ]).flat();
  const [late, result] = call('Bash', { command: 'takes long' }, 'not ok\n'.repeat(30), true);
  const records = atWork([...turns(), late, ...turns()]);
  const sessionId = await machine.send({ agentId: 'claude-code', records, status: 'active' });
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await page.locator('[data-live="live"]').waitFor();
  const list = page.getByTestId('transcript');
  await list.locator(`[data-sequence="${records.length}"]`).waitFor();
  await list.hover();
  const follow = page.getByRole('button', { name: 'Follow', exact: true });
  await page.mouse.wheel(0, -200);
  await follow.waitFor();
  await list.evaluate((element) => element.scrollTo({ top: 0.7 * element.scrollHeight }));
  await atRest(list);
  const seen = await firstInView(list, 'article', 'data-sequence');
  const height = await list.evaluate((element) => element.scrollHeight);
  // At the end, and far above the result of a call that grows by thirty lines.
  await machine.append(sessionId, [result, prompt('one more'), ...turns(), reply('the very last')]);
  await page.waitForFunction(
    (before) => (document.querySelector('[data-testid="transcript"]')?.scrollHeight ?? 0) > before,
    height + 2_000,
  );
  await atRest(list);
  const moved = Math.abs((await topOf(list, `[data-sequence="${seen.id}"]`)) - seen.top);
  assert.ok(moved <= 1, `event ${seen.id} moved by ${moved} px`);
  await follow.click();
  await list.getByText('the very last').waitFor();
});

test('what is read does not move when the time strip comes late', async () => {
  const { page } = team.owner;
  const records = Array.from({ length: 60 }, (_, turn) => [prompt(`turn ${turn}`), reply(`answer ${turn}`)]);
  const sessionId = await team.machine.send({ agentId: 'claude-code', records: records.flat() });
  await folded(sessionId, 120);
  // As the server answers before it has read the session.
  const behind = { state: 'behind', foldedTo: 0, eventCount: 120 };
  await page.route('**/brief', (route) => route.fulfill({ json: behind }));
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  const list = page.getByTestId('transcript');
  await list.getByText('turn 0', { exact: true }).waitFor();
  await list.hover();
  await page.mouse.wheel(0, 1_200);
  await atRest(list);
  const seen = await firstInView(list, 'article', 'data-sequence');
  await page.unroute('**/brief');
  await page.getByTestId('strip').waitFor();
  await atRest(list);
  const moved = Math.abs((await topOf(list, `[data-sequence="${seen.id}"]`)) - seen.top);
  assert.ok(moved <= 1, `event ${seen.id} moved by ${moved} px`);
});

/** Until the list stands still for some frames. */
const atRest = (list: Locator) =>
  list.evaluate(async (element) => {
    const state = () => `${element.scrollTop} ${element.scrollHeight}`;
    for (let same = 0, before = ''; same < 20; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      same = state() === before ? same + 1 : 0;
      before = state();
    }
  });

/** Until every event was read: then it is known when they were written. */
async function folded(sessionId: string, events: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { session } = await team.api.getSession({ sessionId });
    if (session.statistics?.foldedTo === events) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${sessionId} was not folded`);
}

test('a session that is open and not at work begins at its beginning, and says one thing of its state', async () => {
  const { page } = team.owner;
  const records = Array.from({ length: 60 }, (_, turn) => [
    prompt(`turn ${turn}`),
    reply(`answer ${turn}`),
  ]).flat();
  const state = (name: string) => page.getByText(name, { exact: true });
  const follow = page.getByRole('button', { name: /^Follow/ });
  const left = await team.machine.send({ agentId: 'claude-code', records, status: 'active' });
  await folded(left, records.length);
  await page.goto(`${team.server.url}/sessions/${left}`);
  await page.getByTestId('transcript').getByText('turn 0', { exact: true }).waitFor();
  await page.locator('[data-live="live"]').waitFor({ state: 'attached' });
  assert.equal(await page.getByTestId('transcript').evaluate((element) => element.scrollTop), 0);
  assert.equal(await state('Stale').count(), 1);
  for (const other of [state('Live'), follow, page.getByTestId('verdict')])
    assert.equal(await other.count(), 0);

  const running = await team.machine.send({
    agentId: 'claude-code',
    records: atWork(records),
    status: 'active',
  });
  await folded(running, records.length);
  await page.goto(`${team.server.url}/sessions/${running}`);
  await page.getByTestId('transcript').getByText('answer 59').waitFor();
  await state('Live').waitFor();
  assert.equal(await follow.textContent(), 'Following');
  assert.equal(await state('Stale').count(), 0);
  assert.equal(await page.getByTestId('verdict').textContent(), 'Still arriving');
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.getByTestId('transcript').getByText('turn 0', { exact: true }).waitFor();
  assert.equal(await follow.textContent(), 'Follow');
  await team.machine.append(running, [reply('came later')]);
  await page.getByRole('button', { name: '1 new' }).waitFor({ timeout: 60_000 });
  assert.equal(await page.getByTestId('transcript').evaluate((element) => element.scrollTop), 0);
});

test('a scrolled list of sessions does not move when one arrives; it says so', async () => {
  const { page } = team.owner;
  for (let i = 0; i < 40; i++) await team.machine.open({ agentId: 'codex', title: `session ${i}` });
  await page.goto(`${team.server.url}/sessions`);
  const list = page.getByTestId('session-list');
  await list.getByText('session 39').waitFor();
  await list.evaluate((element) => element.scrollTo({ top: 700 }));
  await atRest(list);
  const seen = await firstInView(list, 'a[href^="/sessions/ses_"]', 'href');
  await team.machine.open({ agentId: 'codex', title: 'came while scrolled' });
  const notice = page.getByRole('button', { name: '1 new session' });
  await notice.waitFor({ timeout: 15_000 });
  const moved = Math.abs((await topOf(list, `a[href="${seen.id}"]`)) - seen.top);
  assert.ok(moved <= 1, `${seen.id} moved by ${moved} px`);
  await notice.click();
  await list.getByText('came while scrolled').waitFor();
});

test('new sessions come by themselves to the list, and to a search that found nothing', async () => {
  const { page, context } = team.owner;
  const searching = await context.newPage();
  await searching.goto(`${team.server.url}/sessions?q=kingfisher`);
  await searching.getByText('Nothing found for “kingfisher”').waitFor();
  assert.equal(await searching.getByRole('link', { name: 'Search test sessions, too' }).count(), 0);
  await page.goto(`${team.server.url}/sessions`);
  await page.getByTestId('session-list').waitFor();
  const records = [prompt('paint the kingfisher'), reply('ok')];
  await team.machine.send({ agentId: 'claude-code', title: 'came by itself', records, status: 'active' });
  const found = searching.getByRole('list', { name: 'Search results' }).getByText('came by itself').first();
  await Promise.all([
    page.getByText('came by itself').waitFor({ timeout: 12_000 }),
    found.waitFor({ timeout: 15_000 }),
  ]);
  await searching.close();
});
