/**
 * Claude Code. One record = one line of `<session>.jsonl` or of a sub-agent's `agent-<id>.jsonl`.
 * An assistant message is written as several lines, one per content block, all with the same
 * `message.id` and `requestId`; usage counts once, the largest output wins.
 * Sub-agent lines mark themselves (`agentId`); v1 wrote them inline, marked only by `isSidechain`
 * and chained by `parentUuid`.
 */
import type { AgentReader } from '../../agent.ts';
import { attachments, first, isObject, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { LaneStart } from '../../pen/lane-pen.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { readAttachment } from './attachment.ts';
import { compacted, said, taskEnded, turnEnded } from './prompt.ts';
import { toolResult } from './result.ts';
import { readSystem } from './system.ts';
import { isTaskCall, taskCall } from './tasks.ts';

/** Bookkeeping lines, re-appended again and again so that a tail read finds them. */
const bookkeeping = new Set([
  'permission-mode',
  'mode',
  'agent-name',
  'agent-setting',
  'agent-color',
  'last-prompt',
  'file-history-snapshot',
  'progress',
  'worktree-state',
  'relocated',
  'bridge-session',
  'atis-latch',
  'started',
  'tag',
  'task-summary',
  'content-replacement',
  'speculation-accept',
]);

export const claudeCode: AgentReader = {
  id: 'claude-code',
  key: (record) => str(record.uuid),
  lane,
  read(record, pen) {
    pen.learn({
      agentSessionId: str(record.sessionId),
      cwd: str(record.cwd),
      branch: str(record.gitBranch),
      agentVersion: str(record.version),
    });
    const type = str(record.type) ?? '';
    if ((type === 'user' || type === 'assistant') && !pen.recall('begun')) pen.remember('begun', true);
    if (type === 'assistant') assistant(record, pen);
    else if (type === 'user') user(record, pen);
    else if (type === 'system') readSystem(record, pen);
    else if (type === 'attachment') readAttachment(obj(record.attachment), record, pen);
    else if (bookkeeping.has(type)) {
      if (type === 'permission-mode') pen.mode(str(record.permissionMode));
      pen.meta(type);
    } else if (type === '' && 'agentType' in record) pen.meta('agent .meta.json');
    else readLine(type, record, pen);
  },
};

function readLine(type: string, record: Json, pen: Pen) {
  if (type === 'ai-title' || type === 'custom-title') {
    pen.title(first(record.aiTitle, record.customTitle), type === 'ai-title' ? 'generated' : 'custom');
    pen.meta(type);
  } else if (type === 'queue-operation') {
    if (record.operation === 'enqueue') taskEnded(word(record.content), pen);
    pen.meta(type);
  } else if (type === 'summary' && str(record.summary) !== undefined) {
    // What stands before the first message tells of an earlier session, not of this one.
    if (pen.recall('begun')) pen.title(str(record.summary), 'generated');
    pen.put({ kind: 'notice', label: 'summary', text: str(record.summary) ?? '', level: 'info' });
  } else if (type === 'pr-link' || type === 'frame-link') {
    const link = first(record.prUrl, record.frameUrl, record.path) ?? '';
    pen.put({
      kind: 'notice',
      label: type === 'pr-link' ? 'pull request' : 'preview',
      text: link,
      level: 'info',
    });
  } else if (type === 'result') {
    const content = text(record.result) || first(obj(record.result).summary) || '';
    pen.put({ kind: 'notice', label: 'workflow result', text: content, level: 'info', data: record.result });
  }
}

function lane(record: Json, pen: Pen): LaneStart | undefined {
  const prompt = record.type === 'user' ? text(obj(record.message).content) : '';
  const agentId = str(record.agentId);
  // Journal lines of a workflow name an agent without belonging to it.
  const inChain = 'message' in record || 'attachment' in record || record.type === 'system';
  if (agentId !== undefined) return inChain ? { id: agentId, ...(prompt && { prompt }) } : undefined;
  if (record.isSidechain !== true) return undefined;
  const parent = str(record.parentUuid);
  const uuid = str(record.uuid) ?? '';
  const known = parent && pen.global<string>(`side:${parent}`);
  // The progress of a hook is told within a sub-agent, and is not the beginning of one.
  if (!known && !inChain) return undefined;
  const id = known || `sidechain-${uuid}`;
  pen.setGlobal(`side:${uuid}`, id);
  return { id, ...(prompt && { prompt }) };
}

function assistant(record: Json, pen: Pen) {
  const message = obj(record.message);
  const model = str(message.model);
  const local = model === '<synthetic>';
  if (!local) spend(record, message, model, pen);
  const content =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  for (const raw of list(content)) {
    const block = obj(raw);
    const by = model === undefined || local ? {} : { model };
    switch (block.type) {
      case 'text':
        if (record.isApiErrorMessage === true) {
          const code = first(record.error) ?? num(record.apiErrorStatus)?.toString();
          pen.put({ kind: 'error', text: text(block), ...(code && { code }) });
        } else if (local) pen.put({ kind: 'notice', label: 'Claude Code', text: text(block), level: 'info' });
        else pen.put({ kind: 'reply', text: text(block), ...by });
        break;
      case 'thinking':
      case 'redacted_thinking': {
        const thought = str(block.thinking) ?? '';
        pen.put({ kind: 'thinking', text: thought, ...by });
        break;
      }
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        if (isTaskCall(block.name) && str(block.id) !== undefined)
          taskCall(str(block.id) ?? '', word(block.name), obj(block.input), pen);
        else pen.call(str(block.id), { name: str(block.name) ?? 'tool', input: block.input });
        break;
      case 'fallback': {
        const [from, to] = [str(obj(block.from).model), str(obj(block.to).model)];
        pen.put({
          kind: 'notice',
          label: 'model fallback',
          text: `${from ?? '?'} → ${to ?? '?'}`,
          level: 'warning',
        });
        break;
      }
      default:
        if (isObject(raw) && str(block.tool_use_id) !== undefined) toolResult(block, record, pen);
        else
          pen.put({
            kind: 'unknown',
            label: `assistant/${str(block.type) ?? typeof raw}`,
            text: text(raw),
            raw,
          });
    }
  }
  if (message.stop_reason === 'end_turn') turnEnded(pen);
}

function spend(record: Json, message: Json, model: string | undefined, pen: Pen) {
  const usage = obj(message.usage);
  if (model === undefined || num(usage.output_tokens) === undefined) return;
  const id = `${str(message.id) ?? str(record.uuid) ?? ''}:${str(record.requestId) ?? ''}`;
  pen.spend(id, {
    model,
    ...(id !== ':' && { id }),
    mode: 'max',
    tokens: tokens({
      input: num(usage.input_tokens),
      output: num(usage.output_tokens),
      cacheRead: num(usage.cache_read_input_tokens),
      cacheWrite: num(usage.cache_creation_input_tokens),
      cacheWriteLong: num(obj(usage.cache_creation).ephemeral_1h_input_tokens),
      reasoning: num(obj(usage.output_tokens_details).thinking_tokens),
    }),
  });
}

function user(record: Json, pen: Pen) {
  pen.mode(str(record.permissionMode));
  const { content } = obj(record.message);
  if (record.isCompactSummary === true) return compacted(text(content), pen);
  if (typeof content === 'string') return said(content, record, pen);
  const blocks = list(content);
  const pictures = attachments(blocks);
  let told = false;
  for (const raw of blocks) {
    const block = obj(raw);
    if (block.type === 'tool_result') toolResult(block, record, pen);
    else if (block.type === 'text') {
      said(text(block), record, pen, told ? undefined : pictures);
      told = true;
    } else if (block.type !== 'image' && block.type !== 'document') {
      const label = `user/${str(block.type) ?? typeof raw}`;
      pen.put({ kind: 'unknown', label, text: typeof raw === 'string' ? raw : text(raw), raw });
    }
  }
  if (pictures !== undefined && !told) said('', record, pen, pictures);
}
