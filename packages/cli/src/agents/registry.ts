import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Agent, Surroundings } from './agent.ts';
import { aider } from './aider.ts';
import { amp } from './amp.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { droid } from './droid.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { kimiCode } from './kimi-code.ts';
import { kiroCli } from './kiro-cli.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

export const agents: readonly Agent[] = [
  aider,
  amp,
  claudeCode,
  cline,
  codex,
  copilotCli,
  cursor,
  droid,
  geminiCli,
  goose,
  kimiCode,
  kiroCli,
  opencode,
  pi,
  qwenCode,
];

export const agentOf = (agentId: string): Agent | undefined =>
  agents.find((agent) => agent.agentId === agentId);

export function surroundings(): Surroundings {
  return { home: homedir(), env: process.env, platform: process.platform };
}

/** The agents that leave traces on this machine. */
export async function installedAgents(where: Surroundings): Promise<Agent[]> {
  const present = await Promise.all(
    agents.map(async (agent) => {
      const homes = await Promise.all(
        agent.homes(where).map((home) =>
          access(home).then(
            () => true,
            () => false,
          ),
        ),
      );
      return homes.includes(true);
    }),
  );
  return agents.filter((_, index) => present[index]);
}
