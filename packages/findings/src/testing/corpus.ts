import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseLine, type TranscriptEvent } from '@debrief/transcript';

/** Real transcripts, beside the repository where they are present; never part of it. */
const beside = fileURLToPath(new URL('../../../../../shared/', import.meta.url));

export interface RecordedSession {
  agent: string;
  name: string;
  events: TranscriptEvent[];
}

export const eventsOf = (text: string): TranscriptEvent[] =>
  text
    .split('\n')
    .flatMap((line) => parseLine(line))
    .map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload }));

/** Long sessions of one project by Claude Code. */
export function* workSessions(): Generator<RecordedSession> {
  const folder = join(beside, 'work-sessions');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((one) => /^[0-9a-f-]+\.jsonl$/.test(one))) {
    const text = readFileSync(join(folder, name), 'utf8');
    if (!text.startsWith('{\n')) yield { agent: 'claude-code', name, events: eventsOf(text) };
  }
}

/** Sessions of a folder, by its index where it has one. */
export function* sessionsIn(folder: string): Generator<RecordedSession> {
  const index = join(folder, 'index.jsonl');
  const listed = existsSync(index)
    ? readFileSync(index, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { agent: string; file: string })
    : readdirSync(folder)
        .filter((name) => /^[0-9a-f-]+\.jsonl$/.test(name))
        .map((file) => ({ agent: 'claude-code', file }));
  for (const { agent, file } of listed) {
    if (!existsSync(join(folder, file))) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    if (text.startsWith('{\n')) continue;
    yield { agent: agent.toLowerCase().replaceAll(' ', '-'), name: file, events: eventsOf(text) };
  }
}

/** Short sessions of every agent that writes one record a line. */
export function* recordedSessions(): Generator<RecordedSession> {
  for (const set of ['transcripts', 'transcripts-more']) {
    const folder = join(beside, set);
    if (!existsSync(folder)) continue;
    for (const agent of readdirSync(folder).filter((one) => statSync(join(folder, one)).isDirectory())) {
      for (const name of readdirSync(join(folder, agent)).filter((one) => one.endsWith('.jsonl'))) {
        yield { agent, name, events: eventsOf(readFileSync(join(folder, agent, name), 'utf8')) };
      }
    }
  }
}
