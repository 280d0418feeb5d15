import { open } from 'node:fs/promises';
import type { AgentId } from '@debrief/contract';
import { type Fields, fields } from './agent.ts';

/** A file says itself which agent wrote it: by fields that no other agent's records have. */
const signatures: readonly (readonly [agentId: AgentId, isIts: (record: Fields) => boolean])[] = [
  ['codex', ({ type, payload }) => isCodexType.test(String(type)) && isObject(payload)],
  ['codex', ({ record_type }) => record_type === 'state'],
  [
    'codex',
    ({ id, instructions, timestamp }) => instructions !== undefined && isText(id) && isText(timestamp),
  ],
  ['vscode-copilot', ({ type, data }) => type === 'session.start' && isText(fields(data).vscodeVersion)],
  ['vscode-copilot', ({ kind, v }) => kind === 0 && Array.isArray(fields(v).requests)],
  ['vscode-copilot', (record) => isChat(record)],
  [
    'copilot-cli',
    ({ type, data, id }) =>
      /^[a-z_]{1,40}\.[a-z_.]{1,60}$/.test(String(type)) && isObject(data) && isText(id),
  ],
  [
    'qwen-code',
    ({ sessionId, uuid, message }) => isText(sessionId) && isText(uuid) && 'parts' in fields(message),
  ],
  ['qwen-code', ({ systemPayload, sessionId }) => systemPayload !== undefined && isText(sessionId)],
  [
    'claude-code',
    ({ uuid, parentUuid, message }) =>
      isText(uuid) && parentUuid !== undefined && !('parts' in fields(message)),
  ],
  ['claude-code', ({ type, sessionId }) => isClaudeType.test(String(type)) && isText(sessionId)],
  [
    'claude-code',
    ({ type, snapshot, messageId }) =>
      type === 'file-history-snapshot' && isObject(snapshot) && isText(messageId),
  ],
  ['claude-code', ({ type, leafUuid }) => type === 'summary' && isText(leafUuid)],
  [
    'claude-code',
    ({ type, uuid, message }) => isTurn.test(String(type)) && isText(uuid) && isClaudeMessage(message),
  ],
  ['gemini-cli', ({ projectHash, sessionId }) => isText(projectHash) && isText(sessionId)],
  [
    'kiro-cli',
    ({ version, kind, data }) => version === 'v1' && isKiroKind.test(String(kind)) && isObject(data),
  ],
  ['droid', ({ type, id }) => type === 'session_start' && isText(id)],
  ['pi', ({ type, version, cwd }) => type === 'session' && typeof version === 'number' && isText(cwd)],
  ['amp', ({ id, messages }) => /^T-/.test(String(id)) && Array.isArray(messages)],
  ['opencode', ({ info, messages }) => /^ses_/.test(String(fields(info).id)) && Array.isArray(messages)],
  ['opencode', ({ sessionID, role, messageID }) => isText(sessionID) && isText(role ?? messageID)],
  ['antigravity', ({ step_index, source }) => typeof step_index === 'number' && isText(source)],
  ['kimi-code', ({ type, protocol_version }) => type === 'metadata' && isText(protocol_version)],
  ['mistral-vibe', ({ role, injected }) => isText(role) && typeof injected === 'boolean'],
  [
    'cline',
    ({ ts, type, say, ask }) => typeof ts === 'number' && isSaid.test(String(type)) && isText(say ?? ask),
  ],
];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isCodexType = /^(?:session_meta|response_item|event_msg|turn_context|compacted)$/;
const isClaudeType =
  /^(?:permission-mode|queue-operation|last-prompt|ai-title|custom-title|agent-name|progress|mode)$/;
const isTurn = /^(?:user|assistant|system)$/;
const isKiroKind = /^(?:Prompt|AssistantMessage|ToolResults)$/;
/** Of VS Code's chat, a log or a document; a long document is told by its first fields. */
const isChat = ({ version, requests, responderUsername, initialLocation }: Fields): boolean =>
  isText(responderUsername) &&
  (Array.isArray(requests) || (isText(initialLocation) && version !== undefined));
const isSaid = /^(?:say|ask)$/;
const isClaudeMessage = (value: unknown): boolean => isText(fields(value).role) && 'content' in fields(value);

/** As much of a file is looked at; the first records are enough. */
const looked = 1024 * 1024;
const maxRecords = 50;

export type Recognised = { agentId: AgentId } | { because: string };

/** Which agent wrote a file, by what is in it; else why that cannot be told. */
export async function recognise(path: string): Promise<Recognised> {
  const start = await beginningOf(path);
  if (start.startsWith('SQLite format 3\u0000'))
    return { because: 'it is a database with many sessions: name one by its id' };
  const records = recordsOf(start);
  for (const record of records) {
    const found = signatures.find(([, isIts]) => isIts(record));
    if (found) return { agentId: found[0] };
  }
  return { because: records.length === 0 ? 'nothing in it is a record' : 'its records fit no agent alone' };
}

export async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Lines of JSON, or one document; of a document that goes on past what was read, the outermost fields. */
function recordsOf(start: string): Fields[] {
  const lines = start.split('\n', maxRecords).flatMap((line) => parsed(line));
  if (lines.length > 0) return lines;
  const whole = parsed(start);
  return whole.length > 0 ? whole : fieldsAtTop(start);
}

function parsed(text: string): Fields[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.slice(0, maxRecords).map(fields);
    return isObject(value) ? [fields(value)] : [];
  } catch {
    return [];
  }
}

/** Text fields of the outermost object that stand before its first long list. */
function fieldsAtTop(start: string): Fields[] {
  const found: Fields = {};
  for (const [, name = '', value = ''] of start
    .slice(0, 4096)
    .matchAll(/^ {0,2}"(\w{1,40})"\s{0,3}:\s{0,3}"([^"\n]{1,200})"/gm))
    found[name] = value;
  if (/"messages"\s{0,3}:\s{0,3}\[/.test(start)) found.messages = [];
  return Object.keys(found).length > 0 ? [found] : [];
}
