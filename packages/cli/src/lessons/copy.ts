import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFor, type LessonRef, type LessonWords, setOf, toldAtStart } from '@debrief/lessons';
import { fields } from '../agents/agent.ts';
import { type Home, pathsOf } from '../home.ts';

/** How the agents that take words at the start of a session want them from the hook that is installed for it. */
const envelopes: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.fromEntries(
    ['claude-code', 'codex', 'gemini-cli', 'qwen-code'].map((agentId) => [
      agentId,
      (additionalContext: string) => ({
        hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
      }),
    ]),
  ),
  'copilot-cli': (additionalContext) => ({ additionalContext }),
  cursor: (additional_context) => ({ additional_context }),
};

/** The agents that are told by their hook. */
export const toldByHook: readonly string[] = Object.keys(envelopes);

/**
 * What the hook of an agent prints in a repository lies ready, one file with one line: a shell that finds it by the path
 * of the repository starts one program to print it. Its name is the set of lessons that it holds.
 */
const folderOf = (home: Home, root: string): string => join(pathsOf(home).lessons, 'at', root, '.debrief');

/** Which lessons a set holds, for whoever hears later that a hook printed it. */
const setFile = (home: Home, set: string): string => join(pathsOf(home).lessons, 'sets', `${set}.json`);

/** The repositories that have copies, and when the server was last asked for each. */
const indexFile = (home: Home): string => join(pathsOf(home).lessons, 'repositories.json');

export type CopyIndex = Record<string, number>;

export async function readIndex(home: Home): Promise<CopyIndex> {
  const kept: unknown = await readFile(indexFile(home), 'utf8').then(JSON.parse, () => undefined);
  const index: CopyIndex = {};
  for (const [root, at] of Object.entries(fields(kept))) if (typeof at === 'number') index[root] = at;
  return index;
}

/** Puts the copies of one repository in place; those that are not needed any more go. */
export async function writeCopies(home: Home, root: string, lessons: readonly LessonWords[]): Promise<void> {
  for (const [agentId, envelope] of Object.entries(envelopes)) {
    const folder = join(folderOf(home, root), agentId);
    const own = lessons.filter((one) => isFor(one, [agentId])).map((one) => ({ ...one, agents: [] }));
    const { text, told } = toldAtStart(own);
    if (text === '') {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    const set = setOf(told);
    await keep(home, setFile(home, set), JSON.stringify(told));
    await keep(home, join(folder, set), `${JSON.stringify(envelope(text))}\n`);
    for (const name of await readdir(folder)) if (name !== set) await rm(join(folder, name), { force: true });
  }
  await keep(home, indexFile(home), JSON.stringify({ ...(await readIndex(home)), [root]: Date.now() }));
}

/** The copies of a repository that is gone, or in which agents are told nothing any more. */
export async function removeCopiesOf(home: Home, root: string): Promise<void> {
  await rm(folderOf(home, root), { recursive: true, force: true });
  const { [root]: _, ...rest } = await readIndex(home);
  await keep(home, indexFile(home), JSON.stringify(rest));
}

export async function lessonsOfSet(home: Home, set: string): Promise<LessonRef[]> {
  const kept: unknown = await readFile(setFile(home, set), 'utf8').then(JSON.parse, () => undefined);
  return Array.isArray(kept) ? (kept as LessonRef[]) : [];
}

/** Whole or not at all, and made outside of the folders that hooks look into. */
async function keep(home: Home, path: string, content: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = join(pathsOf(home).lessons, `${process.pid}.${++writes}.tmp`);
  await writeFile(beside, content, { mode: 0o600 });
  await rename(beside, path);
}

let writes = 0;

export const removeCopies = (home: Home): Promise<void> =>
  rm(pathsOf(home).lessons, { recursive: true, force: true });
