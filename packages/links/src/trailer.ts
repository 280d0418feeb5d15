import { commitLimits } from './commit.ts';

/** Trailers by which products name a session in a commit. Only these leave a machine. */
const known =
  /^(?:Debrief-Session: {0,4}ses_[A-Za-z0-9_-]{1,80}|Claude-Session: {0,4}(?:https:\/\/claude\.ai\/code\/)?[\w-]{1,120}|Entire-Checkpoint: {0,4}[0-9A-Za-z]{8,40}|Crow-Session: {0,4}[\w-]{1,80})$/;

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

/** What a trailer says a session is called: our own id, or the agent's. */
export function sessionNamedBy(trailer: string): string | undefined {
  const [name, value] = trailer.split(': ', 2);
  if (name === undefined || value === undefined || name === 'Entire-Checkpoint') return undefined;
  return value.slice(value.lastIndexOf('/') + 1);
}
