import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkContext, type MadeUpLinks } from '../../../../testing/links/made-up-links.ts';
import type { MemberActor } from '../../actor.ts';
import { newId } from '../../id.ts';
import { findLinks, listSessionLinks } from '../../link/link.ts';

const reader: MemberActor = { kind: 'member', organizationId: 'org_1', userId: 'usr_1', role: 'member' };
const url = 'https://h/o/r/pull/1';
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Links, commits that change `a.ts` and sessions for whatever id is asked; what is asked is in `asked`. */
function aStore(given: MadeUpLinks & { commits?: string[]; touching?: string[]; files?: string }) {
  const asked: unknown[][] = [];
  const read: { targetId: string; channel: string }[] = [];
  const commit = (sha: string) => ({
    ...{ sha, branch: null, authoredAt: 0, fileCount: 1, added: 1, removed: 0, lineCount: 1 },
    files: given.files ?? '[{"path":"a.ts","added":1,"removed":0}]',
    committedAt: Number(/\d+$/.exec(sha)?.[0] ?? 0),
  });
  const session = (sessionId: string) => ({
    organizationId: 'org_1',
    sessionId,
    title: sessionId,
    startedAt: 0,
  });
  const context = linkContext({
    ...given,
    more: {
      commit: {
        repositories: async () => new Map(),
        rewrittenTo: async () => new Map(),
        findByPrefix: async (...args: unknown[]) => {
          asked.push(['prefix', ...args]);
          return (given.commits ?? []).map(commit);
        },
        findAll: async (_: string, shas: string[]) => {
          asked.push(['commits', shas.length]);
          return shas.map(commit);
        },
      },
      concludedLink: {
        ...given.more?.concludedLink,
        sessionsTouching: async (...args: unknown[]) => {
          asked.push(['touching', ...args]);
          return (given.touching ?? []).map((sessionId) => ({ sessionId }));
        },
      },
      store: {
        audit: { addNew: async (entries: typeof read) => void read.push(...entries) },
        session: {
          find: async (_: string, sessionId: string) => session(sessionId),
          findAll: async (_: string, ids: string[]) => new Map(ids.map((id) => [id, session(id)])),
        },
        statistics: { find: async () => new Map() },
        ...given.more?.store,
      },
    },
  });
  return { context, asked, read, find: (input: object) => findLinks(context, reader, input) };
}

describe('links of a commit', () => {
  it('are found by a prefix in any case, among twenty commits, and two hundred of them are listed', async () => {
    const links = numbered(201, 's').map((sessionId) => ({ sha: 'a0', sessionId }));
    const { find, asked, read } = aStore({
      links,
      commits: ['a0'],
      pulls: [{ url }],
      held: { [url]: ['a0'] },
    });
    const found = await find({ commit: 'A0' });
    assert.deepEqual(asked[0], ['prefix', 'org_1', 'a0', 20]);
    assert.deepEqual([found.links.length, found.pulls.length, found.sessions], [200, 1, []]);
    assert.deepEqual(
      found.commits.map(({ sha }) => sha),
      ['a0'],
    );
    assert.deepEqual(['line' in found, read], [false, []], 'no words were shown');
  });

  it('with a line say who wrote it; whoever sees the prompt has read in that session', async () => {
    const lineOrigins = async (_: string[], hash: number) =>
      hash === 7 ? [{ sessionId: 's1', sequence: 2, at: null }] : [];
    const { find, read } = aStore({
      commits: ['a0'],
      links: [{ sha: 'a0', sessionId: 's1' }],
      more: {
        concludedLink: { lineOrigins },
        store: {
          transcript: { turns: async () => ({ turns: [{ start: { sequence: 1, text: 'p' } }], total: 1 }) },
        },
      },
    });
    assert.deepEqual((await find({ commit: 'a0', line: '7' })).line, {
      sessionId: 's1',
      sequence: 2,
      prompt: { sequence: 1, text: 'p' },
    });
    assert.deepEqual(
      read.map(({ targetId, channel }) => [targetId, channel]),
      [['s1', 'find']],
    );
    assert.equal('line' in (await find({ commit: 'a0', line: '8' })), false);
    assert.equal(read.length, 1);
  });
});

describe('links of a pull request', () => {
  it('are those of its commits and of what it was merged as, without sessions that people refused', async () => {
    const given: MadeUpLinks = {
      pulls: [{ url, mergeSha: 'm0' }],
      held: { [url]: ['a0', 'm0'] },
      links: ['s1', 's2'].map((sessionId) => ({ sha: 'a0', sessionId })),
      pullDecisions: [{ url, sessionId: 's2', verdict: 'unlinked' }],
      named: [{ url, sessionId: 's3', sequence: 4 }],
    };
    const { find, asked } = aStore(given);
    const found = await find({ pull: `${url}/?x` });
    assert.deepEqual(asked[0], ['commits', 2], 'each commit once');
    assert.deepEqual(
      found.links.map(({ sha, session }) => `${sha} ${session.sessionId}`),
      ['m0 s1', 'a0 s1'],
      'the one with more lines first',
    );
    assert.deepEqual(
      found.sessions.map(({ session, sequence }) => [session.sessionId, sequence]),
      [['s3', 4]],
    );
    assert.deepEqual(
      found.pulls.map((pull) => pull.url),
      [url],
    );
    const unmerged = aStore({ ...given, pulls: [{ url }] });
    await unmerged.find({ pull: url });
    assert.deepEqual(unmerged.asked[0], ['commits', 2], 'as held');
    const untold = aStore({ ...given, pulls: [] });
    assert.deepEqual((await untold.find({ pull: url })).pulls, []);
    assert.deepEqual(untold.asked[0], ['commits', 0]);
  });

  it('are two hundred at most', async () => {
    const links = numbered(201, 's').map((sessionId) => ({ sha: 'a0', sessionId }));
    const { find } = aStore({ links, pulls: [{ url }], held: { [url]: ['a0'] } });
    assert.equal((await find({ pull: url })).links.length, 200);
  });
});

describe('links of a file', () => {
  it('are those of commits that change it, in the repository of the remote or the one that is named', async () => {
    const links = [
      { sha: 'a0', sessionId: 's1' },
      { sha: 'a1', sessionId: 's1' },
      { sha: 'a1', sessionId: 's2' },
    ];
    const { find, asked } = aStore({ links, touching: ['s1', 's3'] });
    const found = await find({ path: 'a.ts', remote: 'git@h:o/r.git', repository: 'other' });
    assert.deepEqual(asked[0], ['touching', 'org_1', 'h/o/r', 'a.ts', 200, undefined]);
    assert.deepEqual(
      found.links.map(({ sha, session }) => `${sha} ${session.sessionId}`),
      ['a0 s1', 'a1 s1'],
    );
    assert.deepEqual(
      found.sessions.map(({ session }) => session.sessionId),
      ['s1', 's3'],
    );
    const other = aStore({ links, touching: ['s1'] });
    const none = await other.find({ path: 'b.ts', remote: '/srv/r', repository: 'named' });
    assert.deepEqual(other.asked[0], ['touching', 'org_1', 'named', 'b.ts', 200, undefined]);
    assert.deepEqual([none.commits, none.links, none.sessions.length], [[], [], 1]);
  });

  it('are looked for in fifty sessions and five hundred links; two hundred commits and links are listed', async () => {
    const many = aStore({
      touching: numbered(51, 's'),
      links: numbered(51, 's').map((sessionId) => ({ sha: sessionId.replace('s', 'a'), sessionId })),
    });
    const found = await many.find({ path: 'a.ts' });
    assert.deepEqual([found.commits.length, found.links.length, found.sessions.length], [50, 50, 51]);
    const long = aStore({
      touching: ['s1'],
      links: numbered(501, 'a').map((sha) => ({ sha, sessionId: 's1' })),
    });
    const listed = await long.find({ path: 'a.ts' });
    assert.deepEqual(long.asked.at(-1), ['commits', 500]);
    assert.deepEqual([listed.commits.length, listed.links.length], [200, 200]);
  });
});

describe('commits and pull requests of a session', () => {
  const sessionId = newId('ses');

  it('come with the newest commit first, two hundred of them; a likely link brings no pull request', async () => {
    const links = numbered(201, 'a').map((sha) => ({ sha, sessionId }));
    const { context } = aStore({ links });
    const { links: listed } = await listSessionLinks(context, reader, { sessionId });
    assert.deepEqual([listed.length, listed[0]?.commit.sha, listed.at(-1)?.commit.sha], [200, 'a200', 'a1']);
    assert.equal('sessionId' in (listed[0] ?? {}), false);
    for (const [strength, pulls] of [
      ['matched', 1],
      ['likely', 0],
    ] as const) {
      const one = aStore({
        links: [{ sha: 'a0', sessionId, strength }],
        pulls: [{ url }],
        held: { [url]: ['a0'] },
      });
      assert.equal(
        (await listSessionLinks(one.context, reader, { sessionId })).pulls.length,
        pulls,
        strength,
      );
    }
  });
});
