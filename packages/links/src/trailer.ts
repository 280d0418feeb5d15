import { commitLimits } from './commit.ts';

/** Trailers by which products name a session in a commit. Only these leave a machine. */
const known =
  /^(?:Debrief-Session: {0,4}ses_[A-Za-z0-9_-]{1,80}|Claude-Session: {0,4}(?:https:\/\/claude\.ai\/code\/)?[\w-]{1,120}|Entire-Checkpoint: {0,4}[0-9A-Za-z]{8,40}|Crow-Session: {0,4}[\w-]{1,80}|Git-AI-Session: {0,4}(?:s_[0-9a-f]{14}|[0-9a-f]{16}))$/;

/** The known trailers of a commit message or a note. */
export function trailersIn(message: string): string[] {
  const found = new Set<string>();
  for (const line of message.split('\n')) {
    if (found.size >= commitLimits.trailers) break;
    const text = line.length > commitLimits.trailer ? '' : line.trim();
    if (known.test(text)) found.add(text.replace(/: {0,4}/, ': '));
  }
  return [...found];
}

/** A line of the standard 3.0 that says which session wrote which lines; before 1.4 of its program without `s_`. */
const attested = /^ {2}(s_[0-9a-f]{14}|[0-9a-f]{16})(?:::t_[0-9a-f]{1,40})? [\d,-]+$/;
/** Of a note that is longer the beginning is read. */
const noteLength = 1024 * 1024;

/** The sessions that a note of Git AI (`refs/notes/ai`) names, as trailers; files and lines stay where they are. */
export function gitAiTrailers(note: string): string[] {
  const found = new Set<string>();
  for (const line of note.slice(0, noteLength).split('\n')) {
    if (line === '---' || found.size >= commitLimits.trailers) break;
    const key = line.length > 2000 ? undefined : attested.exec(line)?.[1];
    if (key !== undefined) found.add(`Git-AI-Session: ${key}`);
  }
  return [...found];
}

/** What a trailer says a session is called: our own id, or the agent's. */
export function sessionNamedBy(trailer: string): string | undefined {
  const [name, value] = trailer.split(': ', 2);
  if (name === undefined || value === undefined || name === 'Entire-Checkpoint') return undefined;
  return value.slice(value.lastIndexOf('/') + 1);
}
