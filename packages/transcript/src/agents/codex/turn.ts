import { recordedChanges } from '../../calls/files.ts';
import type { Outcome } from '../../entry.ts';
import { compact, first, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { found, worked } from './call.ts';
import { duration, heard, prompt, thought } from './item.ts';

/** Paginated files: `event_msg/item_completed`, one finished item of a turn. */
export function readTurnItem(item: Json, event: Json, pen: Pen) {
  switch (item.type) {
    case 'UserMessage':
      return prompt(item.content, 'i', pen);
    case 'AgentMessage':
      return heard('assistant', item.content, 'i', pen);
    case 'Reasoning':
      return thought(text(item.summary_text) || text(item.raw_content), 'i', pen);
    case 'Plan':
      return pen.put({
        kind: 'plan',
        tool: 'todo',
        name: 'plan',
        title: 'Plan',
        outcome: 'ok',
        items: [],
        text: text(item),
      });
    case 'SubAgentActivity':
      return pen.meta('item_completed/SubAgentActivity');
    case 'HookPrompt':
      return pen.put({
        kind: 'notice',
        label: 'hook',
        text: text(item.fragments ?? item.content ?? item),
        level: 'context',
      });
    case 'ContextCompaction':
      return pen.once('compaction', '', 'i', { kind: 'compaction', text: text(item.summary) });
    case 'EnteredReviewMode':
      return notice('review started', first(item.review) ?? text(item), pen);
    case 'ExitedReviewMode':
      return notice('review ended', first(item.review) ?? text(item), pen);
    default:
      return readCall(item, event, pen);
  }
}

/** An item that is a call and its result in one. */
function readCall(item: Json, event: Json, pen: Pen) {
  const id = str(item.id);
  const [start, end] = [num(event.started_at_ms), num(event.completed_at_ms)];
  const took = duration(item.duration) ?? (start && end ? end - start : undefined);
  const ended = (extra: { output?: string; outcome?: Outcome; exitCode?: number | undefined }) =>
    pen.result(id, { outcome: worked(item.status), durationMs: took, ...extra });
  switch (item.type) {
    case 'CommandExecution':
      pen.call(id, { name: 'exec_command', input: { command: item.command, cwd: item.cwd } });
      return ended({
        output: first(item.aggregated_output, item.formatted_output, item.stdout) ?? '',
        outcome: worked(item.status, item.exit_code),
        exitCode: num(item.exit_code),
      });
    case 'FileChange':
      pen.call(id, { name: 'apply_patch', input: { changes: item.changes } });
      return pen.result(id, {
        output: str(item.stdout),
        outcome: worked(item.status),
        changes: recordedChanges(item.changes),
        durationMs: took,
      });
    case 'McpToolCall':
      pen.call(id, {
        name: `${str(item.server) ?? 'mcp'}.${str(item.tool) ?? 'tool'}`,
        input: item.arguments,
        kind: 'mcp',
      });
      return ended({ output: text(obj(item.result).content) || text(item.error) });
    case 'WebSearch':
    case 'Extension':
      pen.call(id, {
        name: str(item.kind) ?? 'web_search',
        input: { query: item.query, action: item.action },
        kind: 'web',
      });
      return ended({ output: found(item.results) });
    case 'CollabAgentToolCall': {
      pen.call(id, { name: str(item.tool) ?? 'spawn_agent', input: { prompt: item.prompt }, kind: 'task' });
      for (const child of list(item.receiver_thread_ids))
        if (id && typeof child === 'string') pen.bind(id, child);
      return ended({ output: compact(item.agents_states ?? item.status) });
    }
    case 'ImageView':
    case 'ImageGeneration':
    case 'DynamicToolCall':
      pen.call(id, {
        name: first(item.tool) ?? word(item.type),
        input: item.arguments ?? { path: item.path, prompt: item.revised_prompt },
      });
      return ended({ output: text(item.content_items) });
  }
}

function notice(label: string, content: string, pen: Pen) {
  pen.put({ kind: 'notice', label, text: content, level: 'info' });
}
