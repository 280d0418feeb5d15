/** Responses-API items: `response_item` payloads, and the bare lines of early files. */
import {
  attachments,
  compact,
  first,
  hash,
  type Json,
  list,
  num,
  obj,
  parse,
  str,
  text,
} from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { shellResult } from './output.ts';

/** The harness speaks in the user's voice before the user does. */
const injected =
  /^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|INSTRUCTIONS|turn_aborted|subagent_notification|model_switch|skill|permissions instructions|collaboration_mode|[a-z]+_instructions|multi_agent_mode|hook_prompt|goal_context)\b)/;

export function heard(role: string, content: unknown, channel: string, pen: Pen) {
  const blocks = Array.isArray(content) ? content : [content];
  if (role === 'assistant') {
    const model = pen.recall<string>('model');
    const said = text(content);
    return pen.once('assistant', said, channel, { kind: 'reply', text: said, ...(model && { model }) });
  }
  if (role !== 'user')
    return pen.put({ kind: 'notice', label: `${role} message`, text: text(content), level: 'context' });
  const commands = blocks.filter((block) => /^\s*<user_shell_command>/.test(text(block)));
  for (const block of commands) shellCommand(text(block), channel, pen);
  if (commands.length > 0 && commands.length === blocks.length) return;
  const context = blocks.filter((block) => injected.test(text(block)));
  if (context.length > 0)
    pen.put({ kind: 'notice', label: 'context', text: text(context), level: 'context' });
  const own = blocks.filter((block) => !context.includes(block) && !commands.includes(block));
  if (own.length > 0 && (context.length === 0 || text(own) !== '')) prompt(own, channel, pen);
}

/** A command the person ran at the prompt with `!`, and what it printed. */
function shellCommand(said: string, channel: string, pen: Pen) {
  const command = between(said, '<command>', '</command>').trim();
  const result = between(said, '<result>', '</result>').trim();
  const exit = /^Exit code: (-?\d+)/.exec(result)?.[1];
  const seconds = /^Duration: ([\d.]+) seconds/m.exec(result.slice(0, 200))?.[1];
  const body = result.indexOf('Output:\n');
  pen.title(`!${command}`, 'command');
  pen.once('user', said, channel, { kind: 'prompt', text: `!${command}`, origin: 'command' });
  const id = `user shell:${hash(`${pen.at ?? ''}\u0000${said}`)}`;
  if (pen.get(`call:${id}`) !== undefined) return;
  pen.call(id, { name: 'user_shell', input: { command }, kind: 'shell' });
  pen.result(id, {
    output: body < 0 ? result : result.slice(body + 'Output:\n'.length),
    outcome: exit === '0' ? 'ok' : exit === undefined ? 'interrupted' : 'error',
    exitCode: exit === undefined ? undefined : Number(exit),
    durationMs: seconds === undefined ? undefined : Math.round(Number(seconds) * 1000),
  });
}

/** By search, not by regular expression: the text is anybody's. */
function between(said: string, open: string, close: string): string {
  const start = said.indexOf(open);
  const end = said.lastIndexOf(close);
  return start < 0 || end < start ? '' : said.slice(start + open.length, end);
}

export function prompt(content: unknown, channel: string, pen: Pen) {
  const said = text(content);
  if (/^\s*<user_shell_command>/.test(said)) return shellCommand(said, channel, pen);
  const pictures = attachments(content);
  pen.title(said, 'prompt');
  const origin = pen.lane === undefined ? 'human' : 'agent';
  pen.once('user', said, channel, {
    kind: 'prompt',
    text: said,
    origin,
    ...(pictures && { attachments: pictures }),
  });
}

export function thought(content: string, channel: string, pen: Pen) {
  pen.once('thinking', content, channel, {
    kind: 'thinking',
    text: content,
  });
}

/** What was searched for, to know it again. */
export const searched = (action: unknown): string => compact(action).slice(0, 500);

export function readItem(item: Json, pen: Pen) {
  const callId = first(item.call_id, item.id);
  switch (item.type) {
    case undefined:
    case 'message':
      if (item.role === undefined) return;
      return heard(str(item.role) ?? 'unknown', item.content, 'r', pen);
    case 'reasoning':
      return thought(text(item.summary) || text(item.content), 'r', pen);
    case 'function_call':
    case 'custom_tool_call': {
      const name = [str(item.namespace), str(item.name)].filter(Boolean).join('.') || 'tool';
      const input = item.arguments ?? item.input;
      return pen.call(callId, { name, input: parse(input) ?? input });
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return shellResult(callId, item.output, pen);
    case 'local_shell_call':
      return pen.call(callId, { name: 'local_shell', input: item.action });
    case 'tool_search_call':
      return pen.call(callId, { name: 'tool_search', input: item.arguments });
    case 'tool_search_output': {
      const names = list(item.tools).map((tool) => str(obj(tool).name) ?? '');
      return pen.result(callId, { output: names.join('\n'), outcome: 'ok', name: 'tool_search' });
    }
    case 'web_search_call':
      // Newer versions tell of the same search twice, here without the id it has in the event before.
      if (callId === undefined && pen.recall('searched') === searched(item.action)) {
        pen.remember('searched', '');
        return pen.meta('response_item/web_search_call');
      }
      pen.call(callId, { name: 'web_search', input: item.action });
      return pen.result(callId, { outcome: item.status === 'failed' ? 'error' : 'ok' });
    case 'image_generation_call':
      pen.call(callId, { name: 'image_generation', input: { prompt: item.revised_prompt } });
      return pen.result(callId, { outcome: 'ok', attachments: picture(item.result) });
    case 'agent_message': {
      const who = `${str(item.author) ?? '?'} → ${str(item.recipient) ?? '?'}`;
      return pen.put({
        kind: 'notice',
        label: `agent message ${who}`,
        text: text(item.content),
        level: 'info',
      });
    }
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return pen.once('compaction', '', 'r', { kind: 'compaction', text: text(item.summary) });
    case 'ghost_snapshot':
    case 'other':
      return pen.meta(`response_item/${item.type}`);
  }
}

export function picture(data: unknown): { kind: 'image'; data: string }[] | undefined {
  return typeof data === 'string' && data !== '' ? [{ kind: 'image', data }] : undefined;
}

/** `{ secs, nanos }` as Rust writes a duration. */
export function duration(value: unknown): number | undefined {
  const seconds = num(obj(value).secs);
  return seconds === undefined ? undefined : seconds * 1000 + (num(obj(value).nanos) ?? 0) / 1e6;
}
