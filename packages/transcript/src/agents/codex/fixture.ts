/** A small session, written by hand. */
const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();

const codex = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload });

export const records: unknown[] = [
  codex(0, 'session_meta', { id: 'th1', cwd: '/repo', cli_version: '0.130.0', git: { branch: 'main' } }),
  codex(1, 'turn_context', { turn_id: 't1', model: 'gpt-5.5', cwd: '/repo' }),
  codex(2, 'event_msg', { type: 'user_message', message: 'Say hi', images: [] }),
  codex(3, 'response_item', {
    type: 'function_call',
    call_id: 'c1',
    name: 'shell',
    arguments: '{"command":["echo","hi"]}',
  }),
  codex(4, 'response_item', { type: 'function_call_output', call_id: 'c1', output: 'hi' }),
  codex(5, 'event_msg', { type: 'agent_message', message: 'hi' }),
  codex(6, 'event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: 130 },
      last_token_usage: { input_tokens: 120, cached_input_tokens: 100, output_tokens: 10 },
    },
  }),
];
