import { setTimeout as sleep } from 'node:timers/promises';
import { type Route, routes } from '@debrief/contract';
import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import { type Body, claudeRecord } from '../body.ts';
import { fillEvents } from '../fill.ts';
import { sessionsBehind } from '../fill-statistics.ts';
import { createRandom, words } from '../random.ts';
import { figure, percentile } from '../statistic.ts';
import { type Kind, type Subject, startSubject } from '../subject.ts';

const route = (routes as Record<string, Route>).searchSessions;

/** Prompts and replies of a few sentences, each body different. */
function talk(): Body[] {
  const random = createRandom(11);
  return Array.from({ length: 400 }, () => {
    const events = Array.from({ length: 50 }, (_, index) => {
      const payload = claudeRecord(random, index, 80 + random.below(400));
      return { eventType: index % 8 === 0 ? 'user' : 'assistant', payload };
    });
    return { events, bytes: Buffer.from(JSON.stringify({ events })) };
  });
}

async function untilIndexed(subject: Subject, sessions: string[], setting: Setting): Promise<boolean> {
  // Filled in behind the server's back: one event over HTTP makes it look at each session now.
  for (const sessionId of sessions)
    await subject.machine.appendEvents({ sessionId, events: [{ eventType: 'last' }] });
  const begun = performance.now();
  const patience = setting.full ? 3_600_000 : 100_000;
  while ((await sessionsBehind(subject)) > 0) {
    if (performance.now() - begun > patience) return false;
    await sleep(500);
  }
  setting.say(`indexed in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  return true;
}

/** One word, common or rare, and two together. */
function queries(): string[] {
  const random = createRandom(3);
  return Array.from({ length: 100 }, (_, n) =>
    n % 3 === 2 ? `${random.pick(words)} ${random.pick(words)}` : random.pick(words),
  );
}

async function times(subject: Subject, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (const q of queries()) {
    const begun = performance.now();
    const response = await fetch(`${subject.url}${path}?${new URLSearchParams({ q })}`, {
      headers: { Authorization: `Bearer ${subject.token}` },
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`Searching for "${q}" was answered ${response.status}: ${text.slice(0, 200)}`);
    taken.push(performance.now() - begun);
  }
  return taken;
}

async function measureOn(kind: Kind, path: string, setting: Setting): Promise<Row[]> {
  const subject = await startSubject(kind);
  try {
    const events = amount(setting, { full: 1e6, usual: 40_000, quick: 2000 });
    const sessions = await subject.openSessions(Math.max(4, Math.ceil(events / 1000)));
    await fillEvents(subject, { sessions, bodies: talk(), events });
    if (!(await untilIndexed(subject, sessions, setting))) {
      setting.say(`skipped on ${kind}: the index was not complete within the patience of this bench.`);
      return [];
    }
    const rounds: number[][] = [];
    for (let round = 0; round < setting.rounds; round++) rounds.push(await times(subject, path));
    const all = rounds.flat();
    return [
      {
        id: `search-${kind}`,
        bench: 'search',
        title: `first page of search over ${events.toLocaleString('en-US')} events of text, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, p95`,
        floor: '–',
        goal: { atMost: 200, unit: 'ms' },
        ...figure(rounds.map((round) => percentile(round, 0.95))),
        note: `p50 ${percentile(all, 0.5).toFixed(1)} ms, p99 ${percentile(all, 0.99).toFixed(1)} ms, one at a time`,
      },
    ];
  } finally {
    await subject.stop();
  }
}

export const search: Bench = {
  name: 'search',
  summary: 'the first page of a search over text',
  async run(setting) {
    if (!route) {
      setting.say('skipped: this version has no route searchSessions.');
      return { rows: [] };
    }
    const rows = await measureOn('sqlite', route.path, setting);
    return { rows: [...rows, ...(await measureOn('postgres', route.path, setting))] };
  },
};
