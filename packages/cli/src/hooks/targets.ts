import { join } from 'node:path';
import type { AgentId } from '@debrief/contract';
import type { Surroundings } from '../agents/agent.ts';
import type { Home } from '../home.ts';
import type { Registration } from './json-file.ts';
import { opencodePlugin } from './opencode-plugin.ts';
import { hookCommand } from './shim.ts';

/** Where and how an agent lets others listen. */
export type Target = SharedTarget | OwnTarget;

/** Settings that belong to the user and to other tools as well. */
export interface SharedTarget {
  kind: 'shared';
  agentId: AgentId;
  path: string;
  registrations: Registration[];
  /** Keys the file needs besides. */
  extra: Record<string, unknown>;
}

/** A file that is ours alone. */
export interface OwnTarget {
  kind: 'own';
  agentId: AgentId;
  path: string;
  content: string;
}

/** Only events that cannot hold the agent up: none that blocks, none per chunk. */
const events = {
  'claude-code': [
    'SessionStart',
    'UserPromptSubmit',
    'Stop',
    'StopFailure',
    'SubagentStop',
    'PreCompact',
    'SessionEnd',
  ],
  codex: ['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'SessionEnd'],
  'gemini-cli': ['SessionStart', 'AfterAgent', 'PreCompress', 'SessionEnd'],
  'qwen-code': ['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'SessionEnd'],
  cursor: [
    'sessionStart',
    'afterAgentResponse',
    'afterShellExecution',
    'afterFileEdit',
    'subagentStop',
    'stop',
    'sessionEnd',
  ],
  'copilot-cli': [
    'sessionStart',
    'userPromptSubmitted',
    'agentStop',
    'subagentStop',
    'preCompact',
    'errorOccurred',
    'sessionEnd',
  ],
} as const;

export function hookTargets(home: Home, where: Surroundings): Target[] {
  const { env, home: user } = where;
  const command = (agentId: AgentId, event: string) => hookCommand(home, agentId, event);
  const grouped = (agentId: keyof typeof events, timeout: number, more: Record<string, unknown> = {}) =>
    events[agentId].map((event) => ({
      event,
      entry: {
        ...(agentId === 'gemini-cli' && { matcher: '*' }),
        hooks: [{ type: 'command', ...more, command: command(agentId, event), timeout }],
      },
    }));
  const shared = (
    agentId: AgentId,
    path: string,
    registrations: Registration[],
    extra = {},
  ): SharedTarget => ({
    kind: 'shared',
    agentId,
    path,
    registrations,
    extra,
  });
  const copilot = {
    version: 1,
    hooks: Object.fromEntries(
      events['copilot-cli'].map((event) => [
        event,
        [{ type: 'command', bash: command('copilot-cli', event), timeoutSec: 10 }],
      ]),
    ),
  };
  const config = env.XDG_CONFIG_HOME || join(user, '.config');
  return [
    shared(
      'claude-code',
      join(env.CLAUDE_CONFIG_DIR || join(user, '.claude'), 'settings.json'),
      grouped('claude-code', 10),
    ),
    shared('codex', join(env.CODEX_HOME || join(user, '.codex'), 'hooks.json'), grouped('codex', 3)),
    shared(
      'gemini-cli',
      join(env.GEMINI_CLI_HOME || user, '.gemini', 'settings.json'),
      grouped('gemini-cli', 10_000, { name: 'debrief' }),
    ),
    shared(
      'qwen-code',
      join(env.QWEN_HOME || join(user, '.qwen'), 'settings.json'),
      grouped('qwen-code', 10_000),
    ),
    shared(
      'cursor',
      join(user, '.cursor', 'hooks.json'),
      events.cursor.map((event) => ({ event, entry: { command: command('cursor', event) } })),
      { version: 1 },
    ),
    {
      kind: 'own',
      agentId: 'copilot-cli',
      path: join(env.COPILOT_HOME || join(user, '.copilot'), 'hooks', 'debrief.json'),
      content: `${JSON.stringify(copilot, undefined, 2)}\n`,
    },
    {
      kind: 'own',
      agentId: 'opencode',
      path: join(env.OPENCODE_CONFIG_DIR || join(config, 'opencode'), 'plugins', 'debrief.js'),
      content: opencodePlugin(home),
    },
  ];
}
