import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll } from '../../testing/read-all.ts';
import { codex, done, event, item } from './fixture.ts';

const line = (type: string, payload: object, rest: object = {}) => ({ ...codex(5, type, payload), ...rest });

test('paginated: item_completed in place of the old events', () => {
  const { told, accounting } = readAll('codex', [
    line('session_meta', { id: 'th1', history_mode: 'paginated' }, { ordinal: 0 }),
    done('UserMessage', { content: [{ type: 'text', text: 'Do it' }] }),
    done('Reasoning', { summary_text: [], raw_content: [] }),
    done('AgentMessage', { content: [{ type: 'Text', text: 'Doing' }] }),
    done('CommandExecution', { command: ['ls'], aggregated_output: 'x', exit_code: 0, status: 'completed' }),
    done('FileChange', { changes: { 'a.ts': { type: 'add', content: '1\n' } }, status: 'completed' }),
    done('McpToolCall', {
      server: 'gh',
      tool: 'issue',
      arguments: {},
      status: 'failed',
      error: { text: 'no' },
    }),
    done('WebSearch', { query: 'q' }),
    done('Extension', { kind: 'browse', action: { type: 'openPage' }, results: [{ title: 'T', url: 'u' }] }),
    done('ImageView', { path: 'a.png' }),
    done('ImageGeneration', { revised_prompt: 'cat' }),
    done('DynamicToolCall', { tool: 'deploy', arguments: { to: 'x' } }),
    done('CollabAgentToolCall', { tool: 'spawn_agent', prompt: 'help', receiver_thread_ids: ['child'] }),
    done('SubAgentActivity'),
    done('HookPrompt', { content: 'careful' }),
    done('Plan', { text: '1. go' }),
    done('ContextCompaction'),
    done('EnteredReviewMode', { review: 'r' }),
    done('ExitedReviewMode', { review: 'fine' }),
    done('Levitation', {}),
  ]);
  assert.deepEqual(told, [
    'prompt Do it',
    'thinking ',
    'reply Doing',
    'tool exec_command: ls = ok',
    'tool apply_patch: a.ts = ok',
    'tool gh.issue: gh.issue = error',
    'tool web_search: q = ok',
    'tool browse: {"action":{"type":"openPage"}} = ok',
    'tool ImageView: a.png = ok',
    'tool ImageGeneration: cat = ok',
    'tool deploy: {"to":"x"} = ok',
    'subagent spawn_agent: help = ok',
    'notice hook: careful',
    'plan plan: Plan = ok',
    'compaction ',
    'notice review started: r',
    'notice review ended: fine',
    'unknown event_msg/item_completed',
  ]);
  assert.ok(isBalanced(accounting));
});

test('the other events and items', () => {
  const { told, accounting, summary } = readAll('codex', [
    event('task_started', { turn_id: 't' }),
    event('turn_aborted', { reason: 'interrupted' }),
    event('task_complete', { error: { message: 'quota' } }),
    event('error', { message: 'boom' }),
    event('stream_error', { message: 'cut' }),
    event('warning', { message: 'careful' }),
    event('thread_name_updated', { thread_name: 'Named' }),
    event('thread_goal_updated', { goal: { objective: 'ship' } }),
    event('entered_review_mode', { user_facing_hint: 'diff' }),
    event('exited_review_mode', { review_output: { overall_explanation: 'good' } }),
    event('guardian_assessment', {
      id: 'g',
      status: 'in_progress',
      action: { type: 'command', command: 'rm' },
    }),
    event('guardian_assessment', {
      id: 'g',
      status: 'denied',
      rationale: 'risky',
      action: { type: 'command', command: 'rm' },
    }),
    event('exec_approval_request', { call_id: 'x', command: ['rm', 'x'] }),
    event('undo_completed', { success: true, message: 'undone' }),
    event('mcp_tool_call_end', {
      call_id: 'm',
      invocation: { server: 's', tool: 't' },
      result: { Err: 'down' },
    }),
    event('web_search_end', { call_id: 'w', query: 'q', results: [{ title: 'T', url: 'U', snippet: 'S' }] }),
    event('view_image_tool_call', { call_id: 'v', path: '/a.png' }),
    event('image_generation_end', { call_id: 'ig', status: 'completed', result: 'AAAA' }),
    event('dynamic_tool_call_request', { callId: 'd', tool: 'lint', arguments: { all: true } }),
    event('dynamic_tool_call_response', { call_id: 'd', success: false, content_items: [{ text: 'bad' }] }),
    event('collab_agent_spawn_end', {
      call_id: 'c',
      new_thread_id: 'child',
      new_agent_role: 'worker',
      prompt: 'dig',
    }),
    event('collab_close_end', { call_id: 'cc', status: { completed: 'ok' } }),
    event('sub_agent_activity', {}),
    item('tool_search_call', { call_id: 's', arguments: { query: 'mail' } }),
    item('tool_search_output', { call_id: 's', tools: [{ name: 'gmail' }] }),
    item('web_search_call', { id: 'ws', action: { type: 'search', query: 'cats' } }),
    item('agent_message', { author: 'a', recipient: 'b', content: [{ type: 'input_text', text: 'psst' }] }),
    item('ghost_snapshot', {}),
    line('compacted', { message: 'short' }),
    event('context_compacted', {}),
    line('world_state', {}),
    line('inter_agent_communication_metadata', {}),
    line('quantum_state', { type: 'spin' }),
  ]);
  assert.deepEqual(told, [
    'interruption interrupted',
    'error quota',
    'error boom',
    'error cut',
    'notice warning: careful',
    'notice goal: ship',
    'notice review started: diff',
    'notice review ended: good',
    'approval denied: rm\nrisky',
    'approval requested: rm x',
    'notice undo completed: undone',
    'tool s.t: s.t = error',
    'tool web_search: q = ok',
    'tool view_image: /a.png = ok',
    'tool image_generation: image_generation = ok',
    'tool lint: {"all":true} = error',
    'subagent collab_agent_spawn: dig = ok',
    'tool collab_close: collab_close = ok',
    'tool tool_search: mail = ok',
    'tool web_search: cats = ok',
    'notice agent message a → b: psst',
    'compaction short',
    'unknown quantum_state/spin',
  ]);
  assert.equal(summary.title, 'Named');
  assert.ok(isBalanced(accounting));
});

test('a search that is told of twice, the second time without its id, is one', () => {
  const action = { type: 'open_page', url: 'https://example.com/a' };
  const { told, accounting } = readAll('codex', [
    event('web_search_end', { call_id: 'ws', query: 'https://example.com/a', action }),
    item('web_search_call', { status: 'completed', action }),
    // The same page once more is another search.
    item('web_search_call', { status: 'completed', action }),
  ]);
  assert.deepEqual(told, [
    'tool web_search: https://example.com/a = ok',
    'tool web_search: https://example.com/a = ok',
  ]);
  assert.ok(isBalanced(accounting));
});
