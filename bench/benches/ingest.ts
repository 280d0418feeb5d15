import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../packages/server/src/config.ts';
import { runStatement } from '../../packages/server/testing/engine.ts';
import type { Bench, Curve, Goal, Result, Row, Setting } from '../bench.ts';
import { proseBodies } from '../body.ts';
import {
  type Arrival,
  type Contender,
  compare,
  cpuRatio,
  describe,
  describeCpu,
  ratios,
  type Sample,
} from '../compare.ts';
import { floor } from '../floor.ts';
import { percentiles } from '../load/plan.ts';
import { ingestPlan } from '../load/plans.ts';
import { figure, median } from '../statistic.ts';
import { answersAsync, type Kind, type Subject, startSubject } from '../subject.ts';

const sessionCount = 64;
/** V8 goes on compiling for about so long under load; a server that runs for weeks does not. */
const warmUpSeconds = 15;

interface Shape {
  id: string;
  title: string;
  events: number;
}

const shapes: Shape[] = [
  { id: '50', title: '50 events × 1 KB a request', events: 50 },
  { id: '1', title: '1 event × 1 KB a request', events: 1 },
];

const goals: Record<Kind, Record<string, Goal>> = {
  sqlite: { 50: { atLeast: 0.8 }, 1: { atLeast: 0.6 } },
  postgres: { 50: { atLeast: 0.35 }, 1: { atLeast: 0.35 } },
  jetstream: { 50: { atLeast: 0.3 }, 1: { atLeast: 0.3 } },
};

const titles: Record<Kind, string> = {
  sqlite: 'SQLite, fsync per commit',
  postgres: 'PostgreSQL',
  jetstream: 'JetStream + PostgreSQL (202)',
};

const acceptsBus = (): boolean => {
  try {
    readConfig({ NATS_URL: 'nats://127.0.0.1:4222' });
    return true;
  } catch {
    return false;
  }
};

async function run(kind: Kind, setting: Setting): Promise<Result> {
  if (kind === 'jetstream' && !acceptsBus()) {
    setting.say('skipped: this version of the server does not take NATS_URL.');
    return { rows: [] };
  }
  const subject = await startSubject(kind);
  try {
    if (kind === 'jetstream' && !(await answersAsync(subject))) {
      setting.say('skipped: with NATS_URL the server still answers 200, so there is no bus behind it.');
      return { rows: [] };
    }
    const sessions = await subject.openSessions(sessionCount);
    const isWarm = kind === 'sqlite' ? undefined : await checkpointed(subject);
    const rows: Row[] = [];
    const curves: Curve[] = [];
    for (const shape of shapes) {
      const plan = ingestPlan(subject, sessions, proseBodies(shape.events));
      const contenders: Record<'floor' | 'subject', Contender> = {
        floor: { server: await floor(), plan },
        subject: { server: subject, plan, ...(isWarm && { isWarm }) },
      };
      if (kind === 'jetstream') contenders.subject.arrival = await persistence(subject, shape.events);
      const samples = await compare(contenders, { ...setting, warmUpSeconds });
      rows.push(...rowsOf(kind, shape, samples));
      if (kind === 'sqlite') curves.push(latencyCurve(shape, samples));
    }
    if (isWarm && !(await isWarm()))
      setting.say('PostgreSQL finished no checkpoint: figures of a new database.');
    if (kind === 'sqlite') rows.push(await hotSession(subject, sessions, setting));
    return { rows, curves };
  } finally {
    await subject.stop();
  }
}

function rowsOf(kind: Kind, shape: Shape, samples: Record<'floor' | 'subject', Sample[]>): Row[] {
  const { subject, floor } = samples;
  const bench = `ingest-${kind}`;
  const cpu = cpuRatio(subject, floor);
  const goal = goals[kind][shape.id];
  const note = `${describe(subject, shape.events)} against ${describe(floor, shape.events)}; ${describeCpu(subject)}`;
  const rate: Row = {
    id: `ingest-${kind}-${shape.id}`,
    bench,
    title: `ingest, ${shape.title}, ${titles[kind]}`,
    floor: 'bare Fastify, same body parsed, same answer',
    ...(goal && { goal }),
    ...figure(ratios(subject, floor)),
    ...(cpu !== undefined && { cpu }),
    note,
  };
  const p99: Row = {
    id: `p99-${kind}-${shape.id}`,
    bench,
    title: `p99 ÷ the floor's p99, ${shape.title}, ${titles[kind]}`,
    floor: "bare Fastify's p99",
    goal: { atMost: shape.events === 1 ? 2 : 4 },
    ...figure(ratios(subject, floor, ({ latency }) => latency[99])),
    note: `p99 ${median(subject.map(({ latency }) => latency[99])).toFixed(1)} ms against ${median(floor.map(({ latency }) => latency[99])).toFixed(1)} ms`,
  };
  return [rate, p99];
}

/**
 * Whether PostgreSQL has finished a checkpoint since this was called. Until its first one under load it makes every
 * file of the WAL when it is needed, and everybody waits; afterwards it uses the old ones again.
 */
async function checkpointed({ database }: Subject): Promise<() => Promise<boolean>> {
  const last = async () => {
    const [row] = await runStatement(database.config, 'select redo_lsn::text from pg_control_checkpoint()');
    return (row as { redo_lsn: string }).redo_lsn;
  };
  const before = await last();
  return async () => (await last()) !== before;
}

/** What the persister has not written yet belongs to the time the events took. */
async function persistence(subject: Subject, eventsEach: number): Promise<Arrival> {
  const written = async () => {
    const { sessions } = await subject.person.listSessions({ limit: 100 });
    return sessions.reduce((sum, { eventCount }) => sum + eventCount, 0);
  };
  let before = await written();
  return {
    async of(requests) {
      while ((await written()) < before + requests * eventsEach) await sleep(10);
    },
    async rest() {
      // Requests cut off at the end of a run may still arrive; the next run must not count them as its own.
      for (let last = Number.NaN; last !== before; await sleep(200)) {
        last = before;
        before = await written();
      }
    },
  };
}

async function hotSession(subject: Subject, sessions: string[], setting: Setting): Promise<Row> {
  const bodies = proseBodies(50);
  const { hot, many } = await compare(
    {
      many: { server: subject, plan: ingestPlan(subject, sessions, bodies) },
      hot: { server: subject, plan: ingestPlan(subject, sessions.slice(0, 1), bodies) },
    },
    setting,
  );
  return {
    id: 'ingest-hot-session',
    bench: 'ingest-sqlite',
    title: 'one hot session instead of 64, 50 events × 1 KB, SQLite',
    floor: 'the 64-session figure',
    goal: { atLeast: 0.9 },
    ...figure(ratios(hot, many)),
    note: `${describe(hot, 50)} against ${describe(many, 50)}`,
  };
}

/** One request in so many takes longer: spreads out the end that matters. */
const rarity = (share: number): number => 100 / (100 - share);

function latencyCurve(shape: Shape, samples: Record<'floor' | 'subject', Sample[]>): Curve {
  const points = (of: Sample[]) =>
    percentiles.map((share): [number, number] => [
      rarity(share),
      median(of.map(({ latency }) => latency[share])),
    ]);
  return {
    id: `latency-${shape.id}`,
    title: `Latency of an append, ${shape.title}, SQLite, 16 connections`,
    x: {
      label: 'percentile',
      log: true,
      ticks: percentiles.map((share) => [rarity(share), String(share)]),
    },
    y: { label: 'ms', from: 0 },
    series: [
      { name: 'Debrief', points: points(samples.subject) },
      { name: 'bare Fastify', points: points(samples.floor) },
    ],
  };
}

export const ingest: Bench[] = (['sqlite', 'postgres', 'jetstream'] as const).map((kind) => ({
  name: `ingest-${kind}`,
  summary: `append of 50 events and of one, ${titles[kind]}`,
  run: (setting) => run(kind, setting),
}));
