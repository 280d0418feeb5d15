import { join } from 'node:path';
import { type Agent, fields, instant, known, type Source, type Surroundings, text } from '../agent.ts';
import { type FoundFile, firstRecord, sourceOf, walk } from '../walk.ts';

const homeOf = (where: Surroundings): string => where.env.CODEX_HOME || join(where.home, '.codex');

// rollout-<local time>-<thread>[_<rollout>].jsonl[.zst]
const named = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+?)(?:_([0-9a-f-]{36}))?\.jsonl(\.zst)?$/;

async function place(file: FoundFile): Promise<Source | undefined> {
  const [, thread, rollout, packed] = named.exec(file.segments.at(-1) ?? '') ?? [];
  if (!thread) return undefined;
  const part = rollout ?? '';
  const first = packed ? {} : fields(await firstRecord(file));
  const meta = fields(first.payload);
  const spawn = fields(fields(fields(meta.source).subagent).thread_spawn);
  const parent = text(spawn.parent_thread_id) ?? text(meta.parent_thread_id);
  const root = text(meta.session_id) ?? parent;
  if (!parent || !root || root === thread)
    return sourceOf(file, { agentId: 'codex', externalId: thread, part });
  const role = text(spawn.agent_role) ?? text(meta.agent_role);
  const nickname = text(spawn.agent_nickname) ?? text(meta.agent_nickname);
  return sourceOf(file, {
    agentId: 'codex',
    externalId: root,
    part: rollout ? `${thread}_${rollout}` : thread,
    subagent: {
      id: thread,
      ...(role && { type: role }),
      ...(nickname && { name: nickname }),
      ...(parent !== root && { parent }),
    },
  });
}

/** A plain file hides its compressed sibling. */
function withoutHidden(files: FoundFile[]): FoundFile[] {
  const plain = new Set(files.map((file) => file.path));
  return files.filter((file) => !file.path.endsWith('.zst') || !plain.has(file.path.slice(0, -4)));
}

export const codex: Agent = {
  agentId: 'codex',
  name: 'Codex',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const accept = (segments: string[]) => named.test(segments.at(-1) ?? '');
    const files = [
      ...(await walk(join(homeOf(where), 'sessions'), accept)),
      ...(await walk(join(homeOf(where), 'archived_sessions'), accept)),
    ];
    const placed = await Promise.all(withoutHidden(files).map(place));
    return placed.filter((source) => source !== undefined);
  },
  facts(record) {
    const r = fields(record);
    const payload = fields(r.payload);
    const git = fields(payload.git ?? r.git);
    return known({
      cwd: text(payload.cwd),
      gitBranch: text(git.branch),
      version: text(payload.cli_version),
      at: instant(r.timestamp),
    });
  },
};
