import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Team } from '../team.ts';

/** Sessions of Claude Code as its records say them, stored and read through the API. */

export const said = (role: 'user' | 'assistant', text: string, more: object = {}) => ({
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
export const called = (id: string, name: string, input: object, more: object = {}) => ({
  type: 'assistant',
  uuid: crypto.randomUUID(),
  message: { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  ...more,
});
export const result = (id: string, content: string, more: object = {}, isError = false) => ({
  type: 'user',
  uuid: crypto.randomUUID(),
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
  ...more,
});
export const sub = { isSidechain: true, agentId: 'helper-1' };

/** An edit, a sub-agent, a long output, a new file, a failure. */
export const parserSession = (): object[] => [
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

export const payloads = (records: readonly object[]) =>
  records.map((payload) => ({ eventType: 'x', payload }));

export async function stored(team: Team, records: readonly object[], size = 50): Promise<string> {
  const { sessionId } = await team.machine.openSession({
    environmentId: team.environmentId,
    agentInstallationId: team.installationId,
  });
  for (let at = 0; at < records.length; at += size) {
    await team.machine.appendEvents({ sessionId, events: payloads(records.slice(at, at + size)) });
  }
  return sessionId;
}

/** The answer once the session is folded as far as it is stored. */
export async function read<Answer extends { state: string }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const begun = Date.now(); ; await sleep(30)) {
    const answer = await ask();
    if (answer.state !== 'behind') return answer;
    // The thread that folds has the lowest priority: beside other tests it may wait long for its turn.
    assert.ok(Date.now() - begun < 60_000, 'not folded in time');
  }
}
