import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseLine } from '../index.ts';

/** Real transcripts, beside the repository where they are present; never part of it. */
const beside = fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const [some, more, work] = ['transcripts', 'transcripts-more', 'work-sessions'].map((name) =>
  join(beside, name),
) as [string, string, string];

export const isPresent = existsSync(join(some, 'INDEX.md'));

export interface RecordedFile {
  agent: string;
  name: string;
  /** Written by the agent itself, not made by hand. */
  real: boolean;
  records: unknown[];
}

export function* recordedFiles(): Generator<RecordedFile> {
  if (isPresent) yield* filesIn(some, () => true);
}

/** Of more agents: only what is one record a line. Databases and documents are cut by the CLI and tried there. */
export function* moreFiles(): Generator<RecordedFile> {
  if (existsSync(more)) yield* filesIn(more, (name) => name.endsWith('.jsonl'));
}

/** Agents of which there is a sample in either folder, of whatever form. */
export const sampledAgents = (): Set<string> =>
  new Set([some, more].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])));

/** Long sessions of one project; nearly all are Claude Code's, one is a document of Gemini CLI. */
export function* workSessions(): Generator<RecordedFile> {
  if (!existsSync(work)) return;
  for (const name of readdirSync(work).filter((one) => /^[0-9a-f-]+\.jsonl$/.test(one))) {
    const text = readFileSync(join(work, name), 'utf8');
    const isDocument = text.startsWith('{\n');
    const agent = isDocument ? 'gemini-cli' : 'claude-code';
    yield { agent, name, real: true, records: recordsOf(isDocument ? `${name}.json` : name, text) };
  }
}

/** Sessions of three agents in two more projects. */
export function* moreWorkSessions(): Generator<RecordedFile> {
  for (const project of ['agentv', 'oh-my-posh']) {
    const folder = join(beside, 'work-sessions-2', project);
    if (!existsSync(folder)) continue;
    for (const row of readFileSync(join(folder, 'index.jsonl'), 'utf8').split('\n')) {
      if (row === '') continue;
      const { agent, file } = JSON.parse(row) as { agent: string; file: string };
      const text = readFileSync(join(folder, file), 'utf8');
      const id = agent.toLowerCase().replace(' ', '-');
      yield { agent: id, name: file, real: true, records: recordsOf(file, text) };
    }
  }
}

function* filesIn(folder: string, accept: (name: string) => boolean): Generator<RecordedFile> {
  const index = readFileSync(join(folder, 'INDEX.md'), 'utf8').split('\n');
  const real = new Set(index.filter((row) => row.includes('REAL')).map((row) => row.split('|')[1]?.trim()));
  for (const agent of readdirSync(folder)) {
    if (!statSync(join(folder, agent)).isDirectory()) continue;
    for (const name of readdirSync(join(folder, agent)).filter(accept)) {
      const path = join(folder, agent, name);
      if (!statSync(path).isFile()) continue;
      const text = readFileSync(path, 'utf8');
      yield { agent, name, real: real.has(`${agent}/${name}`), records: recordsOf(name, text) };
    }
  }
}

/** The records of a file as the CLI would cut them. */
function recordsOf(name: string, text: string): unknown[] {
  if (name.endsWith('.jsonl')) return text.split('\n').flatMap((line) => parseLine(line));
  if (name.endsWith('.md')) return text.split(/\n\n+/).filter((paragraph) => paragraph.trim() !== '');
  const document = JSON.parse(text);
  if (Array.isArray(document)) return document;
  if (!Array.isArray(document?.messages)) return [document];
  const { messages, ...head } = document;
  // Amp's thread names no type of its own: the CLI says what it is.
  return [name.startsWith('git-ai__T-') ? { type: 'thread', ...head } : head, ...messages];
}
