import { setTimeout as sleep } from 'node:timers/promises';
import type { CommitFacts } from '@debrief/contract';
import { hashText, lineHash, packHashes, sortedHashes } from '@debrief/links';
import type { Team } from '../team.ts';

/** Sessions and commits as machines would tell of them, for the tests of links. */

export const linkTime = Date.UTC(2026, 5, 1, 9);
const iso = (at: number): string => new Date(at).toISOString();

/** A full commit name made of a short text. */
export const shaOf = (text: string): string => [0, 1, 2, 3, 4].map((n) => hashText(`${text} ${n}`)).join('');

/** Lines long enough to be compared. */
export const linesOf = (name: string, count = 10): string[] =>
  Array.from({ length: count }, (_, n) => `const ${name}Number${n} = compute('${name}', ${n});`);

export function aCommit(
  name: string,
  given: Partial<CommitFacts> & { lines?: string[]; at?: number } = {},
): CommitFacts {
  const { lines = linesOf(name), at = linkTime + 600_000, ...rest } = given;
  const hashes = new Set(lines.flatMap((line) => lineHash(line) ?? []));
  return {
    sha: shaOf(name),
    tree: shaOf(`tree of ${name}`),
    parents: [],
    authoredAt: iso(at),
    committedAt: iso(at),
    files: [{ path: `src/${name}.ts`, added: lines.length, removed: 0 }],
    addedLines: packHashes(sortedHashes(hashes, 20_000)),
    trailers: [],
    ...rest,
  };
}

const tool = (n: number, name: string, input: object, output: string, more: object = {}) => [
  {
    type: 'assistant',
    uuid: `a${n}`,
    timestamp: iso(linkTime + n * 1000),
    message: {
      id: `m${n}`,
      role: 'assistant',
      model: 'claude-opus-4-6',
      content: [{ type: 'tool_use', id: `t${n}`, name, input }],
      usage: { input_tokens: 5, output_tokens: 9 },
    },
  },
  {
    type: 'user',
    uuid: `r${n}`,
    timestamp: iso(linkTime + n * 1000 + 500),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: output }] },
    ...more,
  },
];

export const prompt = (n: number, text: string) => ({
  type: 'user',
  uuid: `p${n}`,
  timestamp: iso(linkTime + n * 1000),
  message: { role: 'user', content: text },
});

/** A call that writes a file, and its result. */
export const writes = (n: number, path: string, lines: readonly string[]) =>
  tool(n, 'Write', { file_path: path, content: lines.join('\n') }, 'File created successfully', {
    toolUseResult: { type: 'create', filePath: path, content: lines.join('\n'), structuredPatch: [] },
  });

/** A command, and what it printed. */
export const runs = (n: number, command: string, output: string) => tool(n, 'Bash', { command }, output);

export interface SessionGiven {
  repoRoot?: string;
  repoRemote?: string;
  gitBranch?: string;
  externalId?: string;
  title?: string;
}

/** Opens a session with these records; resolves when they are folded. */
export async function aSessionOf(
  team: Team,
  records: readonly object[],
  given: SessionGiven = {},
  patience?: number,
): Promise<string> {
  const { sessionId } = await team.machine.openSession({
    environmentId: team.environmentId,
    agentInstallationId: team.installationId,
    repoRoot: '/home/dev/app',
    repoRemote: 'git@github.com:acme/app.git',
    startedAt: iso(linkTime),
    ...given,
  });
  for (let from = 0; from < records.length; from += 50) {
    const events = records.slice(from, from + 50).map((payload) => ({ eventType: 'record', payload }));
    await team.machine.appendEvents({ sessionId, events });
  }
  await eventually(async () => {
    const { session } = await team.owner.client.getSession({ sessionId });
    return session.statistics?.foldedTo === records.length || undefined;
  }, patience);
  return sessionId;
}

/** Asks until there is an answer: what is derived comes a moment later. */
export async function eventually<Answer>(
  ask: () => Promise<Answer | undefined | false>,
  patience = 60_000,
): Promise<Answer> {
  for (const begun = Date.now(); ; await sleep(50)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() - begun > patience) throw new Error(`nothing after ${patience} ms`);
  }
}
