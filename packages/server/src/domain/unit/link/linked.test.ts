import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkContext, type MadeUpLinks } from '../../../../testing/links/made-up-links.ts';
import type { MemberActor } from '../../actor.ts';
import { lineOrigin } from '../../link/line-origin.ts';
import { type Linked, linksOfCommits, linksOfSession } from '../../link/linked.ts';
import { presentCommits, presentLinkedSessions } from '../../link/present-link.ts';
import { pullsOfSession, sessionsOfPull } from '../../link/pull.ts';

const url = 'https://h/o/r/pull/1';
const actor: MemberActor = { kind: 'member', organizationId: 'org_1', userId: 'usr_1', role: 'member' };
const shown = (links: Linked[]) =>
  links.map(({ sha, sessionId, strength }) => `${sha} ${sessionId} ${strength}`);
const ofCommits = async (given: MadeUpLinks, ...shas: string[]) =>
  linksOfCommits(linkContext(given), 'org_1', shas);
const evidence = (matched: number) => JSON.stringify([{ kind: 'lines', matched }]);

describe('links of commits', () => {
  it('come with the surest first, then the one with most lines, then by session', async () => {
    const links = [
      { sessionId: 's4', strength: 'likely' as const, lines: 90 },
      { sessionId: 's3', lines: 5 },
      { sessionId: 's2', lines: 5 },
      { sessionId: 's1', lines: 9 },
      { sessionId: 's6', strength: 'seen' as const },
      { sessionId: 's5', strength: 'stated' as const },
    ];
    assert.deepEqual(
      (await ofCommits({ links }, 'a')).map(({ sessionId }) => sessionId),
      ['s5', 's6', 's1', 's2', 's3', 's4'],
    );
    assert.deepEqual(await ofCommits({ links }, 'b'), []);
  });

  it('L12 of sessions that share the work, one with far fewer lines, or with a copy of it, is only likely', async () => {
    const links = [
      { sessionId: 's1', evidence: evidence(10) },
      { sessionId: 's2', evidence: evidence(4) },
    ];
    assert.deepEqual(shown(await ofCommits({ links }, 'a')), ['a s1 matched', 'a s2 likely']);
    const copies = [
      { sessionId: 's1', at: 5, endedAt: 200, authoredAt: 100, evidence: evidence(10) },
      { sessionId: 's2', at: 5, endedAt: 300, authoredAt: 100, evidence: evidence(10) },
    ];
    assert.deepEqual(shown(await ofCommits({ links: copies }, 'a')), ['a s1 matched', 'a s2 likely']);
    const apart = copies.map((link, n) => ({ ...link, at: n }));
    assert.deepEqual(shown(await ofCommits({ links: apart }, 'a')), ['a s1 matched', 'a s2 matched']);
  });

  it('L13 are what people say: stated where they linked, none where they unlinked', async () => {
    const given: MadeUpLinks = {
      links: [{ sessionId: 's1', lines: 7, evidence: evidence(7) }, { sessionId: 's2' }, { sessionId: 's3' }],
      decisions: [
        { sha: 'a', sessionId: 's1', verdict: 'linked' },
        { sha: 'a', sessionId: 's2', verdict: 'unlinked' },
        { sha: 'a', sessionId: 's4', verdict: 'linked' },
        { sha: 'a', sessionId: 's5', verdict: 'unlinked' },
      ],
    };
    const found = await ofCommits(given, 'a');
    assert.deepEqual(shown(found), ['a s1 stated', 'a s4 stated', 'a s3 matched']);
    assert.deepEqual(
      found.map(({ byHand, lines }) => [byHand, lines]),
      [
        [true, 7],
        [true, 3],
        [false, 0],
      ],
    );
    assert.deepEqual(found[0]?.evidence, [{ kind: 'hand' }, { kind: 'lines', matched: 7 }]);
    assert.deepEqual(found[1]?.evidence, [{ kind: 'hand' }]);
  });

  it('L15 what a pull request was merged as belongs to the sessions behind its commits', async () => {
    const pulls = [{ url, mergeSha: 'm' }];
    const held = { [url]: ['a', 'b', 'm'] };
    const links = [
      { sha: 'a', sessionId: 's1' },
      { sha: 'b', sessionId: 's1', strength: 'seen' as const },
      { sha: 'b', sessionId: 's2', strength: 'likely' as const },
      { sha: 'a', sessionId: 's3' },
    ];
    const found = await ofCommits({ pulls, held, links }, 'm');
    assert.deepEqual(shown(found), ['m s1 seen', 'm s3 matched']);
    assert.deepEqual(found[0]?.evidence, [{ kind: 'pull', sha: 'b', pull: url }]);
    assert.deepEqual([found[0]?.byHand, found[0]?.lines], [false, 3]);
    const said = (more: MadeUpLinks) => ofCommits({ pulls, held, links, ...more }, 'm').then(shown);
    const refused = { sessionId: 's1', verdict: 'unlinked' as const };
    assert.deepEqual(await said({ decisions: [{ ...refused, sha: 'm' }] }), ['m s3 matched']);
    assert.deepEqual(await said({ pullDecisions: [{ ...refused, url }] }), ['m s3 matched']);
    const linked = { sessionId: 's1', verdict: 'linked' as const };
    assert.deepEqual(await said({ pullDecisions: [{ ...linked, url }] }), ['m s1 seen', 'm s3 matched']);
    const known = { sha: 'm', sessionId: 's1', strength: 'matched' as const };
    assert.deepEqual(await said({ links: [...links, known] }), ['m s3 matched', 'm s1 matched']);
    const weak = { ...known, strength: 'likely' as const };
    assert.deepEqual(await said({ links: [...links, weak] }), ['m s1 seen', 'm s3 matched']);
    assert.deepEqual(await said({ pulls: [{ url }] }), [], 'not merged yet');
  });
});

describe('links of a session', () => {
  it('are its own, with what its pull requests were merged as', async () => {
    const context = linkContext({
      pulls: [{ url, mergeSha: 'm' }],
      held: { [url]: ['a'] },
      links: [
        { sha: 'a', sessionId: 's1' },
        { sha: 'a', sessionId: 's2' },
        { sha: 'b', sessionId: 's2' },
      ],
      decisions: [{ sha: 'c', sessionId: 's1', verdict: 'linked' }],
    });
    assert.deepEqual(shown(await linksOfSession(context, 'org_1', 's1')).sort(), [
      'a s1 matched',
      'c s1 stated',
      'm s1 matched',
    ]);
  });
});

describe('pull requests', () => {
  it('L13 have the sessions that named them, as people’s decisions leave it', async () => {
    const context = linkContext({
      named: [
        { url, sessionId: 's1', sequence: 4 },
        { url, sessionId: 's2', sequence: 5 },
        { url: `${url}1`, sessionId: 's9', sequence: 1 },
      ],
      pullDecisions: [
        { url, sessionId: 's2', verdict: 'unlinked' },
        { url, sessionId: 's3', verdict: 'linked' },
        { url, sessionId: 's1', verdict: 'linked' },
      ],
    });
    const { sessions, refused } = await sessionsOfPull(context, 'org_1', url);
    assert.deepEqual(sessions, [
      { sessionId: 's1', sequence: 4, byHand: true },
      { sessionId: 's3', byHand: true },
    ]);
    assert.deepEqual([...refused], ['s2']);
  });

  it('of a session are those it named, those that hold its commits, and those people linked', async () => {
    const other = 'https://h/o/r/pull/22';
    const third = 'https://h/o/r/pull/33';
    const context = linkContext({
      named: [{ url, sessionId: 's1', sequence: 4 }],
      pulls: [
        { url, title: 'Named', updatedAt: 5 },
        { url: other, number: 22, title: 'Holds', updatedAt: 5 },
      ],
      held: { [other]: ['a'] },
      pullDecisions: [{ url: third, sessionId: 's1', verdict: 'linked' }],
    });
    const pulls = await pullsOfSession(context, 'org_1', 's1', ['a']);
    assert.deepEqual(
      pulls.map(({ url: one, title, state, sequence, byHand, number }) => [
        one,
        title,
        state,
        sequence,
        byHand,
        number,
      ]),
      [
        [other, 'Holds', 'open', undefined, undefined, 22],
        [url, 'Named', 'open', 4, undefined, 1],
        [third, undefined, 'unknown', undefined, true, 33],
      ],
    );
    const refused = linkContext({
      named: [{ url, sessionId: 's1', sequence: 4 }],
      pullDecisions: [{ url, sessionId: 's1', verdict: 'unlinked' }],
    });
    assert.deepEqual(await pullsOfSession(refused, 'org_1', 's1', []), []);
  });
});

describe('what is shown of links', () => {
  const aCommit = (sha: string) => ({
    sha,
    branch: null,
    authoredAt: 0,
    committedAt: 0,
    files: JSON.stringify(Array.from({ length: 101 }, (_, n) => ({ path: `f${n}`, added: 1, removed: 0 }))),
    fileCount: 101,
    added: 101,
    removed: 0,
    lineCount: 16,
  });
  const linked = (
    sessionId: string,
    bits: number[],
    strength: Linked['strength'] = 'matched',
    sha = 'a',
  ) => ({
    ...{ sha, sessionId, strength, byHand: false, lines: 0, evidence: [] },
    matched: Uint8Array.from(bits),
  });

  it('a commit tells how many of its lines sessions wrote, each line once, and at most a hundred files', async () => {
    const context = linkContext({
      more: {
        commit: {
          repositories: async () => new Map([['a', ['h/o/r']]]),
          rewrittenTo: async () => new Map([['a', 'z']]),
        },
      },
    });
    const links = [
      linked('s1', [0b1011, 0xff]),
      linked('s2', [0b0110]),
      linked('s3', [0xff, 0xff], 'likely'),
      linked('s1', [0xff], 'matched', 'b'),
    ];
    const [one, two] = await presentCommits(context, 'org_1', [aCommit('a'), aCommit('c')] as never, links);
    assert.equal(one?.linesOfSessions, 12);
    assert.deepEqual([one?.files.length, one?.repositories, one?.rewrittenTo], [100, ['h/o/r'], 'z']);
    assert.deepEqual([two?.linesOfSessions, two?.repositories, two?.rewrittenTo], [0, [], undefined]);
  });

  it('a session has the title that was made of it, else the one it was opened with; one that is gone is left out', async () => {
    const session = (sessionId: string, title: string | null) =>
      [sessionId, { sessionId, title, agentId: 'codex', environmentId: 'env_1', startedAt: 0 }] as const;
    const context = linkContext({
      more: {
        store: {
          session: {
            findAll: async () => new Map([session('s1', 'Own'), session('s2', 'Own'), session('s3', null)]),
          },
          statistics: {
            find: async () => new Map(['s2'].map((id) => [id, { figures: `{"title":"Read out of ${id}"}` }])),
          },
        },
      },
    });
    const links = ['s1', 's2', 's3', 's4'].map((sessionId) => ({ sessionId, matched: 1, note: sessionId }));
    const found = await presentLinkedSessions(context, actor, links);
    assert.deepEqual(
      found.map(({ session: one, ...rest }) => [one.title, rest]),
      [
        ['Own', { note: 's1' }],
        ['Read out of s2', { note: 's2' }],
        [undefined, { note: 's3' }],
      ],
    );
  });

  it('a line comes from the surest session that wrote it, with the prompt before it', async () => {
    const asked: number[] = [];
    const turns = [
      { start: { sequence: 1, text: 'first' } },
      {},
      { start: { sequence: 5, text: 'second' } },
      { start: { sequence: 9, text: 'third' } },
    ];
    const context = linkContext({
      more: {
        concludedLink: {
          lineOrigins: async (ids: string[], hash: number) => {
            asked.push(ids.length);
            return hash === 7
              ? [
                  { sessionId: 's2', sequence: 2, at: null },
                  { sessionId: 's1', sequence: 5, at: 1000 },
                ]
              : [];
          },
        },
        store: {
          transcript: { turns: async (_: string, from: number) => ({ turns: from ? [] : turns, total: 4 }) },
        },
      },
    });
    const links = [linked('s1', []), linked('s1', [], 'seen', 'b'), linked('s2', [])];
    assert.deepEqual(await lineOrigin(context, actor, links, 7), {
      sessionId: 's1',
      sequence: 5,
      at: '1970-01-01T00:00:01.000Z',
      prompt: { sequence: 5, text: 'second' },
    });
    assert.equal((await lineOrigin(context, actor, links.slice(2), 7))?.prompt?.text, 'first');
    assert.equal(await lineOrigin(context, actor, links, 8), undefined);
    await lineOrigin(
      context,
      actor,
      Array.from({ length: 30 }, (_, n) => linked(`s${n}`, [])),
      8,
    );
    assert.deepEqual(asked, [2, 1, 2, 20]);
  });
});
