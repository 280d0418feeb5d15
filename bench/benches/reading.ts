import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBriefFold, createFindingsFold, defaultPolicy, heardBy } from '@debrief/findings';
import { createSessionFold } from '@debrief/links';
import { createFold } from '@debrief/transcript';
import { storedJudgement } from '../../packages/server/src/projection/findings/judgement.ts';
import { packState, SessionFold, transcriptEvent } from '../../packages/server/src/projection/fold.ts';
import { LeakCount } from '../../packages/server/src/projection/leak.ts';
import {
  type PageKey,
  pageName,
  type StoredPage,
} from '../../packages/server/src/projection/reading/page.ts';
import { chunksOf } from '../../packages/server/src/projection/search/chunk.ts';
import { projectionPath } from '../../packages/server/src/projection/sqlite-schema.ts';
import { figuresOf } from '../../packages/server/src/projection/statistics.ts';
import { longSession } from '../../packages/server/testing/session/long-session.ts';
import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import type { Body } from '../body.ts';
import { compare, cpuRatio, describe, describeCpu, ratios } from '../compare.ts';
import { fillEvents } from '../fill.ts';
import { sessionsBehind } from '../fill-statistics.ts';
import { floor } from '../floor.ts';
import { constantPlan, readPlan } from '../load/plans.ts';
import { createRandom } from '../random.ts';
import { figure, median, percentile } from '../statistic.ts';
import { type Subject, startSubject } from '../subject.ts';

/** What it costs to read a session that the server has folded: a window, disk, folding, and the way to an open page. */

const perBody = 50;

/** The records of one long session in the batches a machine would send. */
function bodiesOf(events: number): Body[] {
  const records = [...longSession(events)].map((payload) => ({ eventType: 'x', payload }));
  const bodies: Body[] = [];
  for (let at = 0; at < records.length; at += perBody) {
    const some = records.slice(at, at + perBody);
    bodies.push({ events: some, bytes: Buffer.from(JSON.stringify({ events: some })) });
  }
  return bodies;
}

async function untilFolded(subject: Subject): Promise<void> {
  while ((await sessionsBehind(subject)) > 0) await sleep(200);
}

const path = (sessionId: string, rest: string) => `/v1/organizations/me/sessions/${sessionId}/${rest}`;

async function windows(
  setting: Setting,
  subject: Subject,
  sessionId: string,
  events: number,
): Promise<Row[]> {
  const random = createRandom(1);
  const paths = Array.from({ length: 500 }, () =>
    path(sessionId, `transcript?limit=100&from=${random.below(Math.floor(events * 0.4))}`),
  );
  const constant = await constantPlan(subject, paths);
  const plan = readPlan(subject, paths);
  const packed = (encoding: string) => ({
    server: subject,
    plan: { ...plan, headers: { ...plan.headers, 'Accept-Encoding': encoding } },
  });
  const samples = await compare(
    {
      floor: { server: await floor(), plan: constant },
      plain: { server: subject, plan },
      zstd: packed('zstd'),
    },
    setting,
  );
  const cpu = cpuRatio(samples.plain, samples.floor);
  const packedCpu = cpuRatio(samples.zstd, samples.plain);
  const sizes = await Promise.all([
    bytesOf(subject, paths[0] as string),
    bytesOf(subject, paths[0] as string, 'zstd'),
  ]);
  return [
    {
      id: 'reading-window',
      bench: 'reading',
      title: 'window of 100 entries at a random position, SQLite',
      floor: 'bare Fastify sending a constant body of the same size',
      goal: { atLeast: 0.3 },
      ...figure(ratios(samples.plain, samples.floor)),
      ...(cpu !== undefined && { cpu }),
      note: `${constant.requests[0]?.path.split('/').at(-1)} bytes a window: ${describe(samples.plain)} against ${describe(samples.floor)}; ${describeCpu(samples.plain)}`,
    },
    {
      id: 'reading-window-zstd',
      bench: 'reading',
      title: 'the same window compressed (zstd) ÷ uncompressed, windows a second',
      floor: 'the same window without Accept-Encoding',
      ...figure(ratios(samples.zstd, samples.plain)),
      ...(packedCpu !== undefined && { cpu: packedCpu }),
      note: `${sizes[1]} bytes instead of ${sizes[0]}: ${describe(samples.zstd)} against ${describe(samples.plain)}`,
    },
  ];
}

/** Bytes that go over the wire. */
async function bytesOf(subject: Subject, of: string, encoding = 'identity'): Promise<number> {
  const headers = { Authorization: `Bearer ${subject.token}`, 'Accept-Encoding': encoding };
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(subject.url + of, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end();
  });
}

function disk({ database: { config } }: Subject, sent: number): Row {
  if (config.engine !== 'sqlite') throw new Error('Only SQLite is measured.');
  const db = new DatabaseSync(projectionPath(config.path), { readOnly: true });
  const bytes = Number(
    db.prepare('select sum(length(body) + coalesce(length(skeleton), 0) + 60) as bytes from pages').get()
      ?.bytes,
  );
  db.close();
  const value = bytes / sent;
  return {
    id: 'reading-disk',
    bench: 'reading',
    title: 'bytes of the transcript in pages per byte of event JSON, SQLite',
    floor: 'the events as they were sent',
    goal: { atMost: 0.06 },
    value,
    spread: [value, value],
    rounds: [value],
    note: `${(bytes / 1e6).toFixed(2)} MB for ${(sent / 1e6).toFixed(1)} MB, 60 bytes a row for keys and numbers included`,
  };
}

const noLinks = createSessionFold().state();

/** By processor time: folding is work of a thread that waits for nothing. */
async function folding(setting: Setting, events: number): Promise<Row> {
  const texts = [...longSession(events)].map((payload) => Buffer.from(JSON.stringify(payload)));
  const subject = {
    ...{ organizationId: 'o', sessionId: 's', agentId: 'claude-code', startedAt: 0 },
    ...{ title: null, isRenamed: 0 },
    ...{
      eventCount: events,
      ...{ repoRoot: null, repository: null, environmentId: 'e' },
      secretEnvironment: 'live' as const,
      waitingSince: 0,
      ...{ isHistory: false, redactions: 0, isRedacting: false },
      ...{ continuesSessionId: null, externalId: null },
      status: 'active' as const,
      ...{ mark: '0.0.0', build: '', facts: '' },
      ...{ authorUserId: null, judgedAt: null, followUps: 0, openThreads: 0 },
    },
  };
  const terms = { policy: defaultPolicy, settled: new Set<string>(), confirmed: new Set<string>() };
  const page = 2000;
  const cpu = () => process.cpuUsage().user + process.cpuUsage().system;
  const timed = async (isWhole: boolean) => {
    const whole = new SessionFold(subject, undefined, undefined);
    const [leaks, brief] = [new LeakCount(), createBriefFold()];
    const findings = createFindingsFold({ facts: () => bare.facts() });
    const bare = createFold('claude-code', undefined, leaks.look, undefined, heardBy(findings, brief));
    let [savedTo, stateBytes] = [0, 0];
    const stored = new Map<string, StoredPage>();
    const source = {
      pages: async (keys: readonly PageKey[]) =>
        keys.map((key) => stored.get(pageName(key))).filter((one) => one !== undefined),
      length: async () => 0,
    };
    const begun = cpu();
    for (let at = 0; at < texts.length; at += page) {
      const logged = texts
        .slice(at, at + page)
        .map((payload, n) => ({ sequence: at + n + 1, type: '"x"', payload, at: 0 }));
      if (isWhole) {
        const step = await whole.step(subject, logged, source, terms);
        whole.keep(step);
        for (const one of step.pages) stored.set(pageName(one), one);
      } else {
        chunksOf(bare.feed(logged.map(transcriptEvent)).search);
        const summary = bare.summary();
        const judgement = findings.judge({ isEnded: false });
        const rest = { findings: judgement.findings, proof: findings.proof({ isEnded: false }) };
        const told = brief.brief({ summary, judgement, ...rest });
        JSON.stringify([told, figuresOf(summary, { leaks: leaks.list(), brief: told })]);
        storedJudgement(judgement, terms.settled, { mark: '', foldedTo: at, failures: [] });
        // As often as a session's fold writes its state.
        if (stateBytes < 8192 || (at + page - savedTo) * 256 >= stateBytes) {
          stateBytes = packState({
            fold: bare.state(),
            leaks: leaks.counts,
            findings: findings.state(),
            brief: brief.state(),
            links: noLinks,
          }).byteLength;
          savedTo = at + page;
        }
      }
    }
    return (cpu() - begun) / events;
  };
  const [wholes, bares]: [number[], number[]] = [[], []];
  for (let round = 0; round <= setting.rounds; round++) {
    const [whole, bare] = [await timed(true), await timed(false)];
    // The first one warms up.
    if (round > 0) wholes.push(whole) && bares.push(bare);
  }
  return {
    id: 'reading-fold',
    bench: 'reading',
    title: 'processor time of folding with the transcript in pages ÷ without pages',
    floor: 'the same fold with statistics, search text, leaks, findings, the brief and saved state',
    goal: { atMost: 1.25 },
    ...figure(wholes.map((value, at) => value / (bares[at] as number))),
    note: `${median(wholes).toFixed(0)} µs an event against ${median(bares).toFixed(0)} µs`,
  };
}

async function latency(setting: Setting, subject: Subject): Promise<Row[]> {
  const [sessionId] = (await subject.openSessions(1)) as [string];
  const count = amount(setting, { full: 400, usual: 100, quick: 5 });
  const stop = new AbortController();
  const response = await fetch(subject.url + path(sessionId, 'stream?content=entries&entriesAfter=0'), {
    headers: { Authorization: `Bearer ${subject.token}` },
    signal: stop.signal,
  });
  const heard = new Map<number, number>();
  const listening = (async () => {
    let text = '';
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      for (const [, to] of text.matchAll(/data: \{"foldedTo":(\d+)/g)) {
        if (!heard.has(Number(to))) heard.set(Number(to), performance.now());
      }
      text = text.slice(-200);
    }
  })().catch(() => {});
  const times: number[] = [];
  for (let n = 1; n <= count; n++) {
    const payload = { type: 'user', uuid: `u${n}`, message: { role: 'user', content: `prompt ${n}` } };
    const sent = performance.now();
    await subject.machine.appendEvents({ sessionId, events: [{ eventType: 'user', payload }] });
    while (!heard.has(n) && performance.now() - sent < 20_000) await sleep(2);
    times.push((heard.get(n) ?? Number.POSITIVE_INFINITY) - sent);
    await sleep(50);
  }
  stop.abort();
  await listening;
  return ([50, 95] as const).map((share) => {
    const value = percentile(times, share / 100);
    return {
      id: `reading-live-p${share}`,
      bench: 'reading',
      title: `event appended → its entry in the stream of an open page, SQLite, p${share}`,
      floor: '–',
      goal: { atMost: share === 50 ? 400 : 1000, unit: 'ms' },
      value,
      spread: [Math.min(...times), Math.max(...times)] as [number, number],
      rounds: [value],
      note: `${count} events one at a time, sent to heard`,
    };
  });
}

export const reading: Bench = {
  name: 'reading',
  summary:
    'a window of the transcript, its disk, its folding, and the way of an event to an open page, SQLite',
  async run(setting) {
    const subject = await startSubject('sqlite');
    try {
      const live = await latency(setting, subject);
      const events = amount(setting, { full: 100_000, usual: 20_000, quick: 1200 });
      const sessions = await subject.openSessions(1);
      const sent = await fillEvents(subject, { sessions, bodies: bodiesOf(events), events });
      await untilFolded(subject);
      const rows = await windows(setting, subject, sessions[0] as string, events);
      return {
        rows: [...rows, disk(subject, sent), await folding(setting, Math.min(events, 10_000)), ...live],
      };
    } finally {
      await subject.stop();
    }
  },
};
