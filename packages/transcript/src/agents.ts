import type { AgentReader } from './agent.ts';
import { claudeCode } from './agents/claude-code.ts';
import { codex } from './agents/codex.ts';
import { copilotCli } from './agents/copilot-cli.ts';
import { cursor } from './agents/cursor.ts';
import { geminiCli } from './agents/gemini-cli.ts';
import { generic } from './agents/generic.ts';
import { opencode } from './agents/opencode.ts';
import { pi } from './agents/pi.ts';
import { qwenCode } from './agents/qwen-code.ts';

const readers: readonly AgentReader[] = [
  claudeCode,
  codex,
  geminiCli,
  opencode,
  copilotCli,
  cursor,
  qwenCode,
  pi,
];

/** Agents whose every record type is known by name. */
export const supportedAgents: readonly string[] = readers.map((reader) => reader.id);

export function agentReader(id: string): AgentReader {
  return readers.find((reader) => reader.id === id) ?? generic(id);
}
