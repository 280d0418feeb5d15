import type { ReviewState } from '@debrief/contract';
import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import { runStatements } from '../statements.ts';
import { figure, median } from '../statistic.ts';
import { type Kind, type Subject, startSubject } from '../subject.ts';
import { withSessions } from './list.ts';

/** What a list, the queue and a session cost when a lot has been said, against the same sessions in silence. */

const commentsOfSession = 10;

const numbers = Array.from({ length: commentsOfSession }, (_, at) => `select ${at + 1} as number`).join(
  ' union all ',
);
const body = 'Why was this done here, and not where the other one is? '.repeat(3);
/** Every fourth session is accepted, every other thread is open. */
const isAccepted = 's.session_pk % 4 = 0';
const isOpen = 's.session_pk % 2 = 1';

/**
 * In each session one thread of ten comments. The database makes the rows itself, from the sessions it has: a million
 * of them take seconds. Ids are made of the session's, so that every index grows at its end.
 */
const comments = [
  `insert into threads (thread_id, session_id, organization_id, number, anchor, state, needs_answer, opened_by,
      comment_count, last_comment_by, last_comment_at, created_at, updated_at, version)
    select 'thr_' || substr(s.session_id, 5), s.session_id, s.organization_id, 1, '{"sequence":1}',
      case when ${isOpen} then 'open' else 'resolved' end, 1, 'usr_bench', ${commentsOfSession}, 'usr_bench', 1, 1, 1, 1
    from sessions s order by s.session_id`,
  `insert into comments (comment_id, thread_id, session_id, number, written_by, body, mentions, created_at, version)
    select 'cmt_' || substr(s.session_id, 5, 22) || (9 + n.number), 'thr_' || substr(s.session_id, 5), s.session_id,
      n.number, 'usr_bench', '${body}', '[]', 1, 1
    from sessions s cross join (${numbers}) n order by s.session_id, n.number`,
  `insert into review_standings (session_id, organization_id, version, threads, open_threads, last_thread, follow_ups,
      own_follow_up, accepted, accepted_with_own, is_begun, looked_to, asked_by_policy)
    select s.session_id, s.organization_id, 1, 1, case when ${isOpen} then 1 else 0 end, 1, 0, 0,
      '[]', '[]', 1, 0, 0
    from sessions s order by s.session_id`,
  `update review_standings set accepted = '[1000]', accepted_with_own = '[1000]'
    where session_id in (select s.session_id from sessions s where ${isAccepted})`,
  `update sessions as s set review_done = 1 where ${isAccepted}`,
];

/** In every fifth session something was found, of eight degrees. */
const findings = (emptyBody: string) => [
  `insert into projection.session_findings (session_id, organization_id, mark, folded_to, high, medium, low, risk, top, body)
    select s.session_id, s.organization_id, '', s.event_count, 0, 0, 0,
      case when s.session_pk % 5 = 0 then 100 * (1 + s.session_pk % 3) + s.session_pk % 8 else 0 end, '[]', ${emptyBody}
    from sessions s`,
  `update projection.session_statistics set risk = (select f.risk from projection.session_findings f
    where f.session_id = session_statistics.session_id)`,
];

interface Place {
  sessionId: string;
  /** In which most sessions are. */
  state: ReviewState;
}

const paths: Record<string, (place: Place) => string> = {
  list: () => '/v1/organizations/me/sessions?limit=50',
  'list by risk and state': ({ state }) =>
    `/v1/organizations/me/sessions?limit=50&sort=risk&reviewState=${state}`,
  queue: () => '/v1/organizations/me/reviews?limit=50',
  session: ({ sessionId }) => `/v1/organizations/me/sessions/${sessionId}`,
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
    for (const subject of [silent, discussed]) {
      await withSessions(subject, count);
      await runStatements(subject, findings(kind === 'sqlite' ? "x''" : "''"));
    }
    setting.say(`${kind}: saying something about ${count} sessions`);
    await runStatements(discussed, comments);
    const requests = amount(setting, { full: 60, usual: 60, quick: 5 });
    const placeIn = async ({ person }: Subject, state: ReviewState): Promise<Place> => ({
      sessionId: (await person.listSessions({ limit: 1 })).sessions[0]?.sessionId as string,
      state,
    });
    const places = [await placeIn(silent, 'unreviewed'), await placeIn(discussed, 'in_review')] as const;
    const rows: Row[] = [];
    for (const [name, pathOf] of Object.entries(paths)) {
      const rounds: number[] = [];
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round <= setting.rounds; round++) {
        const [quiet, loud]: [number[], number[]] = [[], []];
        // In turns, so that what else the machine does falls on both.
        for (let at = 0; at < requests; at++) {
          quiet.push(await milliseconds(silent, pathOf(places[0])));
          loud.push(await milliseconds(discussed, pathOf(places[1])));
        }
        // The first one warms up.
        if (round === 0) continue;
        rounds.push(median(loud) / median(quiet));
        times[0].push(median(quiet));
        times[1].push(median(loud));
      }
      rows.push({
        id: `review-${name.replaceAll(' ', '-')}-${kind}`,
        bench: `review-${kind}`,
        title: `${name} with ${(count * commentsOfSession).toLocaleString('en-US')} comments in ${count.toLocaleString('en-US')} sessions, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
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

const benchOn = (kind: Kind): Bench => ({
  name: `review-${kind}`,
  summary: `list, queue and session with a million comments against none, ${kind}`,
  run: async (setting) => ({ rows: await measureOn(kind, setting) }),
});

export const reviewBenches: Bench[] = [benchOn('sqlite'), benchOn('postgres')];
