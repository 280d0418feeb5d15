import type { WriteRecords } from '../step.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';

/** How six agents write the same session. */
export const writers: Record<string, WriteRecords> = {
  'claude-code': claudeCode,
  codex,
  'copilot-cli': copilotCli,
  cursor,
  'gemini-cli': geminiCli,
  opencode,
};
