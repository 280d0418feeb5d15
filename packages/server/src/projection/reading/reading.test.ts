import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TranscriptEntry } from '@debrief/contract';
import { type ClippedEntry, clipEntry, createReader, type Entry, fieldLength } from '@debrief/transcript';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { deleteSession } from '../../domain/session/deletion.ts';

/** The whole way: appended through the API, folded in the thread, read through the API. */

const said = (role: 'user' | 'assistant', text: string, more: object = {}) => ({
  type: role,
  uuid: crypto.randomUUID(),
  timestamp: '2026-03-01T10:00:00.000Z',
  message: {
    role,
    id: crypto.randomUUID(),
    model: 'claude-sonnet-4-5',
    ...(role === 'assistant' && { usage: { input_tokens: 10, output_tokens: 5 } }),
    content: [{ type: 'text', text }],
  },
  ...more,
});
const called = (id: string, name: string, input: object, more: object = {}) => ({
  type: 'assistant',
  uuid: crypto.randomUUID(),
  message: { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  ...more,
});
const result = (id: string, content: string, more: object = {}, isError = false) => ({
  type: 'user',
  uuid: crypto.randomUUID(),
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
  ...more,
});
const sub = { isSidechain: true, agentId: 'helper-1' };

const session = (): object[] => [
  said('user', 'Make the parser faster'),
  called('b1', 'Bash', { command: 'npm test' }),
  result('b1', `walrus ${'x'.repeat(9000)} pelican`),
  called('e1', 'Edit', { file_path: '/repo/a.ts', old_string: 'a', new_string: 'b' }),
  result('e1', 'ok', {
    toolUseResult: {
      filePath: '/repo/a.ts',
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
    },
  }),
  called('t1', 'Task', { description: 'Look', prompt: 'Look around', subagent_type: 'Explore' }),
  said('user', 'Look around', sub),
  called('e2', 'Edit', { file_path: '/repo/a.ts', old_string: 'b', new_string: 'c' }, sub),
  result('e2', 'ok', {
    ...sub,
    toolUseResult: {
      filePath: '/repo/a.ts',
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-b', '+c'] }],
    },
  }),
  result('t1', 'Found it', { toolUseResult: { agentId: 'helper-1', status: 'completed' } }),
  called('w1', 'Write', { file_path: '/repo/new.md', content: `# Title\n${'line\n'.repeat(2000)}` }),
  result('w1', 'created', { toolUseResult: { type: 'create', filePath: '/repo/new.md' } }),
  called('s1', 'Bash', { command: 'sed -i s/x/y/ new.md && git commit -am done' }),
  result('s1', 'ok'),
  called('f1', 'Bash', { command: 'false' }),
  result('f1', 'Exit code 1', {}, true),
  said('assistant', 'The parser is twice as fast.'),
  said('user', 'Thanks'),
];

const payloads = (records: readonly object[]) => records.map((payload) => ({ eventType: 'x', payload }));

async function stored(team: Team, records: readonly object[], size = 50): Promise<string> {
  const { sessionId } = await team.machine.openSession({
    environmentId: team.environmentId,
    agentInstallationId: team.installationId,
  });
  for (let at = 0; at < records.length; at += size) {
    await team.machine.appendEvents({ sessionId, events: payloads(records.slice(at, at + size)) });
  }
  return sessionId;
}

async function read<Answer extends { state: string }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const begun = Date.now(); ; await sleep(30)) {
    const answer = await ask();
    if (answer.state !== 'behind') return answer;
    assert.ok(Date.now() - begun < 15_000, 'not folded in time');
  }
}

for (const engine of engines) {
  describe(`reading on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    let sessionId: string;
    const records = session();
    const client = () => team.owner.client;

    it('shows the entries that a reader of all events makes, clipped', async () => {
      server = await started;
      team = await aTeam(server);
      sessionId = await stored(team, records, 7);
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

    it('follows a session that grows, and a long one page by page', async () => {
      const many = Array.from({ length: 450 }, (_, at) => said('user', `prompt ${at}`));
      const long = await stored(team, many.slice(0, 250));
      await read(() => client().getTranscript({ sessionId: long }));
      for (let at = 250; at < 450; at += 50) {
        await team.machine.appendEvents({ sessionId: long, events: payloads(many.slice(at, at + 50)) });
      }
      await read(() => client().getTranscript({ sessionId: long }));
      const across = await client().getTranscript({ sessionId: long, from: 150, limit: 200 });
      assert.deepEqual(
        across.entries.map((entry) => (entry as unknown as { text: string }).text),
        Array.from({ length: 200 }, (_, at) => `prompt ${150 + at}`),
      );
      const { parts, total } = await client().getSkeleton({ sessionId: long });
      assert.deepEqual([total, parts.map(({ from }) => from)], [450, [0, 200, 400]]);
      const tail = await client().getSkeleton({ sessionId: long, from: 399 });
      assert.deepEqual(tail.parts, parts.slice(1));
      const outline = await client().getOutline({ sessionId: long, from: 199, limit: 2 });
      assert.deepEqual([outline.totalTurns, outline.turns.map(({ turn }) => turn)], [450, [199, 200]]);
    });

    it('says what sub-agents used, with those they started, however the events came', async () => {
      const agent = (agentId: string) => ({ isSidechain: true, agentId });
      const started = (id: string, agentId: string, more: object = {}) => [
        called(id, 'Task', { description: agentId, prompt: `go ${agentId}` }, more),
        said('user', `go ${agentId}`, agent(agentId)),
      ];
      const all = [
        said('user', 'Work'),
        ...started('t1', 'outer'),
        said('assistant', 'one', agent('outer')),
        ...started('t2', 'inner', agent('outer')),
        said('assistant', 'two', agent('inner')),
        result('t2', 'ok', { ...agent('outer'), toolUseResult: { agentId: 'inner', status: 'completed' } }),
        result('t1', 'ok', { toolUseResult: { agentId: 'outer', status: 'completed' } }),
        said('assistant', 'done'),
      ];
      for (const size of [50, 1]) {
        const id = await stored(team, all, size);
        await read(() => client().getTranscript({ sessionId: id }));
        const { lanes, turns } = await client().getOutline({ sessionId: id });
        assert.deepEqual(
          lanes.map(({ agentId, parent, tokens }) => [agentId, parent, tokens]),
          [
            ['outer', 0, { input: 20, output: 10, cache: 0 }],
            ['inner', 1, { input: 10, output: 5, cache: 0 }],
          ],
        );
        assert.deepEqual(turns[0]?.tokens, { input: 30, output: 15, cache: 0 });
        const [outer, inner] = lanes.map(({ costUsd = 0 }) => costUsd);
        assert.ok(inner && outer && Math.abs(outer - 2 * inner) < 2e-6, `${outer} ${inner}`);
      }
    });

    it('counts the parts of records that never became whole', async () => {
      const part = (index: number) => ({
        debrief: { v: 1, part: { id: 'p1', index, total: 3 } },
        text: ['{"type":"user",', '"message":{"role":"user",', '"content":"whole"}}'][index],
      });
      const id = await stored(team, [said('user', 'Work'), part(0), part(2)]);
      await read(() => client().getTranscript({ sessionId: id }));
      const pending = async () =>
        (await client().getSession({ sessionId: id })).session.statistics?.pendingParts;
      assert.equal(await pending(), 2);
      await team.machine.appendEvents({ sessionId: id, events: payloads([part(1)]) });
      await read(() => client().getTranscript({ sessionId: id }));
      assert.equal(await pending(), undefined);
    });

    it('streams entries as they are folded, new and completed', async () => {
      const live = await stored(team, [said('user', 'first')]);
      await read(() => client().getTranscript({ sessionId: live }));
      const stop = new AbortController();
      const response = await fetch(
        `${server.url}/v1/organizations/me/sessions/${live}/stream?content=entries&entriesAfter=1`,
        { headers: { Authorization: `Bearer ${team.owner.token}` }, signal: stop.signal },
      );
      const told: {
        foldedTo: number;
        entries: { index: number; entry: { id: string; outcome?: string } }[];
      }[] = [];
      const listening = (async () => {
        let text = '';
        for await (const part of response.body ?? []) {
          text += Buffer.from(part).toString();
          assert.ok(!text.includes('event: event'));
          const messages = text.split('\n\n');
          text = messages.pop() ?? '';
          for (const message of messages.filter((one) => one.includes('event: entries'))) {
            told.push(JSON.parse(message.slice(message.indexOf('data: ') + 6)));
          }
        }
      })().catch(() => {});
      const until = async (foldedTo: number) => {
        for (const begun = Date.now(); (told.at(-1)?.foldedTo ?? 0) < foldedTo; await sleep(20)) {
          assert.ok(Date.now() - begun < 15_000, 'not told in time');
        }
      };
      await team.machine.appendEvents({
        sessionId: live,
        events: payloads([called('x', 'Bash', { command: 'ls' })]),
      });
      await until(2);
      await team.machine.appendEvents({ sessionId: live, events: payloads([result('x', 'a.ts')]) });
      await until(3);
      stop.abort();
      await listening;
      const seen = told
        .flatMap(({ entries }) => entries)
        .map(({ index, entry }) => [index, entry.id, entry.outcome]);
      assert.deepEqual(seen, [
        [1, '2.0', 'running'],
        [1, '2.0', 'ok'],
      ]);
    });

    it('stops', async () => {
      await server[Symbol.asyncDispose]();
    });
  });
}
