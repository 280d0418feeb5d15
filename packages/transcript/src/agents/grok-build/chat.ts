import { attachments, compact, first, type Json, list, obj, parse, str, text } from '../../json.ts';
import type { Pen } from '../../pen.ts';

/** A line of `chat_history.jsonl`: what the model was told and said, without times. */
export function readChat(record: Json, pen: Pen) {
  switch (record.type) {
    case 'system':
      return pen.put({ kind: 'notice', label: 'system', text: text(record.content), level: 'context' });
    case 'user':
      return user(record, pen);
    case 'reasoning': {
      const said = text(record.summary);
      return pen.put({ kind: 'thinking', text: said, ...(said === '' && { hidden: true as const }) });
    }
    case 'assistant':
      return assistant(record, pen);
    case 'tool_result':
      // How a call went is not recorded here.
      return pen.result(str(record.tool_call_id), { output: text(record.content), outcome: 'unknown' });
    case 'backend_tool_call':
      return backend(obj(record.kind), pen);
  }
}

function user(record: Json, pen: Pen) {
  const said = text(record.content);
  const reason = str(record.synthetic_reason);
  if (reason !== undefined && reason !== 'interjection')
    return pen.put({ kind: 'notice', label: reason.replaceAll('_', ' '), text: said, level: 'context' });
  pen.abandon();
  if (record.prior_turn_interrupt !== undefined && record.prior_turn_interrupt !== null)
    pen.put({ kind: 'interruption', text: text(record.prior_turn_interrupt) });
  const extra = attachments(record.content);
  pen.title(said, 'prompt');
  const origin = pen.lane === undefined ? 'human' : 'agent';
  pen.put({ kind: 'prompt', text: said, origin, ...(extra && { attachments: extra }) });
}

function assistant(record: Json, pen: Pen) {
  const model = str(record.model_id);
  pen.model(model);
  const said = text(record.content);
  if (said !== '') pen.put({ kind: 'reply', text: said, ...(model && { model }) });
  for (const raw of list(record.tool_calls)) {
    const one = obj(raw);
    pen.call(str(one.id), { name: str(one.name) ?? 'tool', input: parse(one.arguments) ?? one.arguments });
  }
  if (!pen.wrote) pen.meta('assistant (empty)');
}

/** Done by the provider, without a call of the agent's. */
function backend(made: Json, pen: Pen) {
  const id = str(made.id) ?? `backend:${pen.serial()}`;
  const action = obj(made.action);
  pen.call(id, {
    name: str(made.tool_type) ?? 'backend tool',
    input: action,
    title: first(action.query, action.url),
  });
  const outcome = made.status === 'completed' ? 'ok' : made.status === 'failed' ? 'error' : 'unknown';
  pen.result(id, { output: action.sources === undefined ? '' : compact(action.sources), outcome });
}
