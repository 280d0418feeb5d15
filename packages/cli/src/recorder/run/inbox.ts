import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentId } from '@debrief/contract';
import { fields, text } from '../../agents/agent.ts';

/** What a hook handed over. Only a trigger: the transcript is the truth. */
export interface HookCall {
  agentId: AgentId | undefined;
  externalId?: string;
  ended: boolean;
  /** The set of lessons that the hook printed for the agent. */
  lessons?: string;
  /** What Cursor said, which its transcripts do not. */
  cursor?: Record<string, unknown>;
}

/** So long a hook's command may take to write what it was handed, on a machine that is busy. */
const writtenWithin = 10_000;

/** Whether more may come: taken out now, what the call says of its session would be lost. */
async function isBeingWritten(path: string, content: string): Promise<boolean> {
  try {
    JSON.parse(withoutMark(content));
    return false;
  } catch {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    return Math.abs(Date.now() - mtimeMs) < writtenWithin;
  }
}

const withoutMark = (content: string): string => content.replace(/^\uFEFF/, '');

/** Takes everything out of the inbox; what is still being written is a call already, and one again once it is whole. */
export async function emptyInbox(directory: string): Promise<HookCall[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = await readdir(directory);
  const hookCalls: HookCall[] = [];
  for (const name of names) {
    const path = join(directory, name);
    const content = await readFile(path, 'utf8').catch(() => '');
    if (!(await isBeingWritten(path, content))) await unlink(path).catch(() => {});
    const [agentId = '', event = ''] = name.split('.');
    const lessons = /\.([0-9a-f]{12})$/.exec(name)?.[1];
    hookCalls.push({ ...readHookCall(content, agentId, event), ...(lessons && { lessons }) });
  }
  return hookCalls;
}

/** Half a payload is still a call: the hook's command may not have written all of it yet. */
export function readHookCall(content: string, registeredFor: string, registeredEvent: string): HookCall {
  let payload: Record<string, unknown> = {};
  try {
    payload = fields(JSON.parse(withoutMark(content)));
  } catch {}
  const externalId = text(payload.conversation_id) ?? text(payload.session_id) ?? text(payload.sessionId);
  const event = text(payload.hook_event_name) ?? registeredEvent;
  const agentId = callerOf(payload, registeredFor);
  return {
    agentId,
    ...(agentId === 'cursor' && payload.conversation_id !== undefined && { cursor: payload }),
    ...(externalId && { externalId }),
    ended: /^session\.?end$/i.test(event),
  };
}

/** Tools run each other's hooks: the payload says who called, the command line only who was meant. */
function callerOf(payload: Record<string, unknown>, registeredFor: string): AgentId | undefined {
  const path = text(payload.transcript_path) ?? text(payload.transcriptPath) ?? '';
  if (payload.cursor_version || payload.conversation_id) return 'cursor';
  // VS Code runs what is registered for Claude Code and for Copilot CLI, with input like Claude Code's.
  if (/[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/]/i.test(path)) return 'vscode-copilot';
  if (/[\\/]rollout-[^\\/]+\.jsonl/.test(path)) return 'codex';
  if (/[\\/]\.qwen[\\/]/.test(path)) return 'qwen-code';
  if (/[\\/]\.gemini[\\/]antigravity/.test(path)) return 'antigravity';
  if (/[\\/]\.gemini[\\/]/.test(path)) return 'gemini-cli';
  if (/[\\/]\.grok[\\/]|[\\/](?:updates|chat_history)\.jsonl$/.test(path)) return 'grok-build';
  if (/[\\/]\.continue[\\/]/.test(path)) return 'continue';
  if (/[\\/]session-state[\\/]/.test(path) || (payload.sessionId && typeof payload.timestamp === 'number'))
    return 'copilot-cli';
  if (path.endsWith('.jsonl') && /[\\/]projects[\\/]./.test(path)) return 'claude-code';
  // Others do so too (Grok Build, Continue): whoever writes elsewhere is not the one who was meant.
  if (path !== '' && registeredFor === 'claude-code') return undefined;
  return (registeredFor || undefined) as AgentId | undefined;
}
