import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFold, parseLine } from '@debrief/transcript';
import type { CommitFacts } from '../src/commit.ts';
import { hashText, unpackHashes } from '../src/line.ts';
import type { SessionFacts } from '../src/session.ts';
import { createSessionFold } from '../src/session-fold.ts';

/** Long real sessions with the commits they led to, beside the repository where they are present; never part of it. */
const beside = fileURLToPath(new URL('../../../../shared/work-sessions/', import.meta.url));

export interface WorkSession {
  id: string;
  facts: SessionFacts;
  truth: Set<string>;
}

export interface WorkSet {
  sessions: WorkSession[];
  /** Earlier names of these sessions, whose commits are not known: the project's tool gave a session a name a day. */
  earlier: WorkSession[];
  commits: CommitFacts[];
}

export const arePresent = (folder = beside): boolean => existsSync(join(folder, 'truth.jsonl'));

export const workSet = (folder = beside): WorkSet => ({
  ...sessionsIn(folder),
  commits: commitsIn(folder),
});

const linesOf = (folder: string, name: string): string[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

function commitsIn(folder: string): CommitFacts[] {
  return linesOf(folder, 'commits.jsonl').map((line) => {
    const { subject, authoredAt, committedAt, ...commit } = JSON.parse(line) as Omit<
      CommitFacts,
      'authoredAt' | 'committedAt'
    > & { subject: string; authoredAt: number; committedAt: number };
    return {
      ...commit,
      authoredAt: new Date(authoredAt * 1000).toISOString(),
      committedAt: new Date(committedAt * 1000).toISOString(),
      subjectHash: hashText(subject),
      fileCount: commit.files.length,
      lineCount: unpackHashes(commit.addedLines)?.length ?? 0,
      trailers: [],
    };
  });
}

function sessionsIn(folder: string): Pick<WorkSet, 'sessions' | 'earlier'> {
  const truth = new Map(
    linesOf(folder, 'truth.jsonl').map((line) => {
      const { session, commits } = JSON.parse(line) as { session: string; commits: string[] };
      return [session, new Set(commits)];
    }),
  );
  const names = readdirSync(folder).filter((name) => truth.has(name.replace(/\.jsonl$/, '')));
  const earlier: WorkSession[] = [];
  const sessions = names.map((name) => {
    const id = name.replace(/\.jsonl$/, '');
    const lines = linesOf(folder, name);
    for (const [day, before] of earlierDays(id, lines)) {
      const other = id.replace(/^.{10}/, day);
      if (!truth.has(other)) earlier.push({ id: other, facts: factsOf(before), truth: new Set() });
    }
    return { id, facts: factsOf(lines), truth: truth.get(id) ?? new Set() };
  });
  return { sessions, earlier };
}

/** A session called `2026-01-28-…` was called `2026-01-27-…` the day before, and had no more records than until then. */
function earlierDays(id: string, lines: readonly string[]): Map<string, string[]> {
  const days = new Map<string, string[]>();
  const named = /^\d{4}-\d\d-\d\d(?=-)/.exec(id)?.[0];
  if (named === undefined) return days;
  for (const [index, line] of lines.entries()) {
    const day = /"timestamp":"(\d{4}-\d\d-\d\d)T/.exec(line)?.[1];
    if (day !== undefined && day < named) days.set(day, lines.slice(0, index + 1));
  }
  return days;
}

/** As the server folds what the recorder sends. */
function factsOf(lines: readonly string[]): SessionFacts {
  // One of them is a document of Gemini CLI.
  const isDocument = lines[0] === '{';
  const fold = createFold(isDocument ? 'gemini-cli' : 'claude-code');
  const session = createSessionFold();
  const records = isDocument ? recordsOf(lines.join('\n')) : lines.flatMap((line) => parseLine(line));
  const events = records.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload }));
  for (let from = 0; from < events.length; from += 50) {
    session.feed(fold.feed(events.slice(from, from + 50)).written);
  }
  return session.facts();
}

/** As the recorder takes such a document apart. */
function recordsOf(document: string): unknown[] {
  const { messages, ...head } = JSON.parse(document) as { messages: unknown[] };
  return [head, ...messages];
}
