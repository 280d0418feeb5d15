import { newId } from '../../packages/server/src/domain/id.ts';
import { openPostgres } from '../../packages/server/src/store/connection/postgres.ts';
import { openSqlite } from '../../packages/server/src/store/connection/sqlite.ts';
import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import { figure, median } from '../statistic.ts';
import { type Kind, type Subject, startSubject } from '../subject.ts';
import { withSessions } from './list.ts';

/** What a list, the queue and a session cost when a lot has been said, against the same sessions in silence. */

const commentsOfSession = 10;

/** In each session one thread of ten comments, open or resolved, and every other one accepted. */
async function fillComments(subject: Subject): Promise<number> {
  const { config } = subject.database;
  const { db } = config.engine === 'postgres' ? openPostgres({ url: config.url }) : openSqlite(config.path);
  try {
    const sessions = await db.selectFrom('sessions').select(['sessionId', 'organizationId']).execute();
    for (let from = 0; from < sessions.length; from += 100) {
      const some = sessions.slice(from, from + 100);
      await db.transaction().execute(async (step) => {
        const threads = some.map(({ sessionId, organizationId }, at) => ({
          threadId: newId('thr'),
          sessionId,
          organizationId,
          number: 1,
          anchor: '{"sequence":1}',
          state: at % 2 ? ('open' as const) : ('resolved' as const),
          needsAnswer: 1,
          openedBy: 'usr_bench',
          resolvedBy: null,
          resolvedAt: null,
          commentCount: commentsOfSession,
          lastCommentBy: 'usr_bench',
          lastCommentAt: 1,
          createdAt: 1,
          updatedAt: 1,
          version: 1,
        }));
        await step.insertInto('threads').values(threads).execute();
        const comments = threads.flatMap(({ threadId, sessionId }) =>
          Array.from({ length: commentsOfSession }, (_, at) => ({
            commentId: newId('cmt'),
            threadId,
            sessionId,
            number: at + 1,
            writtenBy: 'usr_bench',
            body: 'Why was this done here, and not where the other one is? '.repeat(3),
            mentions: '[]',
            createdAt: 1,
            editedAt: null,
            deletedAt: null,
            version: 1,
          })),
        );
        for (let at = 0; at < comments.length; at += 500) {
          await step
            .insertInto('comments')
            .values(comments.slice(at, at + 500))
            .execute();
        }
        const standings = threads.map(({ sessionId, organizationId, state }, at) => ({
          sessionId,
          organizationId,
          version: 1,
          authorUserId: null,
          threads: 1,
          openThreads: state === 'open' ? 1 : 0,
          lastThread: 1,
          followUps: 0,
          ownFollowUp: 0,
          accepted: at % 4 === 0 ? '[1000]' : '[]',
          acceptedWithOwn: at % 4 === 0 ? '[1000]' : '[]',
          isBegun: 1,
          reservedBy: null,
          reservedUntil: null,
          lookedTo: 0,
          askedByPolicy: 0,
        }));
        await step.insertInto('reviewStandings').values(standings).execute();
        const done = standings.filter(({ accepted }) => accepted !== '[]').map(({ sessionId }) => sessionId);
        await step.updateTable('sessions').set({ reviewDone: 1 }).where('sessionId', 'in', done).execute();
      });
    }
    return sessions.length * commentsOfSession;
  } finally {
    await db.destroy();
  }
}

const paths: Record<string, (sessionId: string) => string> = {
  list: () => '/v1/organizations/me/sessions?limit=50',
  queue: () => '/v1/organizations/me/reviews?limit=50',
  session: (sessionId) => `/v1/organizations/me/sessions/${sessionId}`,
};

async function milliseconds(subject: Subject, path: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(subject.url + path, { headers: { Authorization: `Bearer ${subject.token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return performance.now() - begun;
}

async function measureOn(kind: Kind, setting: Setting): Promise<Row[]> {
  const count = amount(setting, { full: 100_000, usual: 10_000, quick: 200 });
  const [silent, discussed] = [await startSubject(kind), await startSubject(kind)];
  try {
    await withSessions(silent, count);
    await withSessions(discussed, count);
    setting.say(`${kind}: saying something about ${count} sessions`);
    const comments = await fillComments(discussed);
    const requests = amount(setting, { full: 200, usual: 60, quick: 5 });
    const idOf = async ({ person }: Subject) =>
      (await person.listSessions({ limit: 1 })).sessions[0]?.sessionId as string;
    const ids = { silent: await idOf(silent), discussed: await idOf(discussed) };
    const rows: Row[] = [];
    for (const [name, pathOf] of Object.entries(paths)) {
      const rounds: number[] = [];
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round <= setting.rounds; round++) {
        const [quiet, loud]: [number[], number[]] = [[], []];
        // In turns, so that what else the machine does falls on both.
        for (let at = 0; at < requests; at++) {
          quiet.push(await milliseconds(silent, pathOf(ids.silent)));
          loud.push(await milliseconds(discussed, pathOf(ids.discussed)));
        }
        // The first one warms up.
        if (round === 0) continue;
        rounds.push(median(loud) / median(quiet));
        times[0].push(median(quiet));
        times[1].push(median(loud));
      }
      rows.push({
        id: `review-${name}-${kind}`,
        bench: 'review',
        title: `${name} with ${comments.toLocaleString('en-US')} comments in ${count.toLocaleString('en-US')} sessions, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
        floor: 'the same sessions without a word',
        goal: { atMost: 1.3 },
        ...figure(rounds),
        note: `${median(times[1]).toFixed(1)} ms against ${median(times[0]).toFixed(1)} ms`,
      });
    }
    return rows;
  } finally {
    await silent.stop();
    await discussed.stop();
  }
}

export const review: Bench = {
  name: 'review',
  summary: 'list, queue and session with a million comments against none',
  async run(setting) {
    return { rows: [...(await measureOn('sqlite', setting)), ...(await measureOn('postgres', setting))] };
  },
};
