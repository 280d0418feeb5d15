import type { WriteRecords } from '../step.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';

/** How the five agents write the same session that record what a call answered. */
export const writers: Record<string, WriteRecords> = {
  'claude-code': claudeCode,
  codex,
  'copilot-cli': copilotCli,
  'gemini-cli': geminiCli,
  opencode,
};

/** And one that does not. */
export const recordWriters: Record<string, WriteRecords> = { ...writers, cursor };
