/**
 * Hermes. One record = a row of its database: the session, its totals, or a message in the dialect of chat
 * completions. A tool answers with JSON text, in which `error` and `exit_code` tell how it went.
 */
import type { AgentReader } from '../../agent.ts';
import { first, type Json, list, num, obj, parse, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';

export const hermes: AgentReader = {
  id: 'hermes',
  time: (record) => time(record.timestamp ?? record.started_at ?? record.session_start),
  prompt: (record) => (record.role === 'user' ? text(record.content) : undefined),
  read(record, pen) {
    if (record.type === 'usage') return usage(record, pen);
    if (record.type === 'session' || record.session_id !== undefined) return session(record, pen);
    const model = str(record._model);
    pen.model(model);
    if (model) pen.remember('model', model);
    switch (record.role) {
      case 'user':
        return user(text(record.content), pen);
      case 'assistant':
        return assistant(record, pen);
      case 'tool':
        return result(record, pen);
      case 'session_meta':
        return pen.meta('session_meta');
      case 'system':
        return pen.put({ kind: 'notice', label: 'system', text: text(record.content), level: 'context' });
    }
  },
};

function session(record: Json, pen: Pen) {
  pen.learn({
    agentSessionId: first(record.id, record.session_id),
    cwd: first(record.cwd, obj(record.model_config).cwd),
  });
  pen.title(str(record.title), 'generated');
  const model = str(record.model);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  // A session that is over says so after its last message.
  if (record.ended_at !== undefined && record.ended_at !== null) pen.abandon();
  if (record.end_reason === 'compression')
    pen.put(
      { kind: 'compaction', text: 'The conversation goes on, shortened, in another session.' },
      'compaction',
    );
  if (!pen.wrote) pen.meta('session');
}

/** Sums of the session. */
function usage(record: Json, pen: Pen) {
  pen.meta('usage');
  const cost = num(record.actual_cost_usd) ?? num(record.estimated_cost_usd);
  if (num(record.output_tokens) === undefined && cost === undefined) return;
  pen.spend(`session:${pen.lane ?? ''}`, {
    id: `@${pen.lane ?? ''}`,
    model: first(record.model, pen.recall('model')) ?? 'unknown',
    tokens: tokens({
      input: num(record.input_tokens),
      output: num(record.output_tokens),
      cacheRead: num(record.cache_read_tokens),
      cacheWrite: num(record.cache_write_tokens),
      reasoning: num(record.reasoning_tokens),
    }),
    requests: Math.max(1, num(record.api_call_count) ?? 1),
    ...(cost !== undefined && { cost }),
  });
}

function user(said: string, pen: Pen) {
  // Sub-agents in the background report in the name of the person.
  if (said.startsWith('[ASYNC DELEGATION'))
    return pen.put({ kind: 'notice', label: 'sub-agents', text: said, level: 'context' });
  pen.abandon();
  pen.title(said, 'prompt');
  pen.put({ kind: 'prompt', text: said, origin: pen.lane === undefined ? 'human' : 'agent' });
}

function assistant(record: Json, pen: Pen) {
  const model = pen.recall<string>('model');
  const thought = first(record.reasoning, record.reasoning_content);
  if (thought !== undefined) pen.put({ kind: 'thinking', text: thought });
  const said = text(record.content);
  if (said !== '') pen.put({ kind: 'reply', text: said, ...(model && { model }) });
  for (const raw of list(parse(record.tool_calls) ?? record.tool_calls)) {
    const call = obj(raw);
    const { name, arguments: args } = obj(call.function);
    const input = parse(args) ?? args;
    const { goal } = obj(input);
    const isTask = name === 'delegate_task';
    pen.call(first(call.id, call.call_id), {
      name: str(name) ?? 'tool',
      input: isTask && goal !== undefined ? { ...obj(input), prompt: goal } : input,
      ...(isTask && { kind: 'task' as const, title: first(goal, obj(list(obj(input).tasks)[0]).goal) }),
      ...(name === 'clarify' && { kind: 'question' as const }),
    });
  }
  if (!pen.wrote) pen.meta('assistant (empty)');
}

function result(record: Json, pen: Pen) {
  const output = text(record.content);
  const answer = obj(parse(output));
  const exitCode = num(answer.exit_code);
  const failure = answer.error;
  const failed =
    answer.success === false ||
    (failure !== undefined && failure !== null && failure !== '') ||
    (exitCode ?? 0) !== 0;
  pen.result(str(record.tool_call_id), {
    output: first(answer.output) ?? output,
    outcome: failed ? 'error' : 'ok',
    exitCode,
    name: word(record.tool_name) || undefined,
  });
}
