import { client } from './client.ts';

/**
 * The answers that the page of a session begins with, asked for before its code has started. Each is given away once;
 * whoever comes later asks the server.
 */

/** Entries and turns of the first screen. */
export const firstEntries = 50;
export const firstTurns = 200;

const keptMs = 10_000;
/** By session and name; one that was given away stays here for a while, so that it is not asked for again. */
const asked = new Map<string, Promise<unknown> | undefined>();

/** Asks for a session and its first screen, from its beginning or around an event, unless that is under way. */
export function askFirstScreen(sessionId: string, at: number | undefined): void {
  const begin = (name: string, ask: () => Promise<unknown>) => {
    const key = `${sessionId} ${name}`;
    if (asked.has(key)) return;
    const answer = ask();
    answer.catch(() => {});
    asked.set(key, answer);
    setTimeout(() => asked.delete(key), keptMs);
  };
  const window = at === undefined ? { lane: 0, from: 0 } : { at };
  begin('session', () => client.getSession({ sessionId }));
  begin(windowName(window), () => client.getTranscript({ sessionId, ...window, limit: firstEntries }));
  begin('skeleton', () => client.getSkeleton({ sessionId, lane: 0, from: 0 }));
  begin('outline', () => client.getOutline({ sessionId, from: 0, limit: firstTurns }));
}

export const windowName = ({ lane, at, from }: { lane?: number; at?: number; from?: number }): string =>
  `window ${lane} ${at} ${from}`;

/** What was asked for early, if it came; else asks. */
export async function askedOr<T>(sessionId: string, name: string, ask: () => Promise<T>): Promise<T> {
  const key = `${sessionId} ${name}`;
  const begun = asked.get(key) as Promise<T> | undefined;
  if (begun) asked.set(key, undefined);
  return (await begun?.catch(() => undefined)) ?? ask();
}
