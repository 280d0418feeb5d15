import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { ReviewPolicy, ReviewState } from '@debrief/contract';
import { reviewStates } from '@debrief/review';
import { defaultReviewPolicy } from '../../review/default-policy.ts';
import { historyAge } from '../../review/history.ts';
import { presentStanding } from '../../review/standing.ts';
import { drawSql, materialSql, reviewStateSql, stateIsOneOf, stateSql } from '../../review/state-sql.ts';

const now = 1000;
const created = 2 * historyAge;
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** Every kind of session and of what was said about it, in tables with the columns that the expressions name. */
function aDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(`attach ':memory:' as projection;
    create table sessions (session_pk integer primary key, session_id text, repo_root text, repository text,
      ended_at int, created_at int, event_count int);
    create table projection.session_statistics (session_id text, material int, edits int, fault text);
    create table projection.session_findings (session_id text, high int, medium int);
    create table review_standings (session_id text, follow_ups int, own_follow_up int, accepted text,
      accepted_with_own text, is_begun int, reserved_until int)`);
  const standings = [
    undefined,
    [0, 0, '[]', '[]', 0, null],
    [0, 0, '[]', '[]', 1, null],
    [0, 0, '[]', '[]', 0, now + 1],
    [0, 0, '[]', '[]', 0, now],
    [1, 0, '[3]', '[3]', 1, null],
    [0, 1, '[]', '[]', 1, null],
    [0, 0, '[3]', '[3]', 1, null],
    [0, 0, '[3,1]', '[3,1]', 1, null],
    [0, 0, '[]', '[3]', 1, null],
  ];
  let count = 0;
  for (const standing of standings) {
    for (const [root, repository, endedAt] of [
      [null, null, null],
      ['/a', 'r', created - historyAge],
      ["/o'c", 'r2', created - historyAge - 1],
    ] as const) {
      for (const [material, edits, fault, high] of [
        [3, 0, null, 0],
        [4, 2, null, null],
        [0, 0, 'slow', 1],
      ] as const) {
        const id = `s${++count}`;
        db.prepare('insert into sessions values (?, ?, ?, ?, ?, ?, 5)').run(
          count,
          id,
          root,
          repository,
          endedAt,
          created,
        );
        db.prepare('insert into projection.session_statistics values (?, ?, ?, ?)').run(
          id,
          material,
          edits,
          fault,
        );
        if (high !== null)
          db.prepare('insert into projection.session_findings values (?, ?, ?)').run(id, high, 1 - high);
        if (standing) {
          db.prepare('insert into review_standings values (?, ?, ?, ?, ?, ?, ?)').run(id, ...standing);
        }
      }
    }
  }
  return db;
}

function policies(): ReviewPolicy[] {
  const enter = { edits: false, highFindings: false, repositories: [], sample: 0 };
  const plain = { ...defaultReviewPolicy, enter };
  const strict = { reviewers: 2, selfCounts: true, enter: { ...enter, sample: 1 }, defaultReviewers: [] };
  return [
    defaultReviewPolicy,
    plain,
    { ...plain, selfCounts: true },
    { ...plain, reviewers: 2 },
    { ...plain, reviewers: 2, selfCounts: true },
    { ...plain, enter: { ...enter, edits: true } },
    { ...plain, enter: { ...enter, highFindings: true } },
    { ...plain, enter: { ...enter, repositories: ['/a'] } },
    { ...plain, enter: { ...enter, repositories: ['/a', '/b'] } },
    { ...plain, enter: { ...enter, sample: 0.5 } },
    { ...plain, enter: { ...enter, edits: true, highFindings: true, sample: 0.2 } },
    { ...plain, repositories: [{ repoRoot: '/a', rules: strict }] },
    { ...plain, repositories: [{ repository: 'r', rules: strict }] },
    { ...plain, enter: { ...enter, repositories: ['r', 'r2'], history: true } },
    { ...plain, enter: { ...enter, repositories: ['r', 'r2'] } },
    { ...plain, enter: { ...enter, edits: true, leastEdits: 3 } },
    { ...plain, enter: { ...enter, mediumFindings: true } },
    { ...defaultReviewPolicy, enter: { ...defaultReviewPolicy.enter, history: true } },
    {
      ...plain,
      repositories: [
        { repoRoot: '/a', rules: strict },
        { repository: 'r', rules: { ...strict, reviewers: 1 } },
      ],
    },
    {
      ...plain,
      repositories: [
        { repoRoot: '/a', rules: strict },
        { repoRoot: "/o'c", rules: { ...strict, reviewers: 1, selfCounts: false } },
        { repoRoot: '/b', rules: strict },
      ],
    },
  ];
}

it('T10 the state as SQL is what the pure function says, for every kind of session, standing and policy', () => {
  using db = aDatabase();
  const seen = new Set<string>();
  for (const policy of policies()) {
    const isOneOf = reviewStates.map(
      (state) => `case when ${stateIsOneOf([state], policy, now, literal)} then '${state}' else '' end`,
    );
    const rows = db
      .prepare(
        `select s.session_id as id, s.repo_root as repoRoot, s.repository, s.ended_at as endedAt, s.created_at as createdAt, p.edits, ${materialSql} as material, ${drawSql} as draw,
          (select h.high from projection.session_findings h where h.session_id = s.session_id) as high,
          (select h.medium from projection.session_findings h where h.session_id = s.session_id) as mediumFindings,
          r.session_id as said, r.follow_ups as followUps, r.own_follow_up as ownFollowUp, r.accepted,
          r.accepted_with_own as acceptedWithOwn, r.is_begun as isBegun, r.reserved_until as reservedUntil,
          ${stateSql(policy, now, literal)} as state, ${isOneOf.join(' || ')} as filtered,
          case when ${stateIsOneOf(['accepted', 'outgrown'], policy, now, literal)} then 1 else 0 end as isJudged
        from sessions s left join projection.session_statistics p on p.session_id = s.session_id
        left join review_standings r on r.session_id = s.session_id`,
      )
      .all() as Record<string, never>[];
    assert.equal(rows.length, 90);
    for (const row of rows) {
      const standing = row.said && {
        ...row,
        accepted: JSON.parse(row.accepted as never),
        acceptedWithOwn: JSON.parse(row.acceptedWithOwn as never),
      };
      const session = { ...row, highFindings: row.high ?? 0 };
      const { state } = presentStanding(standing as never, session as never, policy, now);
      assert.deepEqual(
        [row.state, row.filtered, row.isJudged],
        [state, state, state === 'accepted' || state === 'outgrown' ? 1 : 0],
        JSON.stringify([row, policy]),
      );
      seen.add(state);
    }
  }
  assert.deepEqual([...seen].sort(), [...reviewStates].sort());
});

it('names no empty list: SQLite takes it for one without a value, PostgreSQL refuses the statement', () => {
  for (const policy of policies())
    for (const state of reviewStates)
      assert.doesNotMatch(reviewStateSql({ states: [state], policy, now }, literal), /\bin \(\s*\)/);
  const all = { states: reviewStates, policy: defaultReviewPolicy, now };
  assert.doesNotMatch(reviewStateSql(all, literal), /\bin \(\s*\)/);
});

it('a state that few sessions have is looked for among those about which the words for it were said', () => {
  const text = (...states: ReviewState[]) => stateIsOneOf(states, defaultReviewPolicy, now, literal);
  const state = stateSql(defaultReviewPolicy, now, literal);
  for (const [asked, needed] of [
    ['follow_up', 'r.follow_ups > 0 or r.own_follow_up > 0'],
    ['accepted', "r.accepted_with_own <> '[]'"],
    ['outgrown', "r.accepted_with_own <> '[]'"],
  ] as const)
    assert.ok(text(asked).startsWith(`(${needed}) and ${state} not in (`), asked);
  for (const asked of [['unreviewed'], ['in_review'], ['not_needed'], ['follow_up', 'accepted']] as const)
    assert.ok(text(...asked).startsWith(`${state} not in (`), asked.join());
});

it('looks at nothing of a session where all enter, and draws none where none is to be drawn', () => {
  const sql = (sample: number) =>
    stateSql({ ...defaultReviewPolicy, enter: { ...defaultReviewPolicy.enter, sample } }, now, literal);
  assert.deepEqual(
    [0, 0.5, 1].map((sample) => [sql(sample).includes('p.edits'), sql(sample).includes(drawSql)]),
    [
      [true, false],
      [true, true],
      [false, false],
    ],
  );
});
