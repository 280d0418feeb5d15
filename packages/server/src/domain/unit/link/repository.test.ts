import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { MemberActor } from '../../actor.ts';
import type { Context } from '../../context.ts';
import { getRepository, mondayOf } from '../../link/repository.ts';

const day = 86_400_000;
const monday = Date.UTC(2026, 0, 26);
const now = monday + 5 * day;
const reader: MemberActor = { kind: 'member', organizationId: 'org_1', userId: 'usr_1', role: 'member' };

/** A store that knows the repository `h/o/r`; what it is asked is in `asked`. */
function aStore() {
  const asked: unknown[][] = [];
  const note =
    (name: string, answer: (...args: never[]) => unknown) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args]);
      return answer(...(args as never[]));
    };
  const summary = {
    ...{ sessions: 3, cost: 2_500_000, firstStartedAt: 0, lastStartedAt: now, agents: [], machines: [] },
    roots: [{ repoRoot: '/a' }, { repoRoot: null }],
    people: [{ userId: null, sessions: 2 }],
    weeks: [{ week: 1, sessions: 2, cost: 1_000_000, findings: 4 }],
  };
  const context = {
    clock: () => now,
    store: {
      repository: {
        summary: note('summary', (_: string, repository: string) =>
          repository === 'h/o/r' ? summary : undefined,
        ),
      },
      commit: { countOf: note('commits', () => 7) },
      concludedLink: { linkedCommits: note('linked', () => 5), filesOf: note('files', () => []) },
    },
  } as unknown as Context;
  const get = (input: object) => getRepository(context, reader, { repository: 'h/o/r', ...input });
  return { asked, get };
}

it('a week begins on Monday', () => {
  for (const at of [monday, monday + 3 * day, monday + 7 * day - 1]) assert.equal(mondayOf(at), monday);
  assert.equal(mondayOf(monday - 1), monday - 7 * day);
});

it('a repository shows twelve weeks unless told otherwise, this one last, also those without a session', async () => {
  const { get, asked } = aStore();
  const { weeks } = await get({ weeks: 2 });
  assert.deepEqual(weeks, [
    { from: '2026-01-19T00:00:00.000Z', sessions: 0, costUsd: 0, findings: 0 },
    { from: '2026-01-26T00:00:00.000Z', sessions: 2, costUsd: 1, findings: 4 },
  ]);
  assert.equal((await get({})).weeks.length, 12);
  await get({ weeks: 1 });
  assert.deepEqual(
    asked.filter(([name]) => name === 'summary').map(([, , , since]) => since),
    [monday - 7 * day, monday - 11 * 7 * day, monday],
  );
});

it('a repository shows what its sessions cost, its folders, its commits and fifty files of its newest sessions', async () => {
  const { get, asked } = aStore();
  const { weeks: _, ...found } = await get({});
  assert.deepEqual(found, {
    repository: 'h/o/r',
    roots: [{ repoRoot: '/a' }],
    sessions: 3,
    commits: 7,
    linkedCommits: 5,
    costUsd: 2.5,
    firstStartedAt: '1970-01-01T00:00:00.000Z',
    lastStartedAt: new Date(now).toISOString(),
    agents: [],
    people: [{ sessions: 2 }],
    machines: [],
    files: [],
  });
  assert.deepEqual(asked.at(-1), ['files', 'org_1', 'h/o/r', 300, 50, undefined]);
  await assert.rejects(get({ repository: 'h/o/other' }), { code: 'repository_not_found' });
});
