import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TranscriptEntry } from '@debrief/contract';
import { type ClippedEntry, clipEntry, createReader, type Entry, fieldLength } from '@debrief/transcript';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { parserSession, read, stored } from '../../../testing/session/recorded-session.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { deleteSession } from '../../domain/erasure/deletion.ts';

/** The whole way: appended through the API, folded in the thread, read through the API. */

for (const engine of engines) {
  describe(`reading on ${engine}`, () => {
    let server: TestServer;
    let team: Team;
    let sessionId: string;
    const records = parserSession();
    const client = () => team.owner.client;
    before(async () => {
      server = await testServer(engine);
      team = await aTeam(server);
      sessionId = await stored(team, records, 7);
    });
    after(() => server[Symbol.asyncDispose]());

    it('shows the entries that a reader of all events makes, clipped', async () => {
      const window = await read(() => client().getTranscript({ sessionId }));
      const reader = createReader('claude-code');
      reader.feed(records.map((payload, at) => ({ sequence: at + 1, eventType: 'x', payload })));
      const expected = JSON.parse(JSON.stringify(reader.entries.map((entry) => clipEntry(entry))));
      assert.deepEqual(window.entries, expected);
      assert.deepEqual(
        [window.state, window.foldedTo, window.eventCount, window.lane, window.from, window.total],
        ['current', records.length, records.length, 0, 0, expected.length],
      );
    });

    it('windows by number and around an event, in any lane', async () => {
      const { entries, total } = await client().getTranscript({ sessionId });
      const part = await client().getTranscript({ sessionId, from: 2, limit: 3 });
      assert.deepEqual([part.from, part.total, part.entries], [2, total, entries.slice(2, 5)]);
      const past = await client().getTranscript({ sessionId, from: 1000 });
      assert.deepEqual([past.entries, past.total], [[], total]);
      // Event 3 is the result of the call in event 2.
      const around = await client().getTranscript({ sessionId, at: 3 });
      assert.equal((around.entries[around.index as number] as TranscriptEntry).id, '2.0');
      const inLane = await client().getTranscript({ sessionId, at: 9 });
      assert.equal(inLane.lane, 1);
      assert.ok(inLane.entries[(inLane.index as number) - inLane.from]?.sequences.includes(9));
      const lane = await client().getTranscript({ sessionId, lane: 1 });
      assert.deepEqual(
        lane.entries.map(({ kind }) => kind),
        ['prompt', 'tool'],
      );
      assert.equal((await client().getTranscript({ sessionId, lane: 7 })).total, 0);
    });

    it('has a skeleton that agrees with the entries', async () => {
      const { entries, total } = await client().getTranscript({ sessionId });
      const skeleton = await client().getSkeleton({ sessionId });
      assert.equal(skeleton.total, total);
      const [part] = skeleton.parts;
      assert.equal(part?.kinds.length, total);
      assert.equal(part?.kinds, 'pSEaWSSrp');
      assert.equal(part?.outcomes, '-ooooooe-'.replace('ooooooe-', 'oooooe--'));
      let sequence = 0;
      assert.deepEqual(
        part?.sequences.map((step) => {
          sequence += step;
          return sequence;
        }),
        entries.map(({ sequences }) => sequences[0]),
      );
      // Error, edit and clipped are bits of a base64url digit.
      const bits = [...(part?.flags ?? '')].map((digit) =>
        'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.indexOf(digit),
      );
      assert.deepEqual(bits, [0, 32, 4, 0, 4 + 32, 0, 1, 0, 0]);
    });

    it('gives one entry whole, from the log', async () => {
      const { entries } = await client().getTranscript({ sessionId });
      const bash = entries[1] as unknown as ClippedEntry & { output: string };
      assert.equal(bash.output.length, fieldLength);
      assert.equal(bash.clipped?.output, 9015);
      const { entry, isWhole, lane, index } = await client().getEntry({ sessionId, entryId: bash.id });
      const whole = entry as unknown as Entry & { output: string; clipped?: object };
      assert.deepEqual([isWhole, lane, index, whole.clipped], [true, 0, 1, undefined]);
      assert.ok(whole.output.endsWith('pelican') && whole.output.length === 9015);
      for (const entryId of ['2.7', '9999.0', 'x', '0.0', '2', '-1.0', '2.0.0']) {
        await assert.rejects(client().getEntry({ sessionId, entryId }), { code: 'entry_not_found' }, entryId);
      }
    });

    it('outlines the turns, with what sub-agents did in them', async () => {
      const outline = await client().getOutline({ sessionId });
      assert.equal(outline.totalTurns, 2);
      const [first, second] = outline.turns;
      assert.equal(first?.prompt?.text, 'Make the parser faster');
      assert.deepEqual(
        [first?.steps, first?.edits, first?.files, first?.errors, first?.subagents, first?.commits],
        [7, 3, 2, 1, 1, 1],
      );
      assert.equal(first?.answer, 'The parser is twice as fast.');
      assert.equal(first?.requests, 1);
      assert.ok((first?.costUsd ?? 0) > 0);
      assert.deepEqual([second?.prompt?.text, second?.steps], ['Thanks', 0]);
      assert.deepEqual(
        outline.lanes.map(({ lane, agentId, parent, total }) => [lane, agentId, parent, total]),
        [[1, 'helper-1', 0, 2]],
      );
      const later = await client().getOutline({ sessionId, from: 1, limit: 1 });
      assert.deepEqual(later.turns, [second]);
    });

    it('says what changed in each file, net, with sub-agents and commands', async () => {
      const { files, totalFiles } = await client().getChanges({ sessionId });
      assert.deepEqual(
        files.map(({ path, change, edits, commands }) => [path, change, edits, commands]),
        [
          ['/repo/a.ts', 'update', 2, 0],
          ['/repo/new.md', 'add', 1, 1],
        ],
      );
      assert.equal(totalFiles, 2);
      const { file } = await client().getChanges({ sessionId, path: '/repo/a.ts' });
      assert.equal(file?.known, 'net');
      assert.deepEqual(
        file?.hunks.map(({ lines, edits }) => [lines, edits]),
        [
          [
            ['-a', '+c'],
            [0, 1],
          ],
        ],
      );
      assert.deepEqual(
        file?.edits.map(({ entry, lane, turn }) => [entry, lane, turn]),
        [
          ['4.0', 0, 0],
          ['8.0', 1, 0],
        ],
      );
      // The text was clipped: it comes from the log.
      const long = await client().getChanges({ sessionId, path: '/repo/new.md' });
      assert.deepEqual([long.file?.known, long.file?.added], ['partial', 2001]);
      assert.deepEqual(
        long.file?.edits.map(({ change }) => change),
        ['add', 'command'],
      );
      assert.deepEqual((await client().getChanges({ sessionId, path: '/nowhere' })).files, []);
    });

    it('shows a file as of an event, with the edits that its lines came from', async () => {
      const file = async (path: string, at?: number) =>
        (await client().getFileAt({ sessionId, path, ...(at !== undefined && { at }) })).file;
      const lines = (found: Awaited<ReturnType<typeof file>>) =>
        found?.hunks.flatMap((hunk) =>
          hunk.lines.map((line, n) => [line, found.edits[hunk.from[n] ?? -1]?.entry]),
        );
      const first = await file('/repo/a.ts', 4);
      assert.deepEqual(lines(first), [
        ['-a', undefined],
        ['+b', '4.0'],
      ]);
      assert.deepEqual([first?.states, first?.edits[first.last ?? -1]?.entry], [[4, 8], '4.0']);
      // A call that is not answered yet is not there; the one of the sub-agent is, once it began.
      assert.deepEqual(lines(await file('/repo/a.ts', 7)), lines(first));
      assert.deepEqual(
        lines(await file('/repo/a.ts'))?.map(([line]) => line),
        ['-b', '+c'],
      );
      // The text was clipped: it comes from the log. A command wrote the file later.
      const { entry = '' } = (await file('/repo/new.md'))?.edits[0] ?? {};
      const written = await file(
        '/repo/new.md',
        Number.parseInt((await client().getChanges({ sessionId })).files[1]?.first ?? '', 10),
      );
      assert.deepEqual(
        [written?.isWhole, written?.rows, written?.hunks[0]?.newStart],
        [true, { first: 0, shown: 600, total: 2001 }, 1],
      );
      const last = await client().getFileAt({ sessionId, path: '/repo/new.md', line: 1900 });
      assert.deepEqual([last.file?.lost?.by, last.file?.hunks, entry !== ''], ['command', [], true]);
      assert.equal(await file('/nowhere'), undefined);
    });

    it('finds words and exact text, also what was clipped, by kind and lane', async () => {
      const find = async (q: string, more: object = {}) => {
        const { matches, total, isComplete } = await client().findInSession({ sessionId, q, ...more });
        assert.ok(isComplete);
        assert.equal(total, matches.length);
        return matches;
      };
      const [walrus] = await find('WALRUS');
      assert.deepEqual(
        [walrus?.entry, walrus?.part, walrus?.start, walrus?.end, walrus?.isClipped],
        ['2.0', 'output', 0, 6, false],
      );
      const [pelican] = await find('pelican');
      assert.deepEqual(
        [pelican?.entry, pelican?.part, pelican?.isClipped, pelican?.start],
        ['2.0', 'output', true, 9008],
      );
      assert.equal((await find('"parser faster"')).length, 1);
      assert.equal((await find('"faster parser"')).length, 0);
      assert.equal((await find('faster parser')).length, 1);
      assert.deepEqual(
        (await find('look around')).map(({ lane }) => lane),
        [0, 1],
      );
      assert.deepEqual(
        (await find('look around', { lane: 1 })).map(({ kind }) => kind),
        ['prompt'],
      );
      assert.deepEqual(
        (await find('parser', { kinds: ['reply'] })).map(({ entry }) => entry),
        ['17.0'],
      );
      assert.equal((await find('npm test', { kinds: ['tool:shell'] })).length, 1);
      assert.equal((await find('npm test', { kinds: ['tool:edit'] })).length, 0);
      for (const { snippet, matches } of await find('parser')) {
        for (const [from = 0, to = 0] of matches)
          assert.equal(snippet.slice(from, to).toLowerCase(), 'parser');
      }
    });

    it('pages through what it finds, each match once', async () => {
      const all = await client().findInSession({ sessionId, q: 'repo', limit: 200 });
      assert.ok(all.total >= 3);
      const walked: string[] = [];
      let after: string | undefined;
      do {
        const page = await client().findInSession({
          sessionId,
          q: 'repo',
          limit: 1,
          ...(after && { after }),
        });
        assert.equal(page.total, all.total);
        walked.push(...page.matches.map(({ entry }) => entry));
        after = page.nextCursor ?? undefined;
      } while (after);
      assert.deepEqual(
        walked,
        all.matches.map(({ entry }) => entry),
      );
    });

    it('refuses parameters it cannot understand', async () => {
      const ask = async (path: string) => {
        const response = await fetch(`${server.url}/v1/organizations/me/sessions/${sessionId}/${path}`, {
          headers: { Authorization: `Bearer ${team.owner.token}` },
        });
        return [response.status, ((await response.json()) as { code?: string }).code];
      };
      for (const path of [
        'transcript?lane=-1',
        'transcript?lane=x',
        'transcript?at=0',
        'transcript?at=1&from=1',
        'transcript?limit=0',
        'transcript/skeleton?from=-1',
        'outline?from=1.5',
        'changes?path=',
        'file',
        'file?path=',
        'file?path=a&at=-1',
        'file?path=a&line=0',
        'find',
        'find?q=',
        'find?q=x&limit=0',
      ]) {
        assert.deepEqual(await ask(path), [400, 'validation_error'], path);
      }
      for (const path of ['find?q=x&after=zz', 'changes?cursor=zz']) {
        assert.deepEqual(await ask(path), [400, 'invalid_cursor'], path);
      }
    });

    it('belongs to its organization, is audited once, and goes with the session', async () => {
      const other = await aTeam(server, 'Other');
      const routes = [
        () => other.owner.client.getTranscript({ sessionId }),
        () => other.owner.client.getSkeleton({ sessionId }),
        () => other.owner.client.getEntry({ sessionId, entryId: '1.0' }),
        () => other.owner.client.getOutline({ sessionId }),
        () => other.owner.client.getChanges({ sessionId }),
        () => other.owner.client.getFileAt({ sessionId, path: '/repo/a.ts' }),
        () => other.owner.client.findInSession({ sessionId, q: 'parser' }),
      ];
      for (const route of routes) await assert.rejects(route, { code: 'session_not_found' });
      const { entries } = await client().listAudit({ action: 'session_read' });
      const channels = entries.filter(({ targetId }) => targetId === sessionId).map(({ channel }) => channel);
      assert.deepEqual(channels.sort(), [...new Set(channels)], 'once for each of them');
      assert.ok(channels.includes('transcript') && channels.includes('find'), String(channels));
      const { context } = server.running;
      await deleteSession(context, { sessionId, organizationId: team.organizationId });
      assert.equal(await context.store.transcript.total(sessionId, 0), 0);
      assert.equal(await context.store.transcript.state(sessionId), undefined);
    });
  });
}
