/**
 * Factory Droid. One record = one line of `<id>.jsonl`, or the `<id>.settings.json` beside it, which the CLI sends
 * as `settings`: the only place with a model and tokens, as totals of the session.
 * The first text of a prompt is what the person said; what follows are files they attached, and reminders of the
 * harness. `droid exec --output-format stream-json` prints another dialect, read as any agent's.
 */
import type { AgentReader } from '../../agent.ts';
import { attachments, first, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { generic } from '../generic.ts';

const printed = generic('droid');

export const droid: AgentReader = {
  id: 'droid',
  key: (record) => (record.type === 'message' ? str(record.id) : undefined),
  prompt: (record) =>
    obj(record.message).role === 'user' ? text(list(obj(record.message).content)[0]) : undefined,
  read(record, pen) {
    switch (record.type) {
      case 'session_start':
      case 'session':
        return start(record, pen);
      case 'message':
        if (record.message === undefined) return printed.read(record, pen);
        return message(obj(record.message), pen);
      case 'settings':
        return settings(record, pen);
      case 'todo_state':
        return pen.meta('todo_state');
      case 'compaction_state':
        return compacted(record, pen);
      case 'agent_turn_outcome':
        return turnOver(record, pen);
      case 'session_end':
        pen.abandon('interrupted', true);
        return pen.meta('session_end');
      default:
        if (record.type === undefined && 'tokenUsage' in record) return settings(record, pen);
        printed.read(record, pen);
    }
  },
};

function start(record: Json, pen: Pen) {
  const { version } = record;
  pen.learn({
    agentSessionId: str(record.id),
    cwd: str(record.cwd),
    // A bare number is the version of the format.
    agentVersion: typeof version === 'string' && version.includes('.') ? version : undefined,
  });
  pen.title(str(record.sessionTitle), 'generated');
  pen.meta(word(record.type));
}

function settings(record: Json, pen: Pen) {
  const used = obj(record.tokenUsage);
  const model = str(record.model);
  pen.meta('settings');
  pen.model(model);
  pen.mode(str(record.autonomyMode));
  if (num(used.outputTokens) === undefined) return;
  pen.spend(`${pen.lane ?? ''}/settings`, {
    id: `@${pen.lane ?? ''}`,
    model: model ?? 'unknown',
    tokens: tokens({
      input: num(used.inputTokens),
      output: num(used.outputTokens),
      cacheRead: num(used.cacheReadTokens),
      cacheWrite: num(used.cacheCreationTokens),
      reasoning: num(used.thinkingTokens),
    }),
    // Totals; how many requests they took is not recorded, but each reply was one.
    requests: Math.max(1, pen.recall<number>('replies') ?? 0),
  });
}

function message(said: Json, pen: Pen) {
  const content =
    typeof said.content === 'string' ? [{ type: 'text', text: said.content }] : list(said.content);
  if (said.role === 'assistant') return assistant(content, str(said.model), pen);
  const pictures = attachments(content);
  let spoke = false;
  for (const raw of content) {
    const block = obj(raw);
    if (block.type === 'tool_result') result(block, pen);
    else if (block.type === 'text') spoke = spoken(text(block), spoke, pen, pictures) || spoke;
  }
  if (!spoke && pictures !== undefined) spoken(' ', false, pen, pictures);
  if (!pen.wrote) pen.meta('message (empty)');
}

/** By search, not by regular expression: the text is anybody's. */
function withoutReminders(said: string): { own: string; reminders: string[] } {
  const [open, close] = ['<system-reminder>', '</system-reminder>'];
  const reminders: string[] = [];
  let own = '';
  let from = 0;
  for (;;) {
    const start = said.indexOf(open, from);
    const end = start < 0 ? -1 : said.indexOf(close, start);
    if (end < 0) return { own: (own + said.slice(from)).trim(), reminders };
    own += said.slice(from, start);
    reminders.push(said.slice(start + open.length, end).trim());
    from = end + close.length;
  }
}

/** True when these were the person's words. */
function spoken(said: string, spoke: boolean, pen: Pen, pictures: ReturnType<typeof attachments>): boolean {
  const { own, reminders } = withoutReminders(said);
  for (const reminder of reminders)
    pen.put({ kind: 'notice', label: 'context', text: reminder, level: 'context' });
  if (own === '' && (spoke || pictures === undefined)) return false;
  if (spoke || own.startsWith('Contents of ')) {
    pen.put({ kind: 'notice', label: 'attached', text: own, level: 'context' });
    return false;
  }
  pen.title(own, 'prompt');
  const origin = pen.lane === undefined ? 'human' : 'agent';
  pen.put({ kind: 'prompt', text: own, origin, ...(pictures && { attachments: pictures }) });
  return true;
}

function assistant(content: unknown[], model: string | undefined, pen: Pen) {
  const by = model === undefined ? {} : { model };
  pen.model(model);
  pen.remember('replies', (pen.recall<number>('replies') ?? 0) + 1);
  for (const raw of content) {
    const block = obj(raw);
    if (block.type === 'thinking') {
      const thought = first(block.thinking, block.text) ?? '';
      pen.put({ kind: 'thinking', text: thought, ...by });
    } else if (block.type === 'tool_use')
      pen.call(str(block.id), { name: str(block.name) ?? 'tool', input: block.input });
    else if (block.type === 'text') pen.put({ kind: 'reply', text: text(block), ...by });
    else pen.put({ kind: 'unknown', label: `assistant/${word(block.type)}`, text: text(raw), raw });
  }
  if (!pen.wrote) pen.meta('message (empty)');
}

function result(block: Json, pen: Pen) {
  const output = text(block.content);
  const exit = /^Error: Command failed \(exit code: (-?\d+)\)/.exec(output)?.[1];
  pen.result(str(block.tool_use_id), {
    output,
    outcome: block.is_error === true || exit !== undefined ? 'error' : 'ok',
    exitCode: exit === undefined ? undefined : Number(exit),
    attachments: attachments(block.content),
  });
}

function compacted(record: Json, pen: Pen) {
  const after = num(record.summaryTokens);
  pen.put({
    kind: 'compaction',
    text: str(record.summaryText) ?? '',
    ...(after !== undefined && { tokensAfter: after }),
  });
}

function turnOver(record: Json, pen: Pen) {
  const reason = word(record.reason);
  pen.abandon();
  if (record.resultKind === 'success' || record.resultKind === undefined)
    return pen.meta('agent_turn_outcome');
  if (/cancel|interrupt|abort/i.test(`${word(record.resultKind)} ${reason}`))
    return pen.put({ kind: 'interruption', text: reason || word(record.resultKind) });
  pen.put({ kind: 'error', text: reason || word(record.resultKind), code: word(record.resultKind) });
}
