import type { Attachment } from '../../entry.ts';
import { first, hash, type Json, obj, str } from '../../json.ts';
import type { Pen } from '../../pen.ts';

/** By search, not by regular expression: the text is anybody's, and may repeat an opening tag a million times. */
function tag(name: string, content: string): string | undefined {
  const open = content.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = content.indexOf(`</${name}>`, start);
  return end < 0 ? undefined : content.slice(start, end).trim();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
const colours = /\u001b\[[0-9;]*m/g;

/**
 * A "user" line is a person's prompt only when nothing says otherwise: the harness speaks in the same voice
 * through wrappers, `isMeta` and `origin`.
 */
export function said(content: string, record: Json, pen: Pen, pictures?: Attachment[]) {
  if (content.startsWith('[Request interrupted by user')) {
    pen.abandon();
    return pen.put({ kind: 'interruption', text: content });
  }
  const command = tag('command-name', content) ?? tag('bash-input', content);
  if (command !== undefined) {
    const shell = content.includes('<bash-input>');
    const line = shell ? `!${command}` : `${command.startsWith('/') ? '' : '/'}${command}`;
    const typed = `${line} ${tag('command-args', content) ?? ''}`.trim();
    pen.title(typed, 'command');
    return pen.put({ kind: 'prompt', text: typed, origin: 'command' });
  }
  const printed = /^<(?:local-command|bash)-(?:stdout|stderr)>/.test(content);
  if (printed) {
    const plain = content.replace(/<\/?(?:local-command|bash)-(?:stdout|stderr)>/g, '').replace(colours, '');
    return notice('command output', plain.trim(), 'info', pen);
  }
  const from = str(obj(record.origin).kind);
  if (content.startsWith('<task-notification>') || from === 'task-notification')
    return taskNotice(content, pen);
  if (record.isMeta === true || /^(?:<local-command-caveat>|Caveat: The messages below)/.test(content)) {
    return notice('context', content, 'context', pen);
  }
  const wrapper = /^(?:\s*<(ide_opened_file|ide_selection|system-reminder)>[\s\S]*?<\/\1>)+\s*/.exec(
    content,
  )?.[0];
  if (wrapper !== undefined) {
    notice('context', wrapper.trim(), 'context', pen);
    if (wrapper.length === content.length && pictures === undefined) return;
  }
  prompt(content.slice(wrapper?.length ?? 0), record, from, pen, pictures);
}

function prompt(content: string, record: Json, from: string | undefined, pen: Pen, pictures?: Attachment[]) {
  const extra = pictures && { attachments: pictures };
  if (record.isSidechain === true || pen.lane !== undefined) {
    return pen.put({ kind: 'prompt', text: content, origin: 'agent', ...extra });
  }
  if (from !== undefined && from !== 'human' && from !== 'cli') {
    return notice(`message from ${from}`, content, 'info', pen);
  }
  pen.title(content, 'prompt');
  pen.put({
    kind: 'prompt',
    text: content,
    origin: record.promptSource === 'queued' ? 'queued' : 'human',
    ...extra,
  });
}

/** A background task reports back. */
export function taskNotice(content: string, pen: Pen) {
  taskEnded(content, pen);
  notice('task notification', reported(content) ?? content, 'info', pen);
}

const reported = (content: string) => first(tag('result', content), tag('summary', content));

/**
 * The news completes the call that started the task. It is queued the moment the task ends and told to the
 * model when that has time for it, or never. A sub-agent that is sent on ends more than once.
 */
export function taskEnded(content: string, pen: Pen) {
  if (!content.startsWith('<task-notification>')) return;
  // The id of the call may be blanked out; the task is the sub-agent itself.
  const callId = [tag('tool-use-id', content), backgroundCall(tag('task-id', content), pen)].find(
    (id) => id !== undefined && pen.get(`call:${id}`)?.kind === 'subagent',
  );
  if (callId === undefined) return;
  // Queued and told: the same news twice.
  const news = hash(content);
  if (pen.global(`news:${callId}`) === news) return;
  pen.setGlobal(`news:${callId}`, news);
  const status = tag('status', content);
  const outcome = status === 'completed' ? 'ok' : status === 'killed' ? 'interrupted' : 'error';
  pen.result(callId, { outcome, output: reported(content) });
}

/** A call has been answered with "it goes on in the background", by this sub-agent. */
export function wentToBackground(callId: string, agentId: string, pen: Pen) {
  pen.setGlobal(`background:${agentId}`, callId);
}

const backgroundCall = (agentId: string | undefined, pen: Pen): string | undefined =>
  agentId === undefined ? undefined : pen.global<string>(`background:${agentId}`);

/** What a sub-agent said last ends its turn. If nobody is told of it any more, its own words are the news. */
export function turnEnded(pen: Pen) {
  const callId = backgroundCall(pen.lane, pen);
  const call = callId === undefined ? undefined : pen.get(`call:${callId}`);
  if (call?.kind === 'subagent' && call.outcome === 'running') pen.result(callId, { outcome: 'ok' });
}

function notice(label: string, text: string, level: 'info' | 'context', pen: Pen) {
  pen.put({ kind: 'notice', label, text, level });
}

/** The summary line belongs to the boundary line before it. */
export function compacted(summary: string, pen: Pen) {
  const key = pen.recall<string>('compaction');
  if (key === undefined || !pen.change(key, { text: summary }))
    pen.put({ kind: 'compaction', text: summary });
  pen.remember('compaction', undefined);
}
