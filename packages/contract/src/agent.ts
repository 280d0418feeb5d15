import { type Static, Type } from 'typebox';
import { choice, timestamp } from './field.ts';

/** The catalog (G1): shipped with the release, sorted by display name. Ids are never reused or removed. */
const listed = [
  ['aider', 'Aider', 'Aider'],
  ['amp', 'Amp', 'Sourcegraph'],
  ['antigravity', 'Antigravity', 'Google'],
  ['claude-code', 'Claude Code', 'Anthropic'],
  ['cline', 'Cline', 'Cline'],
  ['codex', 'Codex', 'OpenAI'],
  ['continue', 'Continue', 'Continue'],
  ['vscode-copilot', 'Copilot Chat', 'GitHub'],
  ['copilot-cli', 'Copilot CLI', 'GitHub'],
  ['crush', 'Crush', 'Charm'],
  ['cursor', 'Cursor', 'Anysphere'],
  ['droid', 'Droid', 'Factory'],
  ['gemini-cli', 'Gemini CLI', 'Google'],
  ['goose', 'Goose', 'Block'],
  ['grok-build', 'Grok Build', 'xAI'],
  ['hermes', 'Hermes', 'Nous Research'],
  ['kilo', 'Kilo Code', 'Kilo'],
  ['kimi-code', 'Kimi Code', 'Moonshot AI'],
  ['kiro-cli', 'Kiro CLI', 'Amazon Web Services'],
  ['mistral-vibe', 'Mistral Vibe', 'Mistral AI'],
  ['opencode', 'opencode', 'SST'],
  ['pi', 'pi', 'Mario Zechner'],
  ['qwen-code', 'Qwen Code', 'Alibaba Cloud'],
  ['roo-code', 'Roo Code', 'Roo Code'],
  ['zed', 'Zed', 'Zed Industries'],
] as const;

export type AgentId = (typeof listed)[number][0];

export const agentIds = listed.map(([agentId]) => agentId) as AgentId[];

export const AgentId = choice(agentIds);

export const Agent = Type.Object({
  agentId: Type.String({ description: 'catalog id' }),
  displayName: Type.String(),
  vendor: Type.String(),
  status: choice(['active']),
  createdAt: timestamp,
});
export type Agent = Static<typeof Agent>;

export const AgentList = Type.Object({ agents: Type.Array(Agent) });

export const agentCatalog: readonly Agent[] = listed.map(([agentId, displayName, vendor]) => ({
  agentId,
  displayName,
  vendor,
  status: 'active',
  createdAt: '2026-11-15T00:00:00.000Z',
}));
