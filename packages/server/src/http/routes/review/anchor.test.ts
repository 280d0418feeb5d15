import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Anchor, DebriefError } from '@debrief/contract';
import { runStatement } from '../../../../testing/engine.ts';
import { aReviewedTeam, grow, prompt } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';

let serial = 0;
const event = (type: string, rest: object) => ({
  eventType: type,
  payload: { type, uuid: `a${++serial}`, cwd: '/repo', ...rest },
});
const says = (content: object) =>
  event('assistant', {
    message: { id: `m${serial}`, role: 'assistant', model: 'claude-opus-4-5', content: [content] },
  });
const call = (id: string, name: string, input: object) => says({ type: 'tool_use', id, name, input });
const result = (id: string, content: string, toolUseResult?: object) =>
  event('user', {
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ...(toolUseResult && { toolUseResult }),
  });

const hunk = { oldStart: 10, oldLines: 1, newStart: 10, newLines: 2, lines: ['-b', '+c', '+d'] };
const [edited, made] = ['/repo/a<img src=x>.ts', '/repo/new.ts'];

/** 1 a prompt, 2–3 a command, 4–5 an edit of line 10, 6–7 a new file of two lines, 8 an answer. */
const session = () => [
  prompt('one'),
  call('t1', 'Bash', { command: 'make' }),
  result('t1', '\u001b[31mred\u001b[0m'),
  call('t2', 'Edit', { file_path: edited, old_string: 'b', new_string: 'c\nd' }),
  result('t2', 'ok', { filePath: edited, oldString: 'b', newString: 'c\nd', structuredPatch: [hunk] }),
  call('t3', 'Write', { file_path: made, content: 'x\ny\n' }),
  result('t3', 'ok', { type: 'create', filePath: made, content: 'x\ny\n', structuredPatch: [] }),
  says({ type: 'text', text: 'So it is.' }),
];

onEveryEngine('places of threads', (server) => {
  it('T3 an entry, a part, words, a file and a line that the session has', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    await grow(team, sessionId, session());
    const places: Anchor[] = [
      { sequence: 8 },
      { sequence: 3, entry: '2.0' },
      { sequence: 2, entry: '2.0', part: 'input', range: [8, 12] },
      { sequence: 2, entry: '2.0', part: 'output', range: [0, 3] },
      { sequence: 8, entry: '8.0', part: 'text', range: [0, 9] },
      { sequence: 0, path: edited },
      { sequence: 4, path: made },
      { sequence: 4, entry: '4.0', path: edited },
      { sequence: 5, entry: '4.0', part: 'change', path: edited, line: 11 },
      { sequence: 4, entry: '4.0', part: 'change', path: edited, line: 10, range: [0, 8] },
      { sequence: 6, entry: '6.0', part: 'change', path: made, line: 2 },
    ];
    for (const anchor of places) {
      const { thread } = await ada.client.openThread({ sessionId, anchor, body: 'Why?' });
      assert.deepEqual(thread.anchor, anchor);
    }
  });

  it('T3 anything else is refused, with what is wrong about it, and nothing is kept', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    await grow(team, sessionId, session());
    const wrong: [Anchor, RegExp][] = [
      [{ sequence: 9 }, /^anchor\.sequence: the session has 8 events\.$/],
      [{ sequence: 8, entry: '9.0' }, /^anchor\.entry: this entry begins after anchor\.sequence\.$/],
      [{ sequence: 3, entry: '3.0' }, /^anchor\.entry: the session has no such entry\.$/],
      [{ sequence: 8, entry: '8.7' }, /^anchor\.entry: the session has no such entry\.$/],
      [{ sequence: 8, entry: '2.0' }, /^anchor\.sequence: the entry is not made of this event\.$/],
      [{ sequence: 8, entry: '8.0', part: 'output' }, /^anchor\.part: the entry has no output\.$/],
      [{ sequence: 2, entry: '2.0', part: 'change' }, /^anchor\.part: the entry has no change\.$/],
      [
        { sequence: 8, entry: '8.0', part: 'text', range: [0, 10] },
        /^anchor\.range: this part of the entry has 9 characters\.$/,
      ],
      // As it is shown, without its colours.
      [{ sequence: 2, entry: '2.0', part: 'output', range: [0, 4] }, /^anchor\.range: .* 3 characters\.$/],
      [
        { sequence: 4, entry: '4.0', part: 'change', path: edited, range: [0, 9] },
        /^anchor\.range: .* 8 characters\.$/,
      ],
      [{ sequence: 0, path: '/repo/b.ts' }, /^anchor\.path: the session changed no such file\.$/],
      [{ sequence: 4, path: 'new.ts' }, /^anchor\.path: the session changed no such file\.$/],
      [{ sequence: 4, entry: '4.0', path: made }, /^anchor\.path: the entry did not change this file\.$/],
      [{ sequence: 2, entry: '2.0', part: 'change', path: made }, /^anchor\.path: the entry did not/],
      [{ sequence: 4, path: edited, line: 9 }, /^anchor\.line: no change of this file shows line 9\.$/],
      [
        { sequence: 4, entry: '4.0', part: 'change', path: edited, line: 12 },
        /^anchor\.line: no change of this file shows line 12\.$/,
      ],
      [{ sequence: 6, entry: '6.0', part: 'change', path: made, line: 3 }, /^anchor\.line: .* line 3\.$/],
    ];
    for (const [anchor, message] of wrong) {
      await assert.rejects(
        ada.client.openThread({ sessionId, anchor, body: 'Why?' }),
        (error) => {
          assert.ok(error instanceof DebriefError, String(error));
          assert.equal(error.code, 'validation_error', JSON.stringify(anchor));
          assert.match(error.message, message, JSON.stringify(anchor));
          return true;
        },
        JSON.stringify(anchor),
      );
    }
    assert.deepEqual((await ada.client.listThreads({ sessionId })).threads, []);
  });

  it('T3 what is not folded yet, or cannot be read, is judged by the number of events', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    await grow(team, sessionId, session());
    const { database } = server().config;
    const open = (anchor: Anchor) => ada.client.openThread({ sessionId, anchor, body: 'Why?' });
    // As if three more had come of which nobody has looked at any.
    await runStatement(database, `update sessions set event_count = 11 where session_id = '${sessionId}'`);
    for (const anchor of [
      { sequence: 9, entry: '9.0', part: 'text' as const, range: [0, 500] },
      { sequence: 11, entry: '10.0', part: 'change' as const, path: '/repo/later.ts', line: 7 },
      { sequence: 0, path: '/repo/later.ts' },
    ]) {
      assert.deepEqual((await open(anchor)).thread.anchor, anchor);
    }
    await assert.rejects(open({ sequence: 12 }), /has 11 events/);
    await assert.rejects(open({ sequence: 11, entry: '12.0' }), /begins after/);
    await assert.rejects(open({ sequence: 3, entry: '3.0' }), /no such entry/, 'what is folded is known');
  });
});
