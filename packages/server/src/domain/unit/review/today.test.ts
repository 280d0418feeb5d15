import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TodayItem } from '@debrief/contract';
import { type Grouped, groupsOf, manyLines } from '../../review/today/group.ts';

let serial = 0;
const session = (given: Partial<TodayItem> = {}, more: Partial<Grouped> = {}): Grouped => ({
  reason: undefined,
  isRunning: false,
  ...more,
  item: {
    sessionId: `ses_${++serial}`,
    agentId: 'codex',
    status: 'completed',
    secretEnvironment: 'live',
    startedAt: '2026-11-18T09:00:00.000Z',
    events: 10,
    edits: 2,
    errors: 0,
    lines: 5,
    outcome: 'finished',
    review: { state: 'unreviewed', threads: 0, openThreads: 0 },
    turn: [],
    seen: false,
    ...given,
  },
});
const found = (rule: string, severity: 'high' | 'medium' | 'low', given: Partial<TodayItem> = {}): Grouped =>
  session({
    ...given,
    findings: {
      high: Number(severity === 'high'),
      medium: Number(severity === 'medium'),
      low: Number(severity === 'low'),
      top: [{ rule, severity, sequence: 3, title: `About ${rule}` }],
    },
  });
const shown = (sessions: readonly Grouped[], by: Parameters<typeof groupsOf>[1] = 'kind') =>
  groupsOf(sessions, by).map(({ kind, key, items }) => [kind, key, items.length]);

describe('what sessions have in common', () => {
  it('is the worst that is known of them; what needs nobody stands last, samples behind everything', () => {
    const failed = { outcome: 'failed' as const };
    assert.deepEqual(
      shown([
        session({ secretEnvironment: 'test' }),
        found('git.force', 'high', { secretEnvironment: 'test' }),
        session({}, { isRunning: true }),
        session(),
        found('style', 'low'),
        session({ outcome: 'handed over' }),
        session({ outcome: 'abandoned', repository: 'git.example.com/shop' }),
        session({ outcome: 'abandoned', repoRoot: '/home/ada/notes' }),
        session({ outcome: 'cannot be told', authorUserId: 'usr_1' }),
        session({ lines: manyLines + 1 }),
        session({ lines: manyLines }),
        session(failed, { reason: 'npm test failed' }),
        session(failed, { reason: 'npm test failed' }),
        session({ ...failed, lines: manyLines + 1 }, { reason: 'build broke' }),
        session({ status: 'failed', outcome: 'finished' }),
        found('claim.tests', 'medium'),
        found('claim.tests', 'medium', failed),
        found('git.force', 'high'),
      ]),
      [
        ['finding', 'git.force', 1],
        ['finding', 'claim.tests', 2],
        ['failure', 'npm test failed', 2],
        ['failure', '', 1],
        ['failure', 'build broke', 1],
        ['large', '', 1],
        ['repository', '/home/ada/notes', 1],
        ['repository', 'git.example.com/shop', 1],
        ['day', 'usr_1 2026-11-18', 1],
        ['clean', '', 4],
        ['running', '', 1],
        ['sample', '', 2],
      ],
    );
  });

  it('is only the repository, or the author and the day, where somebody asks for that', () => {
    const sessions = [
      found('git.force', 'high', { repository: 'r', authorUserId: 'usr_1' }),
      session({ repository: 'r', authorUserId: 'usr_2' }),
      session({ authorUserId: 'usr_1', startedAt: '2026-11-17T23:59:59.000Z' }),
      session({ secretEnvironment: 'test', repository: 'r' }),
    ];
    assert.deepEqual(shown(sessions, 'repository'), [
      ['repository', 'r', 2],
      ['repository', '', 1],
      ['sample', '', 1],
    ]);
    assert.deepEqual(shown(sessions, 'author'), [
      ['day', 'usr_1 2026-11-18', 1],
      ['day', 'usr_1 2026-11-17', 1],
      ['day', 'usr_2 2026-11-18', 1],
      ['sample', '', 1],
    ]);
  });

  it('comes with how many, whose, how large and how dear, in the order they came', () => {
    const sessions = [
      found('r', 'high', { authorUserId: 'usr_1', costUsd: 1.5, events: 7, edits: 1 }),
      found('r', 'high', { authorUserId: 'usr_2', events: 5, edits: 0 }),
      found('r', 'high', { authorUserId: 'usr_1', costUsd: 0.25, events: 1, edits: 9 }),
    ];
    const [group] = groupsOf(sessions, 'kind');
    assert.ok(group);
    const { items, ...sums } = group;
    assert.deepEqual(sums, {
      kind: 'finding',
      key: 'r',
      name: 'About r',
      sessions: 3,
      people: 2,
      events: 13,
      edits: 10,
      costUsd: 1.75,
    });
    assert.deepEqual(
      items,
      sessions.map(({ item }) => item),
    );
    const [day] = groupsOf([session({ authorUserId: 'usr_1', outcome: 'abandoned' })], 'kind');
    assert.deepEqual([day?.kind, day?.authorUserId], ['day', 'usr_1']);
    const long = groupsOf([session({ outcome: 'failed' }, { reason: 'x'.repeat(500) })], 'kind');
    assert.equal(long[0]?.key.length, 200);
  });
});
