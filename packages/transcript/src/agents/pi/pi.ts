/**
 * pi. One record = one line of a session file: the header, then entries chained by `parentId`.
 * The chain is a tree: an entry whose parent is not the line before it starts a new branch, and what
 * stood after that parent is no longer part of the conversation. Cost is recorded.
 */
import type { AgentReader } from '../../agent.ts';
import { attachments, compact, first, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';

export const pi: AgentReader = {
  id: 'pi',
  key: (record) => (record.type === 'session' ? undefined : str(record.id)),
  read(record, pen) {
    branch(record, pen);
    write(record, pen);
    if (record.type !== 'session' && str(record.id) !== undefined) {
      pen.remember('leaf', record.id);
      pen.remember(`after:${record.id}`, pen.length());
    }
  },
};

function branch(record: Json, pen: Pen) {
  const parent = str(record.parentId);
  const leaf = pen.recall<string>('leaf');
  if (parent === undefined || leaf === undefined || parent === leaf) return;
  const from = pen.recall<number>(`after:${parent}`);
  if (from !== undefined) pen.retract(from);
}

function write(record: Json, pen: Pen) {
  switch (record.type) {
    case 'session':
      pen.learn({ agentSessionId: str(record.id), cwd: str(record.cwd) });
      return pen.meta('session');
    case 'message':
      return message(obj(record.message), str(record.id) ?? '', pen);
    case 'model_change':
      pen.model(str(record.modelId));
      return pen.meta('model_change');
    case 'thinking_level_change':
    case 'label':
    case 'custom':
      return pen.meta(word(record.type));
    case 'session_info':
      pen.title(str(record.name), 'custom');
      return pen.meta('session_info');
    case 'compaction':
      return compaction(str(record.summary) ?? '', num(record.tokensBefore), pen);
    case 'branch_summary':
      return pen.put({
        kind: 'notice',
        label: 'branch summary',
        text: str(record.summary) ?? '',
        level: 'info',
      });
    case 'custom_message':
      return pen.put({
        kind: 'notice',
        label: str(record.customType) ?? 'extension',
        text: text(record.content),
        level: 'info',
      });
  }
}

function compaction(summary: string, before: number | undefined, pen: Pen) {
  pen.put({ kind: 'compaction', text: summary, ...(before !== undefined && { tokensBefore: before }) });
}

function message(said: Json, id: string, pen: Pen) {
  switch (said.role) {
    case 'user': {
      const words = text(said.content);
      const extra = attachments(said.content);
      pen.title(words, 'prompt');
      const origin = pen.lane === undefined ? 'human' : 'agent';
      return pen.put({ kind: 'prompt', text: words, origin, ...(extra && { attachments: extra }) });
    }
    case 'assistant':
      return assistant(said, id, pen);
    case 'toolResult': {
      const printed = text(said.content);
      const exit = /Command exited with code (\d+)\s*$/.exec(printed.slice(-100))?.[1];
      return pen.result(str(said.toolCallId), {
        output: printed,
        outcome: said.isError === true ? 'error' : 'ok',
        exitCode: exit === undefined ? undefined : Number(exit),
        attachments: attachments(said.content),
        name: str(said.toolName),
      });
    }
    case 'bashExecution': {
      const code = num(said.exitCode);
      pen.call(`bash:${id}`, { name: 'bash', input: { command: said.command } });
      const outcome = said.cancelled === true ? 'interrupted' : (code ?? 0) === 0 ? 'ok' : 'error';
      return pen.result(`bash:${id}`, { output: str(said.output), outcome, exitCode: code });
    }
    case 'compactionSummary':
      return compaction(str(said.summary) ?? text(said.content), num(said.tokensBefore), pen);
    case 'branchSummary':
      return pen.put({
        kind: 'notice',
        label: 'branch summary',
        text: str(said.summary) ?? '',
        level: 'info',
      });
    case 'custom':
      return pen.put({
        kind: 'notice',
        label: str(said.customType) ?? 'extension',
        text: text(said.content),
        level: 'info',
      });
  }
}

function assistant(said: Json, id: string, pen: Pen) {
  const model = str(said.model);
  const by = model === undefined ? {} : { model };
  const blocks =
    typeof said.content === 'string' ? [{ type: 'text', text: said.content }] : list(said.content);
  for (const raw of blocks) {
    const block = obj(raw);
    if (block.type === 'text') pen.put({ kind: 'reply', text: text(block), ...by });
    else if (block.type === 'thinking') {
      const thought = str(block.thinking) ?? '';
      pen.put({ kind: 'thinking', text: thought, ...by });
    } else if (block.type === 'toolCall') {
      pen.call(str(block.id), { name: str(block.name) ?? 'tool', input: block.arguments });
    } else
      pen.put({ kind: 'unknown', label: `assistant/${str(block.type) ?? typeof raw}`, text: text(raw), raw });
  }
  if (said.stopReason === 'error')
    pen.put({ kind: 'error', text: first(said.errorMessage) ?? compact(said.stopReason) });
  else if (said.stopReason === 'aborted')
    pen.put({ kind: 'interruption', text: first(said.errorMessage) ?? 'aborted' });
  // pi runs the calls of a reply only when the reply came to its end.
  if (said.stopReason === 'error' || said.stopReason === 'aborted') pen.abandon();
  if (!pen.wrote) pen.meta('message (empty)');
  const used = obj(said.usage);
  if (num(used.output) === undefined) return;
  const cost = num(obj(used.cost).total);
  pen.spend(`${pen.lane ?? ''}:${id || `#${pen.serial()}`}`, {
    model: model ?? 'unknown',
    // Eight characters are no identity by themselves.
    ...(id && pen.at !== undefined && { id: `${id}@${pen.at}` }),
    tokens: tokens({
      input: num(used.input),
      output: num(used.output),
      cacheRead: num(used.cacheRead),
      cacheWrite: num(used.cacheWrite),
    }),
    ...(cost !== undefined && { cost }),
  });
}
