/** What was said, thought and called. */
import type { Draft } from '../../entry.ts';
import { attachments, first, type Json, list, obj, parse, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';

/** Only `user` is a person's own words; a skill or a command is what a person called by name. */
const called = /^(?:skill_activation|plugin_command|shell_command)$/;

export function prompted(record: Json, steered: boolean, pen: Pen) {
  said(record.input, str(obj(record.origin).kind), 'p', steered, pen);
}

function said(content: unknown, kind: string | undefined, channel: string, steered: boolean, pen: Pen) {
  const words = text(content);
  const pictures = attachments(content);
  const extra = pictures && { attachments: pictures };
  if (kind !== undefined && kind !== 'user' && !called.test(kind))
    return pen.once('context', words, channel, {
      kind: 'notice',
      label: kind.replaceAll('_', ' '),
      text: words,
      level: 'context',
    });
  const command = kind !== undefined && called.test(kind);
  const origin = pen.lane !== undefined ? 'agent' : command ? 'command' : steered ? 'queued' : 'human';
  pen.title(words, command ? 'command' : 'prompt');
  pen.once('user', words, channel, { kind: 'prompt', text: words, origin, ...extra });
}

/** Repeats the prompt; in the first protocol it is also how replies and results were written. */
export function appended(message: Json, pen: Pen) {
  const kind = str(obj(message.origin).kind);
  if (message.role === 'user') return said(message.content, kind, 'c', false, pen);
  if (message.role === 'tool')
    return result(first(message.toolCallId, message.tool_call_id), message.content, message.isError, pen);
  const parts = Array.isArray(message.content) ? message.content : [message.content];
  for (const part of parts) spoken(typeof part === 'string' ? { type: 'text', text: part } : obj(part), pen);
  for (const raw of list(message.toolCalls)) {
    const call = obj(raw);
    const fn = obj(call.function);
    const input = call.args ?? call.arguments ?? fn.arguments;
    pen.call(scoped(str(call.id), pen), {
      name: first(call.name, fn.name) ?? 'tool',
      input: parse(input) ?? input,
    });
  }
  if (!pen.wrote) pen.meta('context.append_message');
}

export function readEvent(event: Json, pen: Pen) {
  switch (event.type) {
    case 'content.part':
      spoken(obj(event.part), pen);
      if (!pen.wrote) pen.meta('content.part (empty)');
      return;
    case 'tool.call': {
      const id = str(event.toolCallId);
      return pen.call(scoped(id, pen), { name: str(event.name) ?? 'tool', input: event.args });
    }
    case 'tool.result': {
      const answer = obj(event.result);
      return result(str(event.toolCallId), answer.output, answer.isError, pen);
    }
    default:
      return pen.meta(`loop event ${word(event.type)}`);
  }
}

function spoken(part: Json, pen: Pen) {
  const files = attachments([part]);
  const draft: Draft =
    part.type === 'think' || part.type === 'thinking'
      ? { kind: 'thinking', text: first(part.think, part.thinking) ?? text(part) }
      : { kind: 'reply', text: text(part), ...(files && { attachments: files }) };
  if (draft.text !== '' || files !== undefined) pen.put(draft);
}

/** Ids count from 0 in the file of every agent. */
const scoped = (id: string | undefined, pen: Pen): string | undefined =>
  id === undefined || pen.lane === undefined ? id : `${pen.lane}/${id}`;

function result(id: string | undefined, content: unknown, failed: unknown, pen: Pen) {
  const output = text(content);
  const decision = pen.recall<string>(`approval:${id ?? ''}`);
  const callId = scoped(id, pen);
  const refused = decision === 'rejected';
  const outcome = refused
    ? 'denied'
    : decision === 'cancelled'
      ? 'interrupted'
      : failed === true
        ? 'error'
        : 'ok';
  pen.result(callId, { output, outcome, refusedBy: refused ? 'person' : undefined });
  const child = /^agent_id: (\S+)/.exec(output.slice(0, 200))?.[1];
  if (callId !== undefined && child !== undefined) pen.bind(callId, child);
}
