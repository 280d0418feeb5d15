import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { ReviewRules } from '@debrief/contract';
import { reviewStates } from '@debrief/review';
import fc from 'fast-check';
import { runStatement } from '../../../testing/engine.ts';
import { anotherSession, aReviewedTeam, grow, prompt } from '../../../testing/review/team.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import type { DatabaseConfig } from '../../config.ts';
import { type AppliedPolicy, defaultReviewPolicy } from '../../domain/review/default-policy.ts';
import { historyAge } from '../../domain/review/history.ts';
import { presentStanding } from '../../domain/review/standing.ts';
import { stateIsOneOf, stateSql } from '../../domain/review/state-sql.ts';
import { projectionPath } from '../../projection/sqlite-schema.ts';

const rules: fc.Arbitrary<ReviewRules> = fc.record({
  reviewers: fc.integer({ min: 1, max: 3 }),
  selfCounts: fc.boolean(),
  enter: fc.record({
    edits: fc.boolean(),
    leastEdits: fc.constantFrom(1, 2),
    highFindings: fc.boolean(),
    mediumFindings: fc.boolean(),
    repositories: fc.subarray(['/a', '/b', "/o'c", 'git.example.com/one']),
    sample: fc.constantFrom(0, 0.3, 0.7, 1),
    history: fc.boolean(),
  }),
  defaultReviewers: fc.constant([]),
});
const policies: fc.Arbitrary<AppliedPolicy> = fc
  .tuple(
    rules,
    fc.dictionary(fc.constantFrom('/a', '/b', "/o'c", 'git.example.com/one', 'git.example.com/two'), rules),
    fc.boolean(),
  )
  .map(([usual, others, needsAuthor]) => ({
    ...defaultReviewPolicy,
    needsAuthor,
    ...usual,
    repositories: Object.entries(others).map(([name, given]) => ({
      ...(name.startsWith('/') ? { repoRoot: name } : { repository: name }),
      rules: given,
    })),
  }));

onEveryEngine('the state of a review as SQL', (server) => {
  it('T10 is what the pure function says, for every session and policy', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author, organizationId } = team;
    const people = [ada, ben, author];
    const outcomes = ['accepted', 'follow_up', 'noted', 'accepted'] as const;
    for (let at = 0; at < 24; at++) {
      const sessionId = await anotherSession(team, [undefined, '/a', '/b', "/o'c"][at % 4]);
      const count = at % 3;
      if (count > 0)
        await grow(
          team,
          sessionId,
          Array.from({ length: count }, () => prompt('x')),
        );
      for (const [index, { client }] of people.entries()) {
        if ((at >> index) % 2 === 1) continue;
        const throughSequence = Math.min(count, (at + index) % 3);
        const outcome = outcomes[(at + index) % 4] as 'accepted';
        if (at % 5 > 0) await client.submitReview({ sessionId, outcome, throughSequence });
        else if (index === 0) await client.setMark({ sessionId, throughSequence });
      }
      if (at % 7 === 0) await ben.client.takeNextReview({});
    }
    const { store } = server().running.context;
    const now = Date.now();
    for (const [text, part] of [
      ["repository = 'git.example.com/one'", 'session_pk % 4 = 1'],
      ["repository = 'git.example.com/two'", 'session_pk % 4 = 2'],
      // Imported, over for long; over for just not long enough; running since long ago.
      [`ended_at = created_at - ${historyAge + 1}`, 'session_pk % 5 = 0'],
      [`ended_at = created_at - ${historyAge}`, 'session_pk % 5 = 1'],
      [`ended_at = null, started_at = created_at - ${2 * historyAge}`, 'session_pk % 5 = 2'],
    ]) {
      await runStatement(server().config.database, `update sessions set ${text} where ${part}`);
    }
    // Nobody is known as the author of some of them.
    await runStatement(
      server().config.database,
      'update sessions set author_user_id = null where session_pk % 3 = 0',
    );
    const sessions = await store.session.list(organizationId, { limit: 200 });
    assert.ok(sessions.length >= 24);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(policies, async (policy) => {
        const literal = (value: unknown) =>
          typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
        // The state as one expression, then as the conditions that filters use: one of them holds.
        const isOneOf = reviewStates.map(
          (state) => `case when ${stateIsOneOf([state], policy, now, literal)} then '${state}' else '' end`,
        );
        const both = `${stateSql(policy, now, literal)} || ' ' || ${isOneOf.join(' || ')}`;
        const text = statement(both, organizationId);
        const found = await select(server().config.database, text);
        const states = new Map(found.map(({ id, state }) => [id, state]));
        for (const session of sessions) {
          const { state } = presentStanding(
            session.standing,
            { ...session, highFindings: session.high ?? 0, mediumFindings: session.medium },
            policy,
            now,
          );
          const found = states.get(session.sessionId);
          assert.equal(found, `${state} ${state}`, JSON.stringify(session.standing));
          seen.add(state);
        }
      }),
      { numRuns: 60 },
    );
    assert.equal(seen.size, 6, `only ${[...seen].join(', ')} came about`);
  });
});

/** On SQLite the projection is a file of its own. */
async function select(config: DatabaseConfig, text: string): Promise<{ id: string; state: string }[]> {
  if (config.engine === 'postgres')
    return (await runStatement(config, text)) as { id: string; state: string }[];
  const file = new DatabaseSync(config.path);
  try {
    file.prepare('attach database ? as projection').run(projectionPath(config.path));
    return file.prepare(text).all() as unknown as { id: string; state: string }[];
  } finally {
    file.close();
  }
}

const statement = (state: string, organizationId: string) =>
  `select s.session_id as id, ${state} as state from sessions s
    left join projection.session_statistics p on p.session_id = s.session_id
    left join review_standings r on r.session_id = s.session_id
    where s.organization_id = '${organizationId}'`;
