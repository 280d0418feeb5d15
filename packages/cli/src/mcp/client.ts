import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Surroundings } from '../agents/agent.ts';

/** An agent that takes MCP servers, and how it writes one down that is started as a program. */
export interface McpClient {
  readonly name: string;
  /** The settings of the user. */
  readonly path: string;
  /** Something of the agent is there. */
  readonly isThere: boolean;
  readonly form: { kind: 'toml' } | { kind: 'json'; under: string; entry: Record<string, unknown> };
  /** Where a skill of the user is kept; absent where the agent reads none. */
  readonly skill?: string;
}

export const serverName = 'debrief';

/** The agents we know, by the settings of this user. `launcher` starts this program. */
export function mcpClients({ home, env, platform }: Surroundings, launcher: string): McpClient[] {
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const code = platform === 'darwin' ? join(home, 'Library', 'Application Support') : config;
  const claude = env.CLAUDE_CONFIG_DIR || join(home, '.claude');
  const claudeFile = env.CLAUDE_CONFIG_DIR ? join(claude, '.claude.json') : join(home, '.claude.json');
  const codex = env.CODEX_HOME || join(home, '.codex');
  const opencode = join(config, 'opencode');
  const started = { command: launcher, args: ['mcp'] };
  const json = (under: string, entry: Record<string, unknown>) => ({ kind: 'json', under, entry }) as const;
  return [
    {
      name: 'claude-code',
      path: claudeFile,
      isThere: existsSync(claude) || existsSync(claudeFile),
      form: json('mcpServers', { type: 'stdio', ...started }),
      skill: join(claude, 'skills', 'debrief', 'SKILL.md'),
    },
    {
      name: 'codex',
      path: join(codex, 'config.toml'),
      isThere: existsSync(codex),
      form: { kind: 'toml' },
      skill: join(codex, 'skills', 'debrief', 'SKILL.md'),
    },
    {
      name: 'cursor',
      path: join(home, '.cursor', 'mcp.json'),
      isThere: existsSync(join(home, '.cursor')),
      form: json('mcpServers', started),
    },
    {
      name: 'gemini-cli',
      path: join(home, '.gemini', 'settings.json'),
      isThere: existsSync(join(home, '.gemini')),
      form: json('mcpServers', started),
    },
    {
      name: 'opencode',
      path: join(opencode, 'opencode.json'),
      isThere: existsSync(opencode),
      form: json('mcp', { type: 'local', command: [launcher, 'mcp'], enabled: true }),
      skill: join(opencode, 'skills', 'debrief', 'SKILL.md'),
    },
    {
      name: 'vscode',
      path: join(code, 'Code', 'User', 'mcp.json'),
      isThere: existsSync(join(code, 'Code', 'User')),
      form: json('servers', { type: 'stdio', ...started }),
    },
  ];
}
