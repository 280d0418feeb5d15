import { client } from './client.ts';

/**
 * The answers that the page of a session begins with, asked for before its code has started. Each is given away once;
 * whoever comes later asks the server.
 */

/** Entries and turns of the first screen. */
export const firstEntries = 50;
export const firstTurns = 200;

const keptMs = 10_000;
/** By session and name. */
const asked = new Map<string, Promise<unknown>>();

function begin(sessionId: string, name: string, ask: () => Promise<unknown>): void {
  const key = `${sessionId} ${name}`;
  if (asked.has(key)) return;
  const answer = ask();
  answer.catch(() => {});
  asked.set(key, answer);
  setTimeout(() => asked.delete(key), keptMs);
}

/** Asks for a session. Only for a page that has none yet: an answer that nobody takes would be an old one later. */
export const askSession = (sessionId: string): void =>
  begin(sessionId, 'session', () => client.getSession({ sessionId }));

/** Asks for the first screen of a session, from its beginning or around an event, unless that is under way. */
export function askFirstScreen(sessionId: string, at: number | undefined): void {
  const window = at === undefined ? { lane: 0, from: 0 } : { at };
  begin(sessionId, windowName(window), () =>
    client.getTranscript({ sessionId, ...window, limit: firstEntries }),
  );
  begin(sessionId, 'skeleton', () => client.getSkeleton({ sessionId, lane: 0, from: 0 }));
  begin(sessionId, 'outline', () => client.getOutline({ sessionId, from: 0, limit: firstTurns }));
}

export const windowName = ({ lane, at, from }: { lane?: number; at?: number; from?: number }): string =>
  `window ${lane} ${at} ${from}`;

/** What was asked for early, if it came; else asks. */
export async function askedOr<T>(sessionId: string, name: string, ask: () => Promise<T>): Promise<T> {
  const key = `${sessionId} ${name}`;
  const begun = asked.get(key) as Promise<T> | undefined;
  asked.delete(key);
  return (await begun?.catch(() => undefined)) ?? ask();
}
