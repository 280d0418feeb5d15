/**
 * GitHub Copilot CLI. One record = one line of `events.jsonl`: `{ type, data, id, timestamp, parentId, agentId? }`.
 * Sub-agent events are inline, marked by `agentId`. Full token counts come only with `session.shutdown`,
 * cumulative over resumed legs; until then the output tokens of each message stand in for them.
 */
import type { AgentReader } from '../../agent.ts';
import {
  attachments,
  compact,
  first,
  type Json,
  list,
  lookup,
  num,
  obj,
  parse,
  str,
  text,
  word,
} from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { type Tokens, tokens, withoutCache } from '../../totals/tokens.ts';
import { spendTotals } from './totals.ts';

const quiet =
  /^(?:session\.(?:model_change|auto_mode_resolved|mode_changed|usage_checkpoint|usage_info|compaction_start|idle|context_changed|skills_loaded|tools_updated|background_tasks_changed|custom_agents_updated|mcp_servers_loaded|mcp_server_status_changed|extensions_loaded|workspace_file_changed|import_legacy|remote_steerable_changed)|assistant\.(?:turn_start|turn_end|usage|intent|streaming_delta|message_delta|reasoning_delta|message_start)|tool\.execution_(?:progress|partial_result)|hook\.start|subagent\.(?:selected|deselected)|pending_messages\.modified|user_input\.(?:requested|completed)|command\.(?:queued|completed|execute)|commands\.changed|capabilities\.changed)$/;

export const copilotCli: AgentReader = {
  id: 'copilot-cli',
  key: (record) => str(record.id),
  lane(record) {
    const id = str(record.agentId);
    if (id === undefined) return undefined;
    const data = obj(record.data);
    const own = word(record.type).startsWith('subagent.') ? str(data.toolCallId) : undefined;
    const type = first(data.agentDisplayName, data.agentName);
    const prompt = record.type === 'user.message' ? str(data.content) : undefined;
    return {
      id,
      callId: own ?? str(data.parentToolCallId) ?? id,
      ...(type && { type }),
      ...(prompt && { prompt }),
    };
  },
  read(record, pen) {
    const type = str(record.type) ?? '';
    const data = obj(record.data);
    if (quiet.test(type)) {
      pen.model(first(data.chosenModel));
      return pen.meta(type);
    }
    const write = lookup(readers, type);
    if (write !== undefined) write(data, pen, type);
  },
};

const note =
  (label: string, level: 'info' | 'context' | 'warning' = 'info') =>
  (data: Json, pen: Pen): void =>
    pen.put({
      kind: 'notice',
      label,
      text:
        first(data.message, data.content, data.summary, data.reason, data.title, data.name) ?? compact(data),
      level,
    });

const readers: Record<string, (data: Json, pen: Pen, type: string) => void> = {
  'session.start': sessionStart,
  'session.resume': sessionStart,
  'session.shutdown': (data, pen) => {
    pen.abandon('interrupted', true);
    pen.meta('session.shutdown');
    spendTotals(data, pen);
  },
  'session.title_changed': (data, pen) => {
    pen.title(str(data.title), 'generated');
    pen.meta('session.title_changed');
  },
  'session.permissions_changed': (data, pen) => {
    pen.mode(data.allowAllPermissions === true ? 'allow all' : 'ask');
    pen.meta('session.permissions_changed');
  },
  'session.error': (data, pen) => {
    pen.abandon();
    const code = first(data.errorType) ?? num(data.statusCode)?.toString();
    pen.put({ kind: 'error', text: str(data.message) ?? compact(data), ...(code && { code }) });
  },
  'session.info': note('info'),
  'session.warning': note('warning', 'warning'),
  'session.truncation': (data, pen) => {
    const dropped = num(data.droppedTokens) ?? num(data.tokensRemovedDuringTruncation);
    pen.put({
      kind: 'compaction',
      text: dropped === undefined ? 'Context truncated' : `${dropped} tokens dropped`,
      trigger: 'truncation',
    });
  },
  'session.compaction_complete': (data, pen) => {
    const before = num(data.preCompactionTokens);
    const after = num(data.postCompactionTokens) ?? contextTokens(data);
    compactionSpend(data, pen);
    if (data.success === false)
      return pen.put({ kind: 'error', text: text(data.error) || 'Compaction failed' });
    pen.put({
      kind: 'compaction',
      text: str(data.summaryContent) ?? '',
      ...(before !== undefined && { tokensBefore: before }),
      ...(after !== undefined && { tokensAfter: after }),
    });
  },
  'session.task_complete': note('task complete'),
  'session.plan_changed': note('plan changed'),
  'session.handoff': note('handoff'),
  'session.snapshot_rewind': note('rewound'),
  'system.message': note('system prompt', 'context'),
  'system.notification': note('notification'),
  'skill.invoked': note('skill'),
  'user.message': (data, pen) => {
    const said = str(data.content) ?? '';
    const extra = attachments(data.attachments);
    pen.title(said, 'prompt');
    // `steering` is said into a running turn, `queued` waits for its end; `idle` starts one.
    const waited = data.delivery !== undefined && data.delivery !== 'idle';
    const origin = pen.lane !== undefined ? 'agent' : waited ? 'queued' : 'human';
    pen.put({ kind: 'prompt', text: said, origin, ...(extra && { attachments: extra }) });
  },
  'assistant.message': assistantMessage,
  'assistant.reasoning': (data, pen) => pen.put({ kind: 'thinking', text: str(data.content) ?? '' }),
  'tool.user_requested': (data, pen) => call(data, pen),
  'tool.execution_start': (data, pen) => call(data, pen),
  'tool.execution_complete': complete,
  'permission.requested': permission,
  'permission.completed': permission,
  'subagent.started': subagent,
  'subagent.completed': subagent,
  'subagent.failed': subagent,
  'hook.end': (data, pen) => {
    if (data.success !== false) return pen.meta('hook.end');
    const why = first(obj(data.error).message, data.error) ?? '';
    pen.put({
      kind: 'notice',
      label: `hook ${str(data.hookType) ?? ''}`.trim(),
      text: why,
      level: 'warning',
    });
  },
  abort: (data, pen) => {
    pen.abandon('interrupted', true);
    pen.put({ kind: 'interruption', text: str(data.reason) ?? 'aborted' });
  },
};

function sessionStart(data: Json, pen: Pen, type: string) {
  const context = obj(data.context);
  // A new session in the same file counts from nothing; a resumed one goes on.
  if (type === 'session.start') pen.setGlobal('totals', []);
  pen.learn({
    agentSessionId: str(data.sessionId),
    agentVersion: str(data.copilotVersion),
    cwd: str(context.cwd),
    branch: str(context.branch),
    repository: str(context.repository),
  });
  pen.meta(type);
}

function assistantMessage(data: Json, pen: Pen) {
  const model = str(data.model);
  if (model !== undefined) pen.setGlobal('model', model);
  const by = model === undefined ? {} : { model };
  const id = str(data.messageId);
  const thought = str(data.reasoningText);
  if (thought) pen.put({ kind: 'thinking', text: thought, ...by });
  const said = str(data.content) ?? '';
  if (said !== '') {
    const key = id === undefined ? undefined : `message:${id}`;
    const goesOn = key !== undefined && (num(data.chunkIndex) ?? 0) > 0 && pen.append(key, said);
    if (!goesOn) pen.put({ kind: 'reply', text: said, ...by }, key);
  }
  for (const request of list(data.toolRequests)) call(obj(request), pen);
  if (!pen.wrote) pen.meta('assistant.message (empty)');
  const output = num(data.outputTokens);
  if (output === undefined || id === undefined || model === undefined) return;
  spendLive(`live:${id}`, model, tokens({ output }), pen);
}

/** Counts until the totals of a shutdown take its place. */
function spendLive(key: string, model: string, used: Tokens, pen: Pen) {
  pen.spend(key, { model, tokens: used });
  const live = pen.global<string[]>('live') ?? [];
  live.push(key);
  pen.setGlobal('live', live);
}

/** What is left in the context after a compaction, told by its parts. */
function contextTokens(data: Json): number | undefined {
  const parts = [data.systemTokens, data.conversationTokens, data.toolDefinitionsTokens].map(num);
  return parts[1] === undefined ? undefined : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** The compaction is a request of its own. Older versions name the same counts differently. */
function compactionSpend(data: Json, pen: Pen) {
  const used = obj(data.compactionTokensUsed);
  const output = num(used.outputTokens) ?? num(used.output);
  if (output === undefined) return;
  const [read, write] = [num(used.cacheReadTokens) ?? num(used.cachedInput), num(used.cacheWriteTokens)];
  const model = first(used.model, data.model) ?? pen.global<string>('model') ?? 'unknown';
  const id = first(data.requestId) ?? `#${pen.serial()}`;
  const input = withoutCache(num(used.inputTokens) ?? num(used.input), read, write);
  spendLive(`compaction:${id}`, model, tokens({ input, output, cacheRead: read, cacheWrite: write }), pen);
}

function call(data: Json, pen: Pen) {
  const input = parse(data.arguments) ?? data.arguments;
  pen.call(str(data.toolCallId), { name: first(data.toolName, data.name) ?? 'tool', input });
}

function complete(data: Json, pen: Pen) {
  const result = obj(data.result);
  const error = obj(data.error);
  const failed = data.success === false || data.error !== undefined || result.result_type === 'failure';
  const refused = /denied|rejected/i.test(`${str(error.code) ?? ''} ${str(result.result_type) ?? ''}`);
  const printed = first(result.content, result.text_result_for_llm, error.message) ?? text(data.result);
  const exit = /<(?:exited|shellId: [\w-]{1,60} completed) with exit code (-?\d{1,10})>\s*$/.exec(
    printed.slice(-200),
  )?.[1];
  pen.result(str(data.toolCallId), {
    output: printed,
    outcome: refused ? 'denied' : failed || (exit !== undefined && exit !== '0') ? 'error' : 'ok',
    exitCode: exit === undefined ? undefined : Number(exit),
  });
}

function permission(data: Json, pen: Pen, type: string) {
  const request = obj(data.permissionRequest);
  const what =
    first(request.fullCommandText, request.intention, request.path, request.toolName, request.kind) ?? '';
  const verdict = word(obj(data.result).kind);
  const done = type === 'permission.completed';
  const decision = !done
    ? 'requested'
    : /^approved/.test(verdict)
      ? 'approved'
      : /^denied/.test(verdict)
        ? 'denied'
        : 'unknown';
  const key = `permission:${first(data.requestId, data.permissionRequestId) ?? ''}`;
  const old = pen.get(key);
  pen.put({ kind: 'approval', decision, text: what || (old?.kind === 'approval' ? old.text : verdict) }, key);
}

function subagent(data: Json, pen: Pen, type: string) {
  const callId = str(data.toolCallId) ?? '';
  const agentType = first(data.agentDisplayName, data.agentName) ?? 'agent';
  if (pen.get(`call:${callId}`)?.kind !== 'subagent') {
    return pen.put({
      kind: 'notice',
      label: type,
      text: first(data.error, data.agentDescription) ?? agentType,
      level: 'info',
    });
  }
  if (type === 'subagent.started') {
    pen.change(`call:${callId}`, { agentType });
    return;
  }
  const failed = type === 'subagent.failed';
  pen.result(callId, {
    outcome: failed ? 'error' : 'ok',
    durationMs: num(data.durationMs),
    ...(failed && { output: first(data.error, obj(data.error).message) }),
  });
}
