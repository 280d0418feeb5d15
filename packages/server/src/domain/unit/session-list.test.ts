import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { limits, type Session, type SessionPage, type SessionSort } from '@debrief/contract';
import { read } from '../../../testing/domain/kept-json.ts';
import { anOrganizationAlone, begin, type OrganizationAlone } from '../../../testing/domain/organization.ts';
import { connect } from '../../../testing/plan.ts';
import { storedSession } from '../../../testing/record.ts';
import type { Context } from '../context.ts';
import { encodeCursor } from '../cursor.ts';
import { defaultReviewPolicy } from '../review/default-policy.ts';
import { presentSession } from '../session/session.ts';
import { listRepositories, listSessions, presentListed } from '../session/session-list.ts';

describe('the list of sessions, on a store alone', () => {
  let team: OrganizationAlone;
  before(async () => {
    team = await anOrganizationAlone();
    const { store } = team.context;
    for (const [n, repoRoot] of ['/c', '/a', null, '/b', '/a'].entries()) {
      const given = { startedAt: begin - n * 1000, title: `S${n}`, repoRoot };
      await storedSession(store, team.tenant, { ...given, repository: repoRoot && `r:${repoRoot}` });
    }
    // As if each had been looked at: what is derived of others is not known, so they are in no order of it.
    await using connection = await connect(team.storage.config);
    await connection.rows(
      `insert into projection.session_statistics (session_id, organization_id, folded_to, state_to, started_at, secret_environment)
        select session_id, organization_id, 0, 0, started_at, secret_environment from sessions`,
      [],
    );
  });
  after(() => team[Symbol.asyncDispose]());

  const list = async (input: object, context = team.context) => {
    const { sessions, ...rest } = read<SessionPage>(await listSessions(context, team.owner, input));
    return { titles: sessions.map(({ title }) => title as string), ...rest };
  };
  /** All titles, read page by page. */
  const paged = async (input: object) => {
    const titles: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ ...input, limit: 2, ...(cursor && { cursor }) });
      assert.ok(page.titles.length <= 2 && titles.length <= 5);
      titles.push(...page.titles);
      cursor = page.nextCursor;
    }
    return titles;
  };

  it('comes newest first, in pages without a gap, in every order and its reverse', async () => {
    const newest = ['S0', 'S1', 'S2', 'S3', 'S4'];
    assert.deepEqual((await list({})).titles, newest);
    assert.deepEqual(await paged({}), newest);
    assert.deepEqual(await paged({ order: 'asc' }), newest.toReversed());
    for (const sort of [
      'repository',
      'events',
      'errors',
      'edits',
      'tokens',
      'cost',
      'risk',
    ] as SessionSort[]) {
      for (const order of ['asc', 'desc'] as const) {
        const whole = (await list({ sort, order })).titles;
        assert.deepEqual(await paged({ sort, order }), whole, `${sort} ${order}`);
        assert.deepEqual(whole.toSorted(), newest, `${sort} ${order}`);
      }
    }
    const roots = (await list({ sort: 'repository', order: 'asc' })).titles;
    assert.deepEqual(
      roots.filter((title) => title !== 'S2'),
      ['S1', 'S4', 'S3', 'S0'],
      'of one repository the newest first',
    );
  });

  it('a page that ends with the list has no cursor; a cursor belongs to one order', async () => {
    assert.equal((await list({ limit: 5 })).nextCursor, null);
    assert.notEqual((await list({ limit: 4 })).nextCursor, null);
    const refused = { code: 'invalid_cursor' };
    const { nextCursor } = await list({ sort: 'events', limit: 2 });
    const cursor = nextCursor ?? '';
    await list({ sort: 'events', cursor });
    await assert.rejects(list({ sort: 'events', order: 'asc', cursor }), refused);
    await assert.rejects(list({ sort: 'cost', cursor }), refused);
    await assert.rejects(list({ cursor }), refused);
    const gone = encodeCursor(['repository-desc', begin, 'ses_0000000000000000']);
    await assert.rejects(list({ sort: 'repository', cursor: gone }), refused);
  });

  it('a page has at most so many, and totals only for whoever asks', async () => {
    const asked: { limit: number; titlePart?: string; order?: object }[] = [];
    const { store } = team.context;
    const note = async (_: string, query: (typeof asked)[0]) => {
      asked.push(query);
      return [];
    };
    const noted = {
      ...team.context,
      store: {
        ...store,
        session: { ...store.session, list: note },
      },
    } as unknown as Context;
    await list({}, noted);
    await list({ limit: 1_000_000, q: 'word', sort: 'events' }, noted);
    assert.deepEqual(
      asked.map(({ limit }) => limit),
      [limits.sessionsPage.default + 1, limits.sessionsPage.max + 1],
    );
    assert.deepEqual([asked[0]?.order, asked[1]?.titlePart], [undefined, 'word']);
    assert.deepEqual(asked[1]?.order, { sort: 'events', order: 'desc', after: undefined });
    assert.equal((await list({})).totals, undefined);
    const { totals } = await list({
      totals: 'true',
      limit: 2,
      cursor: (await list({ limit: 2 })).nextCursor,
    });
    assert.equal(totals?.sessions, 5, 'of the whole list, not of what is left of it');
  });

  it('knows the repositories, with how many sessions and since when none', async () => {
    const { repositories } = await listRepositories(team.context, team.owner);
    assert.deepEqual(
      repositories.map(({ repoRoot, sessions, lastStartedAt }) => [repoRoot, sessions, lastStartedAt]).sort(),
      [
        ['/a', 2, new Date(begin - 1000).toISOString()],
        ['/b', 1, new Date(begin - 3000).toISOString()],
        ['/c', 1, new Date(begin).toISOString()],
      ],
    );
    assert.ok(repositories.every((one) => !('repoRemote' in one)));
    const { store } = team.context;
    const found = { repoRoot: '/a', repository: 'h/o/r', sessions: 1, lastStartedAt: begin };
    const asked: number[] = [];
    const session = {
      ...store.session,
      repositories: async (_: string, max: number) => {
        asked.push(max);
        return [{ ...found, repoRemote: 'git@h:o/r' }];
      },
    };
    const told = await listRepositories({ ...team.context, store: { ...store, session } }, team.owner);
    assert.deepEqual([asked, told.repositories[0]?.repoRemote], [[500], 'git@h:o/r']);
  });

  it('shows of each session what its own page shows', async () => {
    const [session] = await team.context.store.session.list(team.owner.organizationId, { limit: 1 });
    const record = await team.context.store.session.find(
      team.owner.organizationId,
      session?.sessionId as string,
    );
    assert.ok(session && record);
    // With everything that a session may have.
    const full = { startedAtSource: 'record', endedAt: begin, externalId: 'x', gitBranch: 'b' } as const;
    const more = { ...full, continuesSessionId: 'ses_1', authorUserId: 'usr_1', title: 't', repoRoot: '/r' };
    for (const given of [{}, { ...more, repository: 'r' }]) {
      const listed = presentListed({ ...session, ...given }, team.owner, defaultReviewPolicy, begin);
      const { review, ...shown } = read<Session>(listed);
      assert.ok(review);
      assert.deepEqual(shown, presentSession({ ...record, ...given }));
    }
  });

  it('shows statistics and findings where there are some; leaks only to admins', async () => {
    const [session] = await team.context.store.session.list(team.owner.organizationId, { limit: 1 });
    assert.ok(session);
    const shown = (more: object, role: 'member' | 'admin' = 'member') =>
      read<Record<string, object>>(
        presentListed({ ...session, ...more }, { ...team.owner, role }, defaultReviewPolicy, begin),
      );
    const plain = shown({});
    assert.deepEqual([plain.statistics, plain.findings], [undefined, undefined]);
    const figures = '{"title":"T","leaks":2}';
    assert.deepEqual(shown({ foldedTo: 4, figures }).statistics, { foldedTo: 4, title: 'T' });
    assert.deepEqual(shown({ foldedTo: 4, figures }, 'admin').statistics, {
      foldedTo: 4,
      title: 'T',
      leaks: 2,
    });
    assert.equal(shown({ foldedTo: null, figures }).statistics, undefined);
    const findings = { high: 1, medium: 2, low: 3, top: '[]' };
    assert.deepEqual(shown(findings).findings, { high: 1, medium: 2, low: 3, top: [] });
    for (const name of ['high', 'medium', 'low', 'top']) {
      assert.equal(shown({ ...findings, [name]: null }).findings, undefined, name);
    }
    assert.equal((plain.review as { state?: string }).state, 'unreviewed');
  });
});
