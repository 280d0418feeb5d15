import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isFor,
  type LessonWords,
  lessonsIn,
  type RuleFormat,
  ruleFiles,
  ruleFormats,
  withBlock,
} from '@debrief/lessons';
import { type InstructionFile, placeOf, Refused } from './place.ts';

/** A file as it would be. */
export interface Wanted {
  place: InstructionFile;
  /** Undefined: no file. */
  content: Uint8Array | undefined;
}

export interface Plan {
  files: Wanted[];
  /** Files that are left as they are, and why. */
  refused: { path: string; why: string }[];
}

const copilots = ['copilot-cli', 'vscode-copilot'];

/** Written where they are there already, for agents that read them beside AGENTS.md or instead of it. */
export const ownFiles = [
  { path: 'CLAUDE.md', agents: ['claude-code'], format: ruleFormats.claude },
  { path: '.claude/CLAUDE.md', agents: ['claude-code'], format: ruleFormats.claude },
  { path: 'GEMINI.md', agents: ['gemini-cli'], format: undefined },
  { path: '.github/copilot-instructions.md', agents: copilots, format: ruleFormats.copilot },
] as const satisfies { path: string; agents: string[]; format: RuleFormat | undefined }[];

/** Do not read AGENTS.md by themselves. */
const readOnlyTheirOwn = ['claude-code', 'gemini-cli'];

const importLine = /(?:^|\s)@(?:\.{0,2}\/)*AGENTS\.md(?![\w/])/m;

export const importsAgents = (bytes: Buffer | undefined): boolean =>
  bytes !== undefined &&
  importLine.test(bytes.toString('latin1').replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, ''));

/** What every file of the repository should be with these lessons; with none, as it was before the first. */
export async function planOf(root: string, lessons: readonly LessonWords[]): Promise<Plan> {
  const plan: Plan = { files: [], refused: [] };
  const look = async (path: string): Promise<InstructionFile | undefined> => {
    try {
      return await placeOf(root, path);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      plan.refused.push({ path, why: error.message });
      return undefined;
    }
  };
  const want = (place: InstructionFile, content: () => Uint8Array | undefined) => {
    try {
      plan.files.push({ place, content: content() });
    } catch (error) {
      plan.refused.push({ path: place.path, why: error instanceof Error ? error.message : String(error) });
    }
  };
  const shared = await look('AGENTS.md');
  const own = await ownFilesOf(look, shared);
  const importing = own.filter(({ imports }) => imports).flatMap(({ agents }) => agents);
  const readsShared = (agent: string) => !readOnlyTheirOwn.includes(agent) || importing.includes(agent);
  const forAll = lessons.filter(({ agents }) => agents.length === 0 || agents.some(readsShared));
  if (shared) want(shared, () => withBlock(shared.bytes, forAll));
  // Each agent is told once, and a file with several names is written once.
  const told = new Set(importing);
  const written = new Set(shared ? [shared.real] : []);
  for (const { place, agents, format } of own) {
    // What applies to some paths only stands in a file of its own.
    const some = lessons.filter(
      (one) => isFor(one, agents) && (format === undefined || one.paths.length === 0),
    );
    const isTold = agents.some((agent) => told.has(agent));
    if (!written.has(place.real)) want(place, () => withBlock(place.bytes, isTold ? [] : some));
    written.add(place.real);
    for (const agent of agents) told.add(agent);
  }
  for (const format of Object.values(ruleFormats)) {
    const used = await isUsed(root, format, own);
    const files = used ? ruleFiles(format, lessons) : new Map<string, Uint8Array>();
    for (const path of new Set([...files.keys(), ...(await madeIn(root, format))])) {
      const place = await look(path);
      if (!place) continue;
      if (place.bytes && lessonsIn(place.bytes) === undefined) {
        if (files.has(path)) plan.refused.push({ path, why: 'somebody else wrote a file of this name' });
      } else if (place.bytes || files.has(path)) plan.files.push({ place, content: files.get(path) });
    }
  }
  return plan;
}

interface OwnFile {
  place: InstructionFile;
  agents: readonly string[];
  format: RuleFormat | undefined;
  /** It is AGENTS.md, by a link, or asks its agent to read that. */
  imports: boolean;
}

async function ownFilesOf(
  look: (path: string) => Promise<InstructionFile | undefined>,
  shared: InstructionFile | undefined,
): Promise<OwnFile[]> {
  const found: OwnFile[] = [];
  for (const { path, agents, format } of ownFiles) {
    const place = await look(path);
    if (!place?.bytes) continue;
    found.push({ place, agents, format, imports: place.real === shared?.real || importsAgents(place.bytes) });
  }
  return found;
}

/** Whether the team uses that agent here. */
async function isUsed(root: string, format: RuleFormat, own: readonly OwnFile[]): Promise<boolean> {
  if (own.some((one) => one.format === format)) return true;
  const folder = format === ruleFormats.copilot ? format.folder : (format.folder.split('/')[0] as string);
  return realpath(join(root, folder)).then(
    () => true,
    () => false,
  );
}

/** The files that were made before, also of paths that no lesson has any more. */
async function madeIn(root: string, { folder, suffix }: RuleFormat): Promise<string[]> {
  const names = await readdir(join(root, folder)).catch(() => []);
  return names
    .filter((name) => /^debrief-[0-9a-f]{8}\./.test(name) && name.slice(16) === suffix)
    .map((name) => `${folder}/${name}`)
    .sort();
}
