export const sessionId = 'ses_0000000000000000000A';

/** What a server says of one session of Claude Code. */
export interface ReviewedSession {
  state: string;
  reviews: unknown[];
  links: { sha: string; strength: string }[];
  prompt: string;
  command: string;
  /** What the agent read, and then wrote. */
  read?: string;
  wrote: string;
}

/** What the server answers, by the last part of the address. */
export function answerOf(said: ReviewedSession, what: string): unknown {
  if (what === 'review') return { review: { state: said.state, reviews: said.reviews }, seen: 0 };
  if (what === 'links') return { links: said.links, pulls: [] };
  if (what === 'brief') {
    const run = { command: said.command };
    return { brief: { proved: { checks: [{ of: 'tests', state: 'passed', run }] } } };
  }
  if (what !== 'events') return { session: { sessionId, agentId: 'claude-code' } };
  const record = (type: string, content: unknown) => ({
    ...{ type, uuid: type, sessionId: 'a', cwd: '/home/ada/shop', timestamp: '2026-01-01T00:00:00.000Z' },
    message: { role: type, content },
  });
  const call = (id: string, name: string, input: unknown) =>
    record('assistant', [{ type: 'tool_use', id, name, input }]);
  const records = [
    record('user', said.prompt),
    call('t1', 'Read', { file_path: '/home/ada/shop/src/refund.js' }),
    record('user', [{ type: 'tool_result', tool_use_id: 't1', content: said.read ?? 'export const refund' }]),
    record('assistant', [{ type: 'text', text: 'I will write it.' }]),
    call('t2', 'Write', { file_path: '/home/ada/shop/src/refund.js', content: said.wrote }),
  ];
  const events = records.map((payload, index) => ({
    sequence: index + 1,
    eventType: payload.type,
    payload,
  }));
  return { events };
}
