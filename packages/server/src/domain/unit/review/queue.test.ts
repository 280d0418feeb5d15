import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, type NextAnswer, type QueuePage } from '@debrief/contract';
import { read } from '../../../../testing/domain/kept-json.ts';
import { anOrganizationAlone, onAStoreAlone } from '../../../../testing/domain/organization.ts';
import type { MemberActor } from '../../actor.ts';
import type { Context } from '../../context.ts';
import { attendReviews } from '../../review/attend.ts';
import type { QueueFilter } from '../../review/ports.ts';
import { listReviews, takeNextReview } from '../../review/queue.ts';

const day = 86_400_000;

onAStoreAlone('the queue of reviews', (storage) => {
  it('is asked for as the member asks: themselves, nobody or somebody, in one order of one tab', async () => {
    const team = await anOrganizationAlone(storage());
    const { context, owner } = team;
    const asked: QueueFilter[] = [];
    const { store } = context;
    const list = async (filter: QueueFilter) => {
      asked.push(filter);
      return [];
    };
    const noted = { ...context, store: { ...store, queue: { ...store.queue, list } } } as Context;
    await listReviews(noted, owner, {});
    await listReviews(noted, owner, {
      tab: 'done',
      order: 'age' as never,
      assignee: 'me',
      author: 'none',
      limit: 1_000_000,
    });
    await listReviews(noted, owner, { assignee: 'usr_2', author: 'me' });
    assert.deepEqual(
      asked.map(({ tab, order, assignee, sessions, limit }) => [
        tab,
        order,
        assignee,
        sessions?.authorUserId,
        limit,
      ]),
      [
        ['open', 'risk', undefined, undefined, limits.queuePage.default + 1],
        ['done', 'age', owner.userId, null, limits.queuePage.max + 1],
        ['open', 'risk', 'usr_2', owner.userId, limits.queuePage.default + 1],
      ],
    );
    assert.deepEqual(
      asked.map(({ userId, organizationId, now }) => [userId, organizationId, now]),
      asked.map(() => [owner.userId, owner.organizationId, team.time.now]),
    );
    assert.deepEqual(await takeNextReview(noted, owner, {}), {});
    assert.deepEqual([asked.at(-1)?.tab, asked.at(-1)?.forTaking, asked.at(-1)?.limit], ['open', true, 20]);
  });

  it('comes in pages; a cursor belongs to its tab and order; nobody waits since the future', async () => {
    const team = await anOrganizationAlone(storage());
    const { context, owner } = team;
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await team.session()).sessionId);
    const page = async (input: object) => {
      const { items, nextCursor } = read<QueuePage>(await listReviews(context, owner, input));
      return { ids: items.map(({ session }) => session.sessionId), items, nextCursor };
    };
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, cursor: first.nextCursor });
    assert.deepEqual([...first.ids, ...second.ids].sort(), ids.toSorted());
    assert.deepEqual([first.ids.length, second.nextCursor], [2, null]);
    assert.equal((await page({ limit: 3 })).nextCursor, null);
    await assert.rejects(page({ tab: 'done', cursor: first.nextCursor }), { code: 'invalid_cursor' });
    team.time.now = 0;
    assert.equal((await page({})).items[0]?.waitingSince, '1970-01-01T00:00:00.000Z');
  });

  it('hands out the next session when somebody was faster with the first, each once', async () => {
    const team = await anOrganizationAlone(storage());
    const { context, owner } = team;
    for (let n = 0; n < 3; n++) await team.session();
    const { store } = context;
    let refusals = 1;
    const queue = {
      ...store.queue,
      reserve: async (...args: Parameters<typeof store.queue.reserve>) =>
        refusals-- > 0 ? false : store.queue.reserve(...args),
    };
    const raced = { ...context, store: { ...store, queue } } as Context;
    const idOf = (answer: unknown) => read<NextAnswer>(answer).item?.session.sessionId;
    const ada = await team.member();
    const taken = [
      idOf(await takeNextReview(raced, owner, {})),
      idOf(await takeNextReview(context, ada, {})),
      idOf(await takeNextReview(context, await team.member(), {})),
      idOf(await takeNextReview(context, await team.member(), {})),
    ];
    assert.equal(new Set(taken.slice(0, 3)).size, 3);
    assert.equal(taken[3], undefined);
  });
});

describe('a queue that others take from at the same moment', () => {
  /** Lists so many sessions, all of which somebody else reserves first. */
  function aBusyQueue(count: number) {
    const asked: QueueFilter[] = [];
    const sessions = Array.from({ length: count }, (_, n) => ({
      session: { sessionId: `ses_${n}` },
      position: { risk: 0, since: n, sessionId: `ses_${n}` },
    }));
    const context = {
      clock: () => 1000,
      store: {
        review: { policy: async () => ({}) },
        queue: {
          list: async (filter: QueueFilter) => {
            asked.push(filter);
            const from = filter.after ? filter.after.since + 1 : 0;
            return sessions.slice(from, from + filter.limit);
          },
          reserve: async () => false,
          held: async () => [],
        },
      },
    } as unknown as Context;
    const reader: MemberActor = { kind: 'member', organizationId: 'o', userId: 'u', role: 'member' };
    return { asked, take: () => takeNextReview(context, reader, {}) };
  }

  it('is looked through page by page, each after the last session of the one before, to its end', async () => {
    for (const [count, pages] of [
      [0, [undefined]],
      [19, [undefined]],
      [20, [undefined, 19]],
      [45, [undefined, 19, 39]],
    ] as const) {
      const { asked, take } = aBusyQueue(count);
      assert.deepEqual(await take(), {});
      // Real work to its end, then samples.
      for (const kind of ['live', 'test']) {
        const ofKind = asked.filter(({ sessions }) => sessions?.secretEnvironment === kind);
        assert.deepEqual(
          ofKind.map(({ after }) => after?.since),
          pages,
          `${count} sessions, ${kind}`,
        );
      }
    }
  });
});

describe('what time brings about for reviews', () => {
  /** A store that answers what it is told; what it was asked is in `calls`. */
  function aStore(given: { more?: number; outcome?: unknown; pages?: object[]; sample?: number } = {}) {
    const calls: unknown[][] = [];
    let more = given.more ?? 0;
    const pages = [...(given.pages ?? [])];
    const session = {
      sessionId: 'ses_1',
      organizationId: 'org_1',
      authorUserId: 'usr_author',
      repoRoot: null,
    };
    const enter = { sample: given.sample ?? 1, repositories: [] };
    const policy = { enter, reviewers: 1, repositories: [] };
    const defaultReviewers = ['usr_author', 'usr_gone', 'usr_ada'];
    const asked = { told: ['usr_ada'], asked: ['usr_ada'] };
    const note =
      (name: string, answer: (...args: never[]) => unknown) =>
      async (...args: unknown[]) => {
        calls.push([name, ...args]);
        return answer(...(args as never[]));
      };
    const context = {
      clock: () => 100 * day,
      bell: {
        ring: (change: { sessionId: string }) => calls.push(['ring', change.sessionId]),
        ringMember: (userId: string) => calls.push(['tell', userId]),
      },
      store: {
        audit: { add: note('audit', () => undefined) },
        member: {
          list: async () => [
            { userId: 'usr_author', status: 'active' },
            { userId: 'usr_gone', status: 'invited' },
            { userId: 'usr_ada', status: 'active' },
          ],
        },
        review: {
          look: note('look', () => ({ refresh: [session], more: more-- > 0 })),
          refresh: note('refresh', () => given.outcome ?? asked),
          withReviewersToAsk: async () => [
            { organizationId: 'org_1', policy: { ...policy, defaultReviewers }, since: 5 },
          ],
          toAsk: note('toAsk', () => ({
            sessions: [{ ...session, edits: 0, material: 0, draw: 0, high: null }],
            next: pages.shift(),
          })),
          askByPolicy: note('ask', () => given.outcome ?? asked),
        },
      },
    } as unknown as Context;
    return { context, calls, named: (name: string) => calls.filter(([one]) => one === name) };
  }

  it('looks until all were looked at; a session that is refreshed is heard of, and who is asked is told', async () => {
    const { context, named } = aStore({ more: 2 });
    await attendReviews(context, 7);
    assert.deepEqual(
      named('look').map(([, , page]) => page),
      [7, 7, 7],
    );
    assert.equal(named('refresh').length, 3);
    assert.equal(named('ring').length, 4);
    assert.equal(named('tell').length, 4);
    const gone = aStore({ outcome: 'gone' });
    await attendReviews(gone.context);
    assert.deepEqual([gone.named('ring').length, gone.named('tell').length], [0, 0]);
  });

  it('asks the reviewers of the policy about sessions of the last week: those who are active, and not the author', async () => {
    const { context, named } = aStore();
    await attendReviews(context, 7);
    const [, organizationId, query] = named('toAsk')[0] as [string, string, object];
    assert.deepEqual(
      [organizationId, query],
      ['org_1', { since: 93 * day, now: 100 * day, limit: 7, after: undefined }],
    );
    const [, , assignments] = named('ask')[0] as [string, object, { userId: string; assignedBy: string }[]];
    assert.deepEqual(
      assignments.map(({ userId, assignedBy }) => [userId, assignedBy]),
      [['usr_ada', 'policy']],
    );
  });

  it('goes on from page to page, and asks nobody about a session that needs no review', async () => {
    const paged = aStore({ pages: [{ at: 1 }, { at: 2 }] });
    await attendReviews(paged.context, 7);
    assert.deepEqual(
      paged.named('toAsk').map(([, , query]) => (query as { after?: object }).after),
      [undefined, { at: 1 }, { at: 2 }],
    );
    assert.equal(paged.named('ask').length, 3);
    const unneeded = aStore({ sample: 0 });
    await attendReviews(unneeded.context, 7);
    assert.deepEqual([unneeded.named('toAsk').length, unneeded.named('ask').length], [1, 0]);
  });
});
