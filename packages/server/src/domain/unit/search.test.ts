import assert from 'node:assert/strict';
import { it } from 'node:test';
import { searchPage } from '@debrief/contract';
import { member, now } from '../../../testing/session/made-up-session.ts';
import type { Context } from '../context.ts';
import { encodeCursor } from '../cursor.ts';
import { searchSessions } from '../search.ts';

/** An index that finds these sessions; of `gone` only the index still knows. */
function anIndex(
  hits: { sessionId: string; snippets: object[] }[],
  given: { next?: object; nextFrom?: number; gone?: string } = {},
) {
  const asked: Record<string, unknown>[] = [];
  const noted: { targetId: string; channel: string }[] = [];
  const session = (sessionId: string) => ({
    ...{ sessionId, organizationId: 'org_1', installationId: 'ins_1', agentId: 'codex' },
    ...{ startedAt: now, endedAt: null, createdAt: now, updatedAt: now },
  });
  const context = {
    clock: () => now,
    store: {
      audit: { addNew: async (entries: typeof noted) => void noted.push(...entries) },
      review: { policy: async () => 'the policy' },
      search: {
        search: async (_: string, query: Record<string, unknown>) => {
          asked.push(query);
          return { hits, next: given.next, nextFrom: given.nextFrom };
        },
      },
      session: {
        findAll: async (_: string, ids: string[]) =>
          new Map(ids.filter((id) => id !== given.gone).map((id) => [id, session(id)])),
      },
      statistics: {
        find: async () => new Map([['s1', { foldedTo: 3, figures: '{"title":"T","leaks":1}' }]]),
      },
      judgement: { summaries: async () => new Map([['s1', { high: 1, medium: 0, low: 0, top: '[]' }]]) },
    },
  } as unknown as Context;
  return {
    search: (input: object) => searchSessions(context, member, { q: 'word', ...input }),
    asked,
    noted,
  };
}

const hit = (sessionId: string, snippets = [{ text: 'a word' }]) => ({ sessionId, snippets });

it('shows what was found with its session; one that is gone is left out', async () => {
  const { search } = anIndex([hit('s1'), hit('s2'), hit('s3')], { gone: 's2' });
  const { hits, nextCursor } = await search({});
  assert.deepEqual(
    hits.map(({ session, snippets }) => [session.sessionId, snippets]),
    [
      ['s1', [{ text: 'a word' }]],
      ['s3', [{ text: 'a word' }]],
    ],
  );
  assert.equal(hits[0]?.session.findings?.high, 1);
  assert.deepEqual(hits[0]?.session.statistics, { foldedTo: 3, title: 'T' }, 'a member sees no leaks');
  assert.equal(nextCursor, null);
});

it('W9 words that were shown are noted as read; a hit by its title alone is none', async () => {
  const { search, noted } = anIndex([hit('s1'), hit('s2', []), hit('s3')], { gone: 's3' });
  await search({});
  assert.deepEqual(
    noted.map(({ targetId, channel }) => [targetId, channel]),
    [['s1', 'search']],
  );
});

it('asks for a page of at most so many, by the state of the review where it is asked for, and goes on', async () => {
  const { search, asked } = anIndex([], { next: { startedAt: 7, sessionId: 'ses_1' } });
  const { nextCursor } = await search({ order: 'recent' });
  assert.equal(nextCursor, encodeCursor([7, 'ses_1']));
  await search({
    order: 'recent',
    limit: 1_000_000,
    reviewState: 'accepted',
    cursor: nextCursor,
    agentId: 'codex',
  });
  assert.deepEqual(
    asked.map(({ q, limit, review, before, agentId }) => [q, limit, review, before, agentId]),
    [
      ['word', searchPage.default, undefined, undefined, undefined],
      [
        'word',
        searchPage.max,
        { states: ['accepted'], policy: 'the policy', now },
        { startedAt: 7, sessionId: 'ses_1' },
        'codex',
      ],
    ],
  );
});

it('what fits best comes first unless asked otherwise, and goes on at a number', async () => {
  const { search, asked } = anIndex([], { nextFrom: 20 });
  const { nextCursor } = await search({});
  assert.equal(nextCursor, encodeCursor(['relevance', 20]));
  await search({ cursor: nextCursor });
  await search({ order: 'exact' });
  assert.deepEqual(
    asked.map(({ order, from, before }) => [order, from, before]),
    [
      ['relevance', undefined, undefined],
      ['relevance', 20, undefined],
      ['exact', undefined, undefined],
    ],
  );
  await assert.rejects(search({ order: 'recent', cursor: nextCursor }), { code: 'invalid_cursor' });
  await assert.rejects(search({ cursor: encodeCursor([7, 'ses_1']) }), { code: 'invalid_cursor' });
  await assert.rejects(search({ cursor: encodeCursor(['other', 7]) }), { code: 'invalid_cursor' });
});
