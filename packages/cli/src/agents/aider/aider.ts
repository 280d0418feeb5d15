import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repositoryOf } from '../../repository.ts';
import { type Agent, isSettling, known, type Row, type Source, type Surroundings } from '../agent.ts';
import { type FoundFile, look } from '../walk.ts';

const defaultName = '.aider.chat.history.md';
const heading = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/gm;
const onlyHeading = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;
/** Aider has no place of its own: its history lies in each repository, so those that others work in are looked at. */
function filesOf(where: Surroundings): string[] {
  const folders = [...(where.folders?.() ?? [])].map((folder) => repositoryOf(folder) ?? folder);
  const named = where.env.AIDER_CHAT_HISTORY_FILE;
  return [
    ...new Set([...(named ? [named] : []), ...[where.home, ...folders].map((one) => join(one, defaultName))]),
  ];
}

interface Run {
  /** As Aider writes it: local time, without a zone. */
  started: string;
  text: string;
}

/** One file holds every run in its repository, one after the other. */
function runsOf(text: string): Run[] {
  const starts = [...text.matchAll(heading)];
  return starts.map((start, index) => ({
    started: start[1] ?? '',
    text: text.slice(start.index, starts[index + 1]?.index),
  }));
}

const remembered = new Map<string, { stamp: string; sources: Source[] }>();

async function inFile(path: string): Promise<Source[]> {
  const file = await look(path);
  if (!file) return [];
  const before = remembered.get(path);
  if (before?.stamp === file.stamp) return before.sources;
  const runs = runsOf(await readFile(path, 'utf8'));
  const sources = runs.map((run, index) => {
    const source = sourceFor(path, file, run, index === runs.length - 1);
    const known = before?.sources.find((one) => one.path === source.path);
    // Two runs may write at the same time: one that has grown since the last look did so lately.
    if (!known || source.modifiedAt === file.modifiedAt) return source;
    return { ...source, modifiedAt: known.bytes === source.bytes ? known.modifiedAt : file.modifiedAt };
  });
  remembered.set(path, { stamp: file.stamp, sources });
  return sources;
}

function sourceFor(
  path: string,
  file: Omit<FoundFile, 'path' | 'segments'>,
  run: Run,
  last: boolean,
): Source {
  const place = createHash('sha256').update(path).digest('hex').slice(0, 12);
  const bytes = Buffer.byteLength(run.text);
  return {
    agentId: 'aider',
    externalId: `${run.started.replace(' ', 'T')}-${place}`,
    part: '',
    path: `${path}#${run.started}`,
    bytes,
    cwd: dirname(path),
    // Only the last one still grows.
    stamp: last ? file.stamp : String(bytes),
    modifiedAt: last ? file.modifiedAt : Date.parse(run.started) || file.modifiedAt,
  };
}

/** A block is a record. The last one may still be written to. */
async function readRun(source: Source): Promise<Row[]> {
  const [path = '', started] = source.path.split(/(?<=\.md)#/);
  const text = await readFile(path, 'utf8');
  const runs = runsOf(text);
  const run = runs.find((one) => one.started === started);
  // A file somebody named is read whole.
  const blocks = blocksOf(run?.text ?? text);
  const open = run === runs.at(-1) && isSettling(source.modifiedAt);
  return blocks.map(({ paragraph, said }, index) => ({
    id: `#${paragraph}`,
    record: said,
    eventType: typeOf(said),
    ...(open && index === blocks.length - 1 && { unsettled: true }),
  }));
}

/** What the model said is one block, however many paragraphs it has; it is known by the number of its first. */
export function blocksOf(text: string): { paragraph: number; said: string }[] {
  const blocks: { paragraph: number; parts: string[]; type: string }[] = [];
  const paragraphs = text.split(/\n\n+/).filter((one) => one.trim() !== '');
  for (const [paragraph, said] of paragraphs.entries()) {
    const type = typeOf(said.replace(/^\n/, ''));
    const last = blocks.at(-1);
    if (type === 'assistant' && last?.type === type) last.parts.push(said);
    else blocks.push({ paragraph, parts: [said], type });
  }
  return blocks.map(({ paragraph, parts }) => ({ paragraph, said: parts.join('\n\n') }));
}

function typeOf(paragraph: string): string {
  if (paragraph.startsWith('# aider chat started')) return 'session';
  if (paragraph.startsWith('#### ')) return 'user';
  return paragraph.startsWith('> ') ? 'status' : 'assistant';
}

export const aider: Agent = {
  agentId: 'aider',
  name: 'Aider',
  homes: (where) => [join(where.home, '.aider'), ...filesOf(where)],
  find: async (where) => (await Promise.all(filesOf(where).map(inFile))).flat(),
  rows: readRun,
  facts(record) {
    const [, started] = onlyHeading.exec(String(record)) ?? [];
    return known({ at: started ? Date.parse(started) : undefined });
  },
};
