/**
 * Grok Build. One record = a line of `updates.jsonl`: a notification of the Agent Client Protocol with the agent's own
 * kinds beside it, answers in pieces. Sessions without that file are read from `chat_history.jsonl`, which has neither
 * times nor outcomes. What the CLI takes from `summary.json` has the type `summary`.
 */
import type { AgentReader } from '../../agent.ts';
import { planItems } from '../../calls/tool.ts';
import { first, type Json, num, obj, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens, withoutCache } from '../../totals/tokens.ts';
import { call, callUpdate } from './call.ts';
import { readChat } from './chat.ts';
import { chunk, endRun } from './chunk.ts';

export const grokBuild: AgentReader = {
  id: 'grok-build',
  time: (record) =>
    time(obj(obj(record.params)._meta).agentTimestampMs ?? record.timestamp ?? record.created_at),
  key: (record) => str(obj(obj(record.params)._meta).eventId),
  prompt: (record) => {
    const update = updateOf(record);
    return update.sessionUpdate === 'user_message_chunk' ? text(update.content) : undefined;
  },
  read(record, pen) {
    if (record.type === 'summary') return summary(record, pen);
    const update = updateOf(record);
    const kind = str(update.sessionUpdate);
    if (kind !== undefined) {
      pen.remember('updates', true);
      return read(kind, update, pen);
    }
    if (record.method !== undefined) return pen.meta(word(record.method));
    // The same conversation once more, without its times.
    if (pen.recall('updates') === true && typeof record.type === 'string') return pen.meta('chat_history');
    readChat(record, pen);
  },
};

/** Old lines are the notification itself. */
function updateOf(record: Json): Json {
  const inner = obj(record.params).update ?? record.update;
  return inner === undefined ? record : obj(inner);
}

function summary(record: Json, pen: Pen) {
  const info = obj(record.info);
  pen.learn({
    agentSessionId: str(info.id),
    cwd: str(info.cwd),
    branch: str(record.head_branch),
    repository: str((Array.isArray(record.git_remotes) ? record.git_remotes : [])[0]),
  });
  pen.title(first(record.generated_title, record.session_summary), 'generated');
  pen.model(str(record.current_model_id));
  pen.meta('summary');
}

const quiet = new Set([
  'available_commands_update',
  'interaction_resolved',
  'tool_call_delta_chunk',
  'hook_execution',
  'subagent_progress',
  'auto_compact_started',
  'config_option_update',
  'session_info_update',
]);

function read(kind: string, update: Json, pen: Pen) {
  if (chunk(kind, update, pen)) return;
  endRun(pen);
  switch (kind) {
    case 'tool_call':
      return call(update, pen);
    case 'tool_call_update':
      return callUpdate(update, pen);
    case 'plan':
      return plan(update, pen);
    case 'current_mode_update':
      pen.mode(first(update.currentModeId, update.current_mode_id));
      return pen.wrote ? undefined : pen.meta(kind);
    case 'turn_completed':
      return turnCompleted(update, pen);
    case 'pending_interaction':
      return pen.put({ kind: 'approval', decision: 'requested', text: word(update.kind) || 'permission' });
    case 'compaction_checkpoint':
      return pen.put({ kind: 'compaction', text: first(update.summary, update.text) ?? '' });
    case 'model_changed':
    case 'model_auto_switched': {
      const model = first(update.model_id, update.modelId, update.model, update.to);
      pen.model(model);
      return notice('model', model ?? kind, 'info', update, pen);
    }
    case 'session_summary_generated':
      pen.title(str(update.session_summary), 'generated');
      return pen.meta(kind);
    case 'retry_state':
      return notice(
        'retry',
        first(update.message, update.error, update.reason) ?? 'retry',
        'warning',
        update,
        pen,
      );
    default:
      if (quiet.has(kind)) return pen.meta(kind);
      notice(
        kind.replaceAll('_', ' '),
        first(update.description, update.message, update.text, update.summary) ?? '',
        'info',
        update,
        pen,
      );
  }
}

function notice(label: string, said: string, level: 'info' | 'warning', data: Json, pen: Pen) {
  pen.put({ kind: 'notice', label, text: said, level, data });
}

/** The whole list each time: one entry for each turn, brought up to date. */
function plan(update: Json, pen: Pen) {
  const items = planItems(Array.isArray(update.entries) ? update.entries : []);
  const done = items.filter((item) => item.status === 'done').length;
  const title = `${done} of ${items.length} done`;
  const draft = { name: 'plan', title, outcome: 'ok', items, input: update.entries } as const;
  pen.put({ kind: 'plan', tool: 'todo', ...draft }, `plan:${pen.recall<number>('turn') ?? 0}`);
}

function turnCompleted(update: Json, pen: Pen) {
  const turn = pen.recall<number>('turn') ?? 0;
  pen.remember('turn', turn + 1);
  pen.abandon();
  const usage = obj(update.usage);
  const models = Object.entries(obj(usage.modelUsage)).slice(0, 50);
  const name = `turn:${str(update.prompt_id) ?? turn}:${pen.lane ?? ''}`;
  if (models.length > 0) for (const [model, used] of models) spend(`${name}:${model}`, model, obj(used), pen);
  else if (num(usage.outputTokens) !== undefined)
    spend(name, pen.recall<string>('model') ?? 'unknown', usage, pen);
  const reason = str(update.stop_reason) ?? 'end_turn';
  if (reason === 'end_turn') return pen.meta('turn_completed');
  if (/^cancel/.test(reason)) pen.put({ kind: 'interruption', text: reason });
  else pen.put({ kind: 'error', text: `The turn ended: ${reason}` });
}

/** What was read from the cache is part of the input. Ten thousand million ticks are a dollar. */
function spend(key: string, model: string, used: Json, pen: Pen) {
  const cached = num(used.cachedReadTokens);
  const ticks = num(used.costUsdTicks);
  pen.spend(key, {
    model,
    tokens: tokens({
      input: withoutCache(num(used.inputTokens), cached),
      output: num(used.outputTokens),
      cacheRead: cached,
      reasoning: num(used.reasoningTokens),
    }),
    requests: Math.max(1, num(used.modelCalls) ?? 1),
    ...(ticks !== undefined && { cost: ticks / 1e10 }),
  });
}
