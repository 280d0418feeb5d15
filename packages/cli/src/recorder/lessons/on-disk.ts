import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LessonRef, lessonsIn, type RuleFormat, ruleFormats } from '@debrief/lessons';
import { importsAgents } from '../../lessons/instruction-files.ts';
import { placeOf } from '../../lessons/place.ts';

interface Reads {
  /** Reads AGENTS.md by itself. */
  shared: boolean;
  files: readonly string[];
  rules?: RuleFormat;
}

const sharedOnly: Reads = { shared: true, files: [] };
const copilot: Reads = {
  shared: true,
  files: ['.github/copilot-instructions.md'],
  rules: ruleFormats.copilot,
};

/** Which instruction files an agent reads in the folder of a repository (docs/agents.md). Of others nothing is known. */
const readsOf: Readonly<Record<string, Reads>> = {
  'claude-code': { shared: false, files: ['CLAUDE.md', '.claude/CLAUDE.md'], rules: ruleFormats.claude },
  'gemini-cli': { shared: false, files: ['GEMINI.md'] },
  'copilot-cli': copilot,
  'vscode-copilot': copilot,
  cursor: { shared: true, files: [], rules: ruleFormats.cursor },
  ...Object.fromEntries(
    [
      ...['codex', 'qwen-code', 'opencode', 'kilo', 'droid', 'kimi-code', 'cline', 'kiro-cli'],
      ...['antigravity', 'amp', 'goose', 'crush', 'pi'],
    ].map((agentId) => [agentId, sharedOnly]),
  ),
};

/**
 * The lessons in the instruction files of a repository that this agent read when it began, file by file. Of a file that
 * was written later nobody knows what it said then: it says nothing.
 */
export async function lessonsOnDisk(agentId: string, root: string, began: number): Promise<LessonRef[][]> {
  const reads = readsOf[agentId];
  if (!reads) return [];
  const found: LessonRef[][] = [];
  let isShared = reads.shared;
  const bytesOf = (path: string) =>
    placeOf(root, path).then(
      ({ bytes, writtenAt = 0 }) => (writtenAt <= began ? bytes : undefined),
      () => undefined,
    );
  for (const path of [...reads.files, ...(await rulesIn(root, reads.rules))]) {
    const bytes = await bytesOf(path);
    const lessons = bytes && lessonsIn(bytes);
    if (lessons) found.push(lessons);
    isShared ||= importsAgents(bytes);
  }
  const shared = isShared ? await bytesOf('AGENTS.md') : undefined;
  const lessons = shared && lessonsIn(shared);
  return lessons ? [...found, lessons] : found;
}

async function rulesIn(root: string, format: RuleFormat | undefined): Promise<string[]> {
  if (!format) return [];
  const names = await readdir(join(root, format.folder)).catch(() => []);
  return names
    .filter((name) => name.startsWith('debrief-') && name.endsWith(format.suffix))
    .slice(0, 100)
    .map((name) => `${format.folder}/${name}`);
}
