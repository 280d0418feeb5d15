import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page, Request } from 'playwright-core';
import { measureLate } from '../browser.ts';
import { atWork, call, prompt, reply } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** The reader's place is kept: on the way back, over a reload, while events arrive, and by a find. */

let team: Team;
let page: Page;
let long: string;
const needle = 'the needle in the haystack';
before(async () => {
  team = await aTeam();
  page = team.owner.page;
  const haystack = `${'straw\n'.repeat(3_000)}${needle}\n${'straw\n'.repeat(50)}`;
  const turns = Array.from({ length: 120 }, (_, turn) => [
    prompt(`turn ${turn}`),
    ...call('Bash', { command: `step ${turn}` }, turn === 60 ? haystack : 'ok'),
    reply(`turn ${turn} is done\n\n- one\n- two`),
  ]).flat();
  const deep = `${'first line\n'.repeat(400)}the backoff of the walrus\n${'last line\n'.repeat(40)}`;
  await team.machine.send({
    agentId: 'claude-code',
    title: 'the deep one',
    records: [prompt('begin'), ...Array.from({ length: 60 }, (_, n) => reply(`step ${n}`)), reply(deep)],
  });
  for (let i = 0; i < 30; i++) await team.machine.open({ agentId: 'codex', title: `session ${i}` });
  long = await team.machine.send({ agentId: 'claude-code', title: 'the long one', records: turns });
  for (let i = 30; i < 45; i++) await team.machine.open({ agentId: 'codex', title: `session ${i}` });
});
after(async () => team[Symbol.asyncDispose]());

const transcript = () => page.getByTestId('transcript');
const firstSeen = (list: Locator) =>
  list.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    for (const one of element.querySelectorAll('article'))
      if (one.getBoundingClientRect().bottom > top + 12) return Number(one.getAttribute('data-sequence'));
    return -1;
  });

test('back to the list: the same filters and the same rows; next and previous without going back', async () => {
  await page.goto(`${team.server.url}/sessions?since=7d`);
  const list = page.getByTestId('session-list');
  await list.getByText('session 44').waitFor();
  await list.evaluate((element) => element.scrollTo({ top: 700 }));
  await page.waitForTimeout(300);
  const scrolled = await list.evaluate((element) => element.scrollTop);
  await page.getByRole('link', { name: 'the long one' }).click();
  await transcript().waitFor();
  await page.keyboard.press('Escape');
  await list.getByText('the long one').waitFor();
  assert.match(page.url(), /since=7d/);
  assert.ok(Math.abs((await list.evaluate((element) => element.scrollTop)) - scrolled) < 2);
  await page.getByRole('link', { name: 'the long one' }).click();
  await page.getByRole('link', { name: 'Next session (J)' }).click();
  await page.getByRole('heading', { name: 'session 29', exact: true }).waitFor();
  await page.keyboard.press('Shift+K');
  await page.getByRole('heading', { name: 'the long one' }).waitFor();
  await page.getByRole('link', { name: 'Back to the sessions' }).click();
  await page.waitForURL(/since=7d/);
});

test('a reload returns to what was in view', async () => {
  await page.goto(`${team.server.url}/sessions/${long}`);
  await transcript().getByText('turn 0', { exact: true }).waitFor();
  await transcript().evaluate((element) => element.scrollTo({ top: element.scrollHeight * 0.6 }));
  await page.waitForFunction(() => typeof history.state?.seen === 'number' && history.state.seen > 50);
  await page.waitForTimeout(800);
  const seen = await firstSeen(transcript());
  assert.ok(seen > 100, `event ${seen} is in view`);
  await page.reload();
  await page.waitForFunction(
    () => document.querySelectorAll('[data-testid="transcript"] article').length > 3,
  );
  await page.waitForTimeout(1_000);
  assert.ok(Math.abs((await firstSeen(transcript())) - seen) <= 3, `event ${await firstSeen(transcript())}`);
});

test('what the first screen of a link needs is asked for once', async () => {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes(`/sessions/${long}`) && request.method() === 'GET')
      asked.push(pathname.split(long)[1] + search);
  };
  const visit = async () => {
    await page.goto('about:blank');
    await page.goto(`${team.server.url}/sessions/${long}#401`);
    await page.locator('[data-selected]').waitFor();
  };
  // Once it is shown, it is folded.
  await visit();
  page.on('request', note);
  await visit();
  await page.waitForTimeout(500);
  page.off('request', note);
  // The document has the same path as the session.
  for (const one of ['', '/transcript?at=401&limit=50', '/transcript/skeleton?lane=0&from=0'])
    assert.equal(
      asked.filter((path) => path === one).length,
      one === '' ? 2 : 1,
      `${one}: ${asked.join(' ')}`,
    );
});

test('a link to an event that is not folded yet leads there once it is', async () => {
  // As the server answers while it has folded nothing of this session.
  const behind = { state: 'behind', foldedTo: 0, eventCount: 480, lane: 0, total: 0 };
  const nothing = {
    transcript: { ...behind, from: 0, entries: [] },
    skeleton: { ...behind, parts: [] },
    outline: { ...behind, from: 0, totalTurns: 0, turns: [], totalLanes: 0, lanes: [] },
  };
  let isBehind = true;
  const pattern = /\/sessions\/[^/]+\/(transcript|skeleton|outline|stream)\?/;
  await page.route(pattern, async (route) => {
    const [, name = ''] = pattern.exec(route.request().url()) ?? [];
    if (!isBehind) await route.continue();
    else if (name === 'stream') await route.abort();
    else await route.fulfill({ json: nothing[name as keyof typeof nothing] });
  });
  using _ = { [Symbol.dispose]: () => void page.unroute(pattern) };
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${long}#401`);
  await page.getByText('Reading up to').first().waitFor();
  isBehind = false;
  const row = page.locator('[data-selected]');
  await row.waitFor();
  assert.ok(Math.abs(Number(await row.getAttribute('data-sequence')) - 401) <= 2);
  // Whoever has moved in the meantime is left where they are.
  isBehind = true;
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${long}#401`);
  await page.getByText('Reading up to').first().waitFor();
  await transcript().dispatchEvent('wheel');
  isBehind = false;
  await transcript().getByText('turn 0', { exact: true }).waitFor();
  await page.waitForTimeout(500);
  assert.equal(await row.count(), 0);
});

test('of two jumps the one asked for last arrives, also when the first is answered later', async () => {
  await page.goto(`${team.server.url}/sessions/${long}`);
  await transcript().getByText('turn 0', { exact: true }).waitFor();
  const held = Promise.withResolvers<void>();
  const first = /transcript\?at=201&/;
  await page.route(first, async (route) => {
    await held.promise;
    await route.continue();
  });
  const jump = (sequence: number) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#${sequence}`);
  const asked = page.waitForRequest(first);
  await jump(201);
  await asked;
  await jump(401);
  const row = page.locator('[data-selected]');
  await row.waitFor();
  const answered = page.waitForResponse(first);
  held.resolve();
  await answered;
  await page.waitForTimeout(300);
  assert.ok(Math.abs(Number(await row.getAttribute('data-sequence')) - 401) <= 2);
  await page.unroute(first);
});

/** The text of the match one stands on, once it is on screen. */
async function seenMark(tab = page): Promise<string> {
  const mark = await tab.waitForFunction(
    () => {
      const [range] = [...((CSS.highlights.get('found-now') as unknown as Set<Range>) ?? [])];
      const view = document.querySelector('[data-testid="transcript"]')?.getBoundingClientRect();
      const box = range?.getBoundingClientRect();
      const isSeen = box && view && box.height > 0 && box.top >= view.top && box.bottom <= view.bottom;
      return isSeen && range?.toString();
    },
    undefined,
    { timeout: 15_000 },
  );
  return String(await mark.jsonValue());
}

test('a find far inside a cut and folded output brings the match itself on screen, marked; a reload keeps it', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${long}`);
  await transcript().getByText('turn 0', { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(`"${needle}"`);
  const oneFound = page.getByRole('status').getByText(/of 1\+?$/);
  await oneFound.waitFor();
  await page.keyboard.press('Enter');
  await seenMark();
  // Rows above it may still take their height; once it is there it stays.
  await page.waitForTimeout(500);
  await seenMark();
  assert.match(page.url(), /find=/);
  await page.reload();
  await oneFound.waitFor();
});

test('a match comes on screen and stays there also where rows are measured late, as on a busy machine', async () => {
  const tab = await team.owner.context.newPage();
  await measureLate(tab);
  await tab.goto(`${team.server.url}/sessions/${long}?find=${encodeURIComponent(`"${needle}"`)}`);
  await seenMark(tab);
  await tab.waitForTimeout(1_500);
  await seenMark(tab);
  await tab.close();
});

test('a search over all sessions leads to the match itself, behind its folds, and stays in the address', async () => {
  await page.goto(`${team.server.url}/sessions?q=${encodeURIComponent('backoff walrus')}`);
  await page
    .getByRole('list', { name: 'Search results' })
    .getByRole('link', { name: /walrus/ })
    .first()
    .click();
  await page.waitForURL(/find=backoff/);
  await page.getByRole('status').getByText('1 of 1').waitFor();
  assert.equal(await seenMark(), 'backoff');
});

test('the match one stands on keeps its colour when the page is drawn anew or the row comes back', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${long}?find=turn`);
  await transcript().getByText('turn 0', { exact: true }).waitFor();
  assert.equal(await seenMark(), 'turn');
  const isOnTop = () =>
    page.evaluate(() => {
      const priority = (name: string) => CSS.highlights.get(name)?.priority ?? -1;
      return priority('found-now') > priority('found');
    });
  const full = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await seenMark(), 'turn');
  assert.ok(await isOnTop());
  if (full) await page.setViewportSize(full);
  await transcript().hover();
  await page.mouse.wheel(0, 20_000);
  await page.waitForFunction(() => CSS.highlights.has('found') && !CSS.highlights.has('found-now'));
  await page.mouse.wheel(0, -40_000);
  assert.equal(await seenMark(), 'turn');
  assert.ok(await isOnTop());
});

test('many calls of one kind in a row are one line, which opens by click, key, link and find', async () => {
  const calls = Array.from({ length: 12 }, (_, n) => call('Bash', { command: `make step${n}` }, `done${n}`));
  const records = [prompt('many'), ...calls.flat(), reply('all made'), prompt('more'), reply('ok')];
  const sessionId = await team.machine.send({ agentId: 'claude-code', records });
  const url = `${team.server.url}/sessions/${sessionId}`;
  const run = page.getByTestId('run');
  const step = (n: number) => transcript().locator('article').getByText(`make step${n}`, { exact: true });
  await page.goto(url);
  await run.getByText('Bash × 12').waitFor();
  assert.equal(await step(5).count(), 0);
  await run.click();
  await step(5).waitFor();
  await run.click();
  await step(5).waitFor({ state: 'detached' });
  await transcript().getByText('all made').click();
  await page.keyboard.press('k');
  await page.locator('[data-testid="run"][data-selected]').waitFor();
  await page.keyboard.press('e');
  await step(5).waitFor();
  await page.goto('about:blank');
  await page.goto(`${url}#12`);
  await page.locator('article[data-selected][data-sequence="12"]').waitFor();
  await page.goto('about:blank');
  await page.goto(`${url}?find=done7`);
  await page.waitForFunction(() => CSS.highlights.has('found-now'), undefined, { timeout: 15_000 });
});

/** Until the list stands still for some frames. */
const atRest = () =>
  transcript().evaluate(async (element) => {
    const state = () => `${element.scrollTop} ${element.scrollHeight}`;
    for (let same = 0, before = ''; same < 12; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      same = state() === before ? same + 1 : 0;
      before = state();
    }
  });

/** The largest distance between a row and the next one on screen. */
const widestHole = () =>
  transcript().evaluate((element) => {
    const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')]
      .sort((a, b) => Number(a.dataset.row) - Number(b.dataset.row))
      .map((row) => row.getBoundingClientRect());
    return Math.max(...rows.slice(1).map((box, at) => Math.abs(box.top - (rows[at]?.bottom ?? box.top))));
  });

test('rows keep their place when something opens or closes, and leave no hole', async () => {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${long}`);
  await transcript().getByText('turn 0', { exact: true }).waitFor();
  await transcript().hover();
  await page.mouse.wheel(0, 6_000);
  await atRest();
  const sequence = await firstSeen(transcript());
  const top = (one: number) =>
    page.locator(`article[data-sequence="${one}"]`).evaluate((row) => row.getBoundingClientRect().top);
  const before = await top(sequence);
  const stays = async (what: string) => {
    await atRest();
    assert.ok(
      Math.abs((await top(sequence)) - before) <= 1,
      `${what}: moved by ${(await top(sequence)) - before} px`,
    );
    const hole = await widestHole();
    assert.ok(hole <= 1, `${what}: a hole of ${hole} px`);
  };
  await stays('at first');
  // A call further down on the screen, then what stands above the transcript.
  const line = page.locator(`article[data-kind="tool"]`).last().locator('button[aria-expanded]').first();
  for (const what of ['a call is opened', 'a call is folded']) {
    await line.evaluate((button: HTMLElement) => button.click());
    await stays(what);
  }
  const strip = page.getByRole('button', { name: 'Time, lane by lane' });
  for (const what of ['the strip is folded', 'the strip is opened']) {
    await strip.evaluate((button: HTMLElement) => button.click());
    await stays(what);
  }
  const brief = page.getByRole('button', { name: /brief/i }).first();
  for (const what of ['the brief is opened', 'the brief is folded']) {
    await brief.evaluate((button: HTMLElement) => button.click());
    await stays(what);
  }
});

test('following lets go when somebody scrolls, says how many are new, and follows again', async () => {
  const records = Array.from({ length: 60 }, (_, turn) => [
    prompt(`turn ${turn}`),
    reply(`answer ${turn}`),
  ]).flat();
  const sessionId = await team.machine.send({
    agentId: 'claude-code',
    records: atWork(records),
    status: 'active',
  });
  await page.goto(`${team.server.url}/sessions/${sessionId}`);
  await transcript().getByText('answer 59').waitFor();
  await page.locator('[data-live="live"]').waitFor();
  await transcript().hover();
  await page.mouse.wheel(0, -2_000);
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  await team.machine.append(sessionId, [prompt('new one'), reply('new two')]);
  const fresh = page.getByRole('button', { name: '2 new' });
  await fresh.waitFor({ timeout: 10_000 });
  assert.equal(await transcript().getByText('new two').count(), 0, 'the list did not move');
  await fresh.click();
  await transcript().getByText('new two').waitFor();
});
