import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '@debrief/contract';
import { dayName, linesOf } from './grouping.ts';

const session = (sessionId: string, startedAt: string, repoRoot?: string): Session =>
  ({ sessionId, startedAt, environmentId: 'env_1', ...(repoRoot && { repoRoot }) }) as Session;

const sessions = [
  session('c', '2026-03-03T12:00:00', '/srv/shop'),
  session('b', '2026-03-03T08:00:00', '/srv/shop'),
  session('a', '2026-03-02T12:00:00'),
];
const shown = (search: Parameters<typeof linesOf>[1]) =>
  linesOf(sessions, search).map((line) =>
    line.kind === 'session'
      ? `${line.index}${line.session.sessionId}`
      : line.kind === 'day'
        ? dayName(line.at, Date.parse('2026-03-03T23:00:00'))
        : line.kind === 'author'
          ? `by ${line.userId}`
          : `in ${line.root}`,
  );

test('without groups every line is a session', () => {
  assert.deepEqual(shown({ group: 'none' }), ['0c', '1b', '2a']);
  assert.deepEqual(shown({ group: 'day', sort: 'cost' }), ['0c', '1b', '2a']);
});

test('a group begins where the day or the repository is another', () => {
  assert.deepEqual(shown({}), shown({ group: 'day' }));
  assert.deepEqual(shown({ group: 'day' }), ['Today', '0c', '1b', 'Yesterday', '2a']);
  assert.deepEqual(shown({ group: 'repository' }), ['in /srv/shop', '0c', '1b', 'in undefined', '2a']);
});

test('a group says what it comes to once all of it is there', () => {
  const all = sessions.map((one, at) => ({
    ...one,
    authorUserId: 'usr_1',
    statistics: { costUsd: at + 1 } as NonNullable<Session['statistics']>,
  }));
  const sums = (search: Parameters<typeof linesOf>[1], isWhole: boolean) =>
    linesOf(all, search, isWhole).flatMap((line) => (line.kind === 'session' ? [] : [line.sum]));
  assert.deepEqual(sums({}, true), [
    { sessions: 2, costUsd: 3 },
    { sessions: 1, costUsd: 3 },
  ]);
  assert.deepEqual(sums({}, false), [{ sessions: 2, costUsd: 3 }, undefined]);
  assert.deepEqual(sums({ group: 'author' }, false), [undefined]);
});

test('days further back have their date, and their year when it is another', () => {
  const now = Date.parse('2026-03-03T23:00:00');
  assert.equal(dayName('2026-02-27T12:00:00', now), 'Fri 27 February');
  assert.equal(dayName('2025-12-30T12:00:00', now), 'Tue, 30 December 2025');
});
