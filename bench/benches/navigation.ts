import type { Page } from 'playwright-core';
import { visitor } from '../../e2e/browser.ts';
import { madeUpSessions, realSessions } from '../../e2e/reading/five-answers.ts';
import { aTeam, type Team } from '../../e2e/team.ts';
import { isPresent } from '../../packages/transcript/src/testing/corpus.ts';
import type { Bench, Row, Setting } from '../bench.ts';
import { atEnd } from '../ending.ts';
import { figure, median } from '../statistic.ts';

/**
 * From the list to the first screen of a session and back, and a link that is opened cold, in a browser beside the
 * server. Until the frame that shows it was painted, by the browser's own clock.
 */

const screen = { width: 1440, height: 900 };

/** Of one way of a person: how long it took, and what the page's main thread worked meanwhile. */
interface Way {
  ms: number;
  work: number;
}

/** Sends twenty sessions and waits until they are read. */
async function sendSessions(team: Team, setting: Setting): Promise<string[]> {
  const ids: string[] = [];
  for (const { agent, records } of isPresent ? realSessions() : madeUpSessions()) {
    ids.push(await team.machine.send({ agentId: agent, records, repoRoot: '/srv/shop', gitBranch: 'main' }));
    if (setting.quick && ids.length === 3) break;
  }
  for (const sessionId of ids)
    while ((await team.api.getBrief({ sessionId })).state !== 'current')
      await new Promise((resolve) => setTimeout(resolve, 100));
  return ids;
}

/** Put into the page: `untilPainted` resolves with the time at which the frame was painted that shows something. */
function watching(): void {
  const isShown = {
    session: (id: string) => {
      const reader = document.querySelector(`[data-session="${id}"]`);
      // What was asked, what came of it, and the first entries of the transcript.
      return Boolean(
        reader?.querySelector('[data-testid="brief"]') &&
          reader.querySelector('[data-testid="transcript"] [data-row]:not([data-ghost])'),
      );
    },
    list: (id: string) =>
      Boolean(document.querySelector(`[data-testid="session-list"] [role="row"] a[href$="/${id}"]`)),
  };
  const untilPainted = (what: keyof typeof isShown, id: string) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (!isShown[what](id)) return;
        observer.disconnect();
        // The next frame holds what was changed; a message that it sends is answered once it was painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(undefined);
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      look();
    });
  const begun = () =>
    new Promise<number>((resolve) =>
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }),
    );
  Object.assign(window, { bench: { untilPainted, begun } });
}

interface Watching {
  bench: {
    untilPainted(what: 'session' | 'list', id: string): Promise<number>;
    begun(): Promise<number>;
    /** What is under way, once it has ended. */
    way?: Promise<number>;
  };
}
type Watched = typeof window & Watching;

/** Milliseconds that the page's main thread has worked. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

/** Somebody moves to a row, stays there for a moment and opens it. */
async function open(page: Page, work: () => Promise<number>, sessionId: string): Promise<Way> {
  const link = page.locator(`[data-testid="session-list"] a[href$="/${sessionId}"]`);
  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await page.waitForTimeout(600);
  const before = await work();
  await page.evaluate((id) => {
    const { bench } = window as unknown as Watched;
    bench.way = Promise.all([bench.begun(), bench.untilPainted('session', id)]).then(
      ([from, to]) => to - from,
    );
  }, sessionId);
  await page.mouse.down();
  await page.mouse.up();
  const ms = (await page.evaluate(() => (window as unknown as Watched).bench.way)) as number;
  return { ms, work: (await work()) - before };
}

async function back(page: Page, work: () => Promise<number>, sessionId: string): Promise<Way> {
  const before = await work();
  const ms = await page.evaluate(async (id) => {
    const from = performance.now();
    history.back();
    return (await (window as unknown as Watched).bench.untilPainted('list', id)) - from;
  }, sessionId);
  return { ms, work: (await work()) - before };
}

/** A link into a browser that has the page's files, and nothing else. */
async function openCold(team: Team, page: Page, sessionId: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${team.server.url}/sessions/${sessionId}`, { waitUntil: 'commit' });
  // From when the browser began to ask for the document.
  return page.evaluate((id) => (window as unknown as Watched).bench.untilPainted('session', id), sessionId);
}

/** One person's ways in every session, so many times. */
async function walk(team: Team, ids: readonly string[], rounds: number) {
  const storageState = await team.owner.context.storageState();
  const { page } = await visitor(team.browser, team.server.url, { viewport: screen, storageState });
  await page.addInitScript(watching);
  await page.goto(`${team.server.url}/sessions`);
  const work = await workOf(page);
  const ways: Record<'there' | 'back', Way[][]> = { there: [], back: [] };
  const cold: number[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const [there, again]: [Way[], Way[]] = [[], []];
    for (const id of ids) {
      there.push(await open(page, work, id));
      // They look at it for a moment.
      await page.waitForTimeout(800);
      again.push(await back(page, work, id));
      await page.waitForTimeout(300);
    }
    // The first one warms up.
    if (round === 0) continue;
    ways.there.push(there);
    ways.back.push(again);
  }
  for (let round = 0; round < rounds; round++) {
    const times: number[] = [];
    for (const id of ids) times.push(await openCold(team, page, id));
    cold.push(times);
  }
  return { ...ways, cold };
}

const medians = (rounds: readonly (readonly number[])[]) => figure(rounds.map((times) => median(times)));

export const navigation: Bench = {
  name: 'navigation',
  summary: 'from the list to the first screen of a session and back, and a cold link, in a browser',
  async run(setting) {
    const team = await aTeam();
    const stop = atEnd(() => team[Symbol.asyncDispose]());
    try {
      const ids = await sendSessions(team, setting);
      const whose = `${ids.length} ${isPresent ? 'real' : 'made-up'} sessions`;
      setting.say(`${whose}, ${screen.width} × ${screen.height}`);
      const { there, back: again, cold } = await walk(team, ids, setting.rounds);
      const row = (id: string, title: string, atMost: number, rounds: number[][], work?: number): Row => ({
        id: `navigation-${id}`,
        bench: 'navigation',
        title,
        floor: '–',
        goal: { atMost, unit: 'ms' },
        ...medians(rounds),
        note: `${whose}; slowest ${Math.max(...rounds.flat()).toFixed(0)} ms${work === undefined ? '' : `; ${work.toFixed(0)} ms of the page's main thread`}`,
      });
      const msOf = (ways: Way[][]) => ways.map((round) => round.map(({ ms }) => ms));
      const workIn = (ways: Way[][]) => median(ways.flat().map(({ work }) => work));
      return {
        rows: [
          row('there', "from the list to a session's first screen", 150, msOf(there), workIn(there)),
          row('back', 'from a session back to the list', 100, msOf(again), workIn(again)),
          row('cold', "a link to a session's first screen, opened cold", 800, cold),
        ],
      };
    } finally {
      await stop();
    }
  },
};
