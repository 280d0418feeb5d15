import type { Outline, Skeleton, TranscriptWindow } from '@debrief/contract';
import { client } from '../client.ts';
import { isLarge } from './large-session.ts';

/**
 * The answers that the page of a session begins with, asked for before its code has started. Each is given away once;
 * whoever comes later asks the server.
 */

/** Entries and turns of the first screen. */
export const firstEntries = 50;
export const firstTurns = 200;

const keptMs = 10_000;

interface Asked {
  answer: Promise<unknown>;
  /** The answer, once it came. */
  came?: unknown;
}

/** By session and name. */
const asked = new Map<string, Asked>();

function begin(sessionId: string, name: string, ask: () => Promise<unknown>): void {
  const key = `${sessionId} ${name}`;
  if (asked.has(key)) return;
  const begun: Asked = { answer: ask() };
  begun.answer.then(
    (answer) => {
      begun.came = answer;
    },
    () => {},
  );
  asked.set(key, begun);
  setTimeout(() => asked.delete(key), keptMs);
}

/** Asks for a session. Only for a page that has none yet: an answer that nobody takes would be an old one later. */
export const askSession = (sessionId: string): void =>
  begin(sessionId, 'session', () => client.getSession({ sessionId }));

/** Says that nobody has opened it yet: to the audit log this is no visit (W9). */
export const ahead = { headers: { Purpose: 'prefetch' } };

const firstWindow = (at: number | undefined) => (at === undefined ? { lane: 0, from: 0 } : { at });

/** Asks for the first screen of a session, from its beginning or around an event, unless that is under way. */
export function askFirstScreen(sessionId: string, at: number | undefined, isAhead = false): void {
  const options = isAhead ? ahead : {};
  const window = firstWindow(at);
  begin(sessionId, windowName(window), () =>
    client.getTranscript({ sessionId, ...window, limit: firstEntries }, options),
  );
  begin(sessionId, 'outline', () => client.getOutline({ sessionId, from: 0, limit: firstTurns }, options));
  begin(sessionId, 'brief', () => client.getBrief({ sessionId }, options));
  // Last: that of a long session takes the server a while, and the others would wait for it. That of a large one comes
  // after the first screen, and keeps both sides busy meanwhile.
  if (!isLarge(at ?? 0))
    begin(sessionId, 'skeleton', () => client.getSkeleton({ sessionId, lane: 0, from: 0 }, options));
}

export const windowName = ({ lane, at, from }: { lane?: number; at?: number; from?: number }): string =>
  `window ${lane} ${at} ${from}`;

/** What was asked for early, if it came; else asks. */
export async function askedOr<T>(sessionId: string, name: string, ask: () => Promise<T>): Promise<T> {
  const key = `${sessionId} ${name}`;
  const begun = asked.get(key)?.answer as Promise<T> | undefined;
  asked.delete(key);
  return (await begun?.catch(() => undefined)) ?? ask();
}

/** The answer, if it was asked for early and came; it can be drawn at once then. */
export function cameEarly<T>(sessionId: string, name: string): T | undefined {
  const key = `${sessionId} ${name}`;
  const came = asked.get(key)?.came as T | undefined;
  if (came !== undefined) asked.delete(key);
  return came;
}

/** Resolves when what can be drawn at once has come; all that was asked for early, unless the session is large. */
export async function firstScreenCame(sessionId: string, at: number | undefined): Promise<void> {
  const answerTo = (name: string) => asked.get(`${sessionId} ${name}`)?.answer.catch(() => undefined);
  const [window] = await Promise.all([
    answerTo(windowName(firstWindow(at))) as Promise<TranscriptWindow | undefined> | undefined,
    answerTo('outline'),
    answerTo('brief'),
  ]);
  if (window && !isLarge(window.eventCount)) await answerTo('skeleton');
}

export interface FirstScreen {
  window: TranscriptWindow;
  outline: Outline;
  skeleton: Skeleton | undefined;
}

/** The first screen of a session, if all that is needed of it came early: it can be drawn at once then. */
export function takeFirstScreen(
  sessionId: string,
  at: number | undefined,
  needsSkeleton: boolean,
): FirstScreen | undefined {
  const names = [windowName(firstWindow(at)), 'outline', ...(needsSkeleton ? ['skeleton'] : [])];
  const keys = names.map((name) => `${sessionId} ${name}`);
  const answers = keys.map((key) => asked.get(key)?.came);
  if (answers.includes(undefined)) return undefined;
  const [window, outline, skeleton] = answers as [TranscriptWindow, Outline, Skeleton | undefined];
  // What stands around an entry of a sub-agent has to be asked for.
  if (window.lane !== 0) return undefined;
  for (const key of keys) asked.delete(key);
  return { window, outline, skeleton };
}
