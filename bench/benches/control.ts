import { setTimeout as sleep } from 'node:timers/promises';
import type { RepositoryAccess } from '@debrief/contract';
import { longSession } from '../../packages/server/testing/session/long-session.ts';
import type { Bench, Row, Setting } from '../bench.ts';
import { listRepositories } from '../fill.ts';
import { sessionsBehind } from '../fill-statistics.ts';
import { fillWords } from '../fill-words.ts';
import { type Asked, cpuRatioOf, type Measured, measureInTurns, told, worstOf } from '../in-turns.ts';
import { busyMilliseconds } from '../process.ts';
import { createRandom, words } from '../random.ts';
import { runStatements } from '../statements.ts';
import { figure, mean } from '../statistic.ts';
import type { Kind, Subject } from '../subject.ts';
import { filled, groups } from './lists.ts';

/**
 * What lists, windows and the search cost a member where sessions are held and repositories are for some only, against
 * an organization that knows nothing of both.
 */

/** For reviewers alone, and for others than who asks: two of forty. */
const forReviewers = listRepositories[3] as string;
const forOthers = listRepositories[5] as string;
/** One session in fifty was never released. */
const held = 'update sessions set held_for = 4503599627370496 where session_pk % 50 = 7';

async function restricted(subject: Subject, userId: string): Promise<void> {
  const { organizationId, person } = subject;
  const repository = (name: string, visibility: RepositoryAccess['visibility']): RepositoryAccess => ({
    ...{ repository: name, visibility },
    ...{ members: [], hold: 'none' },
  });
  await person.setAccessPolicy({
    visibility: 'organization',
    hold: '1h',
    repositories: [repository(forReviewers, 'reviewers'), repository(forOthers, 'members')],
  });
  const granted = `insert into session_grants (session_id, user_id, organization_id, state, asked_at)
    select s.session_id, '${userId}', '${organizationId}', 'granted', 1 from sessions s where s.session_pk % 100 = 1`;
  await runStatements(subject, [held, granted]);
}

async function aSession(subject: Subject, records: number): Promise<string> {
  const [sessionId] = (await subject.openSessions(1)) as [string];
  const events = [...longSession(records)].map((payload) => ({ eventType: 'x', payload }));
  for (let at = 0; at < events.length; at += 50)
    await subject.machine.appendEvents({ sessionId, events: events.slice(at, at + 50) });
  while ((await sessionsBehind(subject)) > 0) await sleep(200);
  return sessionId;
}

/** What came last is folded and sealed for minutes; the other side has long done so. */
async function isQuiet({ pid, helpers }: Subject, say: Setting['say']): Promise<void> {
  const begun = performance.now();
  const window = 3000;
  for (let calm = 0; calm < 3; ) {
    const pids = [pid, ...(helpers?.() ?? [])];
    const before = busyMilliseconds(pids);
    await sleep(window);
    calm = busyMilliseconds(pids) - before < window / 20 ? calm + 1 : 0;
    if (performance.now() - begun > 300_000) return say('it is still busy after five minutes');
  }
}

interface Side extends Asked {
  sessionId: string;
}

/** The session goes by another name on each side. */
const named = '$session';

function asked(): Record<string, readonly string[][]> {
  const random = createRandom(33);
  const search = (q: string) => `/v1/organizations/me/search?${new URLSearchParams({ q })}`;
  const some = (make: () => string) => Array.from({ length: 12 }, make);
  const one = (paths: readonly string[] = []) => paths.map((path) => [path]);
  return {
    'every order of the list': one(groups['every order of the list']),
    'every filter of the list': one(groups['every filter of the list']),
    'the queue': one(groups['the queue']),
    today: one(groups.today),
    windows: [
      some(() => `/v1/organizations/me/sessions/${named}/transcript?limit=100&from=${random.below(800)}`),
    ],
    'the search': [
      some(() => search(random.pick(words))),
      some(() => search(`${random.pick(words)} ${random.pick(words)}`)),
    ],
  };
}

async function measureOn(kind: Kind, setting: Setting): Promise<Row[]> {
  const [count, records] = setting.quick ? [1000, 200] : [100_000, 2000];
  const subjects: Subject[] = [];
  try {
    const sides: Side[] = [];
    for (const is of ['open to all', 'held and restricted'] as const) {
      setting.say(`${kind}: ${count} sessions, ${is}`);
      const subject = await filled(kind, count);
      subjects.push(subject);
      await fillWords(subject, 2);
      const sessionId = await aSession(subject, records);
      const { token, userId } = await subject.join();
      if (is !== 'open to all') await restricted(subject, userId);
      const { url, pid, helpers } = subject;
      sides.push({ ...{ url, pid, token, sessionId }, ...(helpers && { helpers }) });
    }
    for (const subject of subjects) await isQuiet(subject, setting.say);
    setting.say('both are quiet');
    const rows: Row[] = [];
    for (const [name, requests] of Object.entries(asked())) {
      const measured: Measured[] = [];
      for (const paths of requests) {
        const one = await measureInTurns(
          sides as [Side, Side],
          { path: paths[0] as string, paths, of: (path, { sessionId }) => path.replace(named, sessionId) },
          setting,
        );
        setting.say(told(one));
        measured.push(one);
      }
      const worst = worstOf(measured);
      // Each by itself has no more than a few requests behind it, on which other programs tell more than a tenth.
      const together = (which: 0 | 1) => measured.reduce((sum, { cpu }) => sum + cpu[which], 0);
      const rounds = (worst.rounds as unknown[]).map((_, round) =>
        mean(measured.map((one) => one.rounds[round] as number)),
      );
      rows.push({
        id: `control-${name.replaceAll(' ', '-')}-${kind}`,
        bench: `control-${kind}`,
        title: `${name} with holds and visibility, ${count.toLocaleString('en-US')} sessions, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
        floor: 'the same for a member of an organization that restricts nothing',
        goal: { atMost: 1.1 },
        ...figure(rounds),
        cpu: together(1) / together(0),
        note: `the worst of ${measured.length} by CPU is ${cpuRatioOf(worst).toFixed(2)}: ${worst.second.toFixed(1)} ms against ${worst.first.toFixed(1)} ms for ${worst.path.replace('/v1/organizations/me/', '')}`,
      });
    }
    return rows;
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}

const benchOn = (kind: Kind): Bench => ({
  name: `control-${kind}`,
  summary: `lists, windows and search with 100 000 sessions, held and restricted against open to all, ${kind}`,
  run: async (setting) => ({ rows: await measureOn(kind, setting) }),
});

export const controlBenches: Bench[] = [benchOn('sqlite'), benchOn('postgres')];
