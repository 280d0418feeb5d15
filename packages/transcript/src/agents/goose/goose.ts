/**
 * Goose. One record = one row of its database: the session, its totals, or a message. Rows are deleted and inserted
 * again when the conversation is compacted, so a message is known by `id`, which the CLI makes of `message_id`.
 * `agentVisible: false` was compacted away, `userVisible: false` is what the model is told instead.
 */
import type { AgentReader } from '../../agent.ts';
import {
  attachments,
  compact,
  first,
  type Json,
  list,
  num,
  obj,
  parse,
  str,
  text,
  time,
} from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { toolOf } from './tool.ts';

export const goose: AgentReader = {
  id: 'goose',
  time: (record) => time(record.created_timestamp ?? record.created) ?? utc(record.created_at),
  read(record, pen) {
    if (record.type === 'usage') return usage(record, pen);
    const role = str(record.role);
    if (role !== undefined) return message(record, role, pen);
    if (record.working_dir !== undefined || record.session_type !== undefined) session(record, pen);
  },
};

/** `2026-05-20 10:00:00` is UTC. */
const utc = (value: unknown): string | undefined =>
  typeof value === 'string' ? time(`${value.replace(' ', 'T')}Z`) : undefined;

function session(record: Json, pen: Pen) {
  pen.learn({ agentSessionId: str(record.id), cwd: str(record.working_dir) });
  pen.title(first(record.name, record.description), record.user_set_name ? 'custom' : 'generated');
  const model = str(record.model);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  pen.mode(str(record.goose_mode));
  if (!pen.wrote) pen.meta('session');
}

/** Sums of the whole session; a later record replaces the earlier one. */
function usage(record: Json, pen: Pen) {
  const cost = num(record.accumulated_cost);
  const input = num(record.accumulated_input_tokens) ?? num(record.input_tokens);
  const output = num(record.accumulated_output_tokens) ?? num(record.output_tokens);
  if (input !== undefined || output !== undefined)
    pen.spend('session', {
      id: '@',
      model: first(record.model, pen.recall('model')) ?? 'unknown',
      tokens: tokens({ input, output }),
      ...(cost !== undefined && { cost }),
    });
  pen.meta('usage');
}

function message(record: Json, role: string, pen: Pen) {
  const known = first(record.id, record.message_id);
  const seen = obj(record.metadata ?? parse(record.metadata_json));
  const content = record.content ?? parse(record.content_json);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  if (seen.userVisible === false) return hidden(text(blocks), known, pen);
  // A prompt that comes again, since the rows were written anew, ends no turn.
  const isNew = known === undefined || pen.get(`${known}/0`) === undefined;
  if (role === 'user' && isNew && blocks.some((block) => obj(block).type === 'text')) pen.abandon();
  blocks.forEach((raw, index) => {
    block(obj(raw), role, known === undefined ? undefined : `${known}/${index}`, pen);
  });
  pen.remember('compacted', undefined);
  if (!pen.wrote) pen.meta(`${role} (empty)`);
}

/** What the model is told in place of what was said: the summary, then a word on how to go on. */
function hidden(said: string, known: string | undefined, pen: Pen) {
  const isMore = pen.recall<string>('compacted') ?? known ?? '';
  if (said === '') return pen.meta('hidden (empty)');
  if (isMore === (known ?? '')) pen.put({ kind: 'compaction', text: said }, known);
  else pen.put({ kind: 'notice', label: 'context', text: said, level: 'context' }, known);
  pen.remember('compacted', isMore);
}

function block(b: Json, role: string, key: string | undefined, pen: Pen) {
  switch (b.type) {
    case 'text':
      return words(role, text(b), key, pen);
    case 'image': {
      const extra = attachments([b]);
      const draft = { text: '', ...(extra && { attachments: extra }) };
      return role === 'user'
        ? pen.put({ kind: 'prompt', origin: 'human', ...draft }, key)
        : pen.put({ kind: 'reply', ...draft }, key);
    }
    case 'thinking':
      return pen.put({ kind: 'thinking', text: str(b.thinking) ?? '' }, key);
    case 'redactedThinking':
      return pen.put({ kind: 'thinking', text: '', hidden: true }, key);
    case 'toolRequest':
    case 'frontendToolRequest':
      return request(b, pen);
    case 'toolResponse':
      return response(b, pen);
    case 'toolConfirmationRequest':
      return pen.put({ kind: 'approval', decision: 'requested', text: asked(b) }, key);
    case 'actionRequired':
      return pen.put({ kind: 'approval', decision: 'requested', text: asked(obj(b.data)) }, key);
    case 'systemNotification':
      return notification(b, key, pen);
    default:
      pen.put(
        { kind: 'notice', label: str(b.type) ?? 'content', text: text(b), level: 'info', data: b },
        key,
      );
  }
}

const asked = (b: Json): string =>
  first(b.prompt, b.message, b.toolName, b.tool_name) ?? compact(b).slice(0, 2000);

function words(role: string, said: string, key: string | undefined, pen: Pen) {
  if (said === '') return pen.meta(`${role} (empty)`);
  const model = pen.recall<string>('model');
  if (role === 'assistant')
    return pen.put({ kind: 'reply', text: said, ...(model !== undefined && { model }) }, key);
  if (role !== 'user') return pen.put({ kind: 'notice', label: role, text: said, level: 'context' }, key);
  pen.title(said, 'prompt');
  pen.put({ kind: 'prompt', text: said, origin: 'human' }, key);
}

function notification(b: Json, key: string | undefined, pen: Pen) {
  const said = first(b.msg) ?? text(b);
  if (b.notificationType === 'creditsExhausted') return pen.put({ kind: 'error', text: said }, key);
  if (b.notificationType === 'thinkingMessage') return pen.meta('thinkingMessage');
  pen.put({ kind: 'notice', label: 'notification', text: said, level: 'info' }, key);
}

function request(b: Json, pen: Pen) {
  const asked = obj(b.toolCall);
  const id = str(b.id);
  if (asked.status === 'error') {
    pen.call(id, { name: 'tool', input: asked.error });
    return pen.result(id, { output: text(asked.error) || compact(asked.error), outcome: 'error' });
  }
  const call = obj(asked.value ?? asked);
  pen.call(id, toolOf(str(call.name) ?? 'tool', call.arguments));
}

/** Words of Goose's own, in its source since 2025. */
const declined = 'The user has declined to run this tool';

function response(b: Json, pen: Pen) {
  const answer = obj(b.toolResult);
  const value = answer.value;
  // Older versions keep the list of blocks itself.
  const content = Array.isArray(value) ? value : (obj(value).content ?? value ?? answer.error);
  const extra = attachments(content);
  // A picture is shown as one, and its bytes are no text.
  const output = text(content) || (content === undefined || extra ? '' : compact(content));
  const denied = output.startsWith(declined);
  const failed = answer.status === 'error' || obj(value).isError === true;
  pen.result(str(b.id), {
    output,
    outcome: denied ? 'denied' : failed ? 'error' : 'ok',
    ...(extra && { attachments: extra }),
    refusedBy: denied ? 'person' : undefined,
  });
}
