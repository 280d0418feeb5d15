import { join } from 'node:path';
import { type Agent, fields, instant, known, type Source, type Surroundings, text } from '../agent.ts';
import { type FoundFile, firstRecord, isJsonl, sourceOf, stem, walk } from '../walk.ts';

const configOf = (where: Surroundings): string => where.env.CLAUDE_CONFIG_DIR || join(where.home, '.claude');

/** Claude Desktop's local agent mode writes the same schema below its own folder. */
function desktopOf({ home, env, platform }: Surroundings): string {
  if (platform === 'darwin')
    return join(home, 'Library/Application Support/Claude/local-agent-mode-sessions');
  if (platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'Claude', 'local-agent-mode-sessions');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Claude', 'local-agent-mode-sessions');
}

/**
 * `<project>/<session>.jsonl`; sub-agents in `<session>/subagents/**` or, in 2.0, beside the session as
 * `agent-<id>.jsonl`, where only the records name the parent.
 */
async function place(file: FoundFile): Promise<Source | undefined> {
  const { segments } = file;
  const at = segments.lastIndexOf('subagents');
  const name = stem(segments.at(-1) ?? '');
  const session = at > 0 ? segments[at - 1] : name;
  if (at > 0 && session) {
    return sourceOf(file, {
      agentId: 'claude-code',
      externalId: session,
      part: segments.slice(at + 1).join('/'),
    });
  }
  if (name.startsWith('agent-')) {
    const parent = text(fields(await firstRecord(file)).sessionId);
    return parent ? sourceOf(file, { agentId: 'claude-code', externalId: parent, part: name }) : undefined;
  }
  return sourceOf(file, { agentId: 'claude-code', externalId: name });
}

export const claudeCode: Agent = {
  agentId: 'claude-code',
  name: 'Claude Code',
  homes: (where) => [configOf(where)],
  async find(where) {
    const files = await walk(join(configOf(where), 'projects'), isJsonl);
    const desktop = await walk(
      desktopOf(where),
      (segments) => isJsonl(segments) && segments.includes('projects'),
      14,
    );
    const placed = await Promise.all([...files, ...desktop].map(place));
    return placed.filter((source) => source !== undefined);
  },
  facts(record) {
    const r = fields(record);
    return known({
      cwd: text(r.cwd),
      gitBranch: text(r.gitBranch),
      version: text(r.version),
      at: instant(r.timestamp),
    });
  },
};
