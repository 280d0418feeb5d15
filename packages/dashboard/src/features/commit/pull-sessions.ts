import type { FoundLinks, LinkedSession } from '@debrief/contract';
import { shortSha } from '../../ui/link/strength.ts';

export interface PullSession {
  session: LinkedSession;
  at: number | undefined;
  reason: string;
}

/** Each session behind a pull request once: those that opened it first, then those of its commits that are sure. */
export function sessionsOf({ sessions, links }: Pick<FoundLinks, 'sessions' | 'links'>): PullSession[] {
  const found = new Map<string, PullSession>();
  for (const { session, sequence, byHand } of sessions) {
    const reason = byHand ? 'Linked by a person' : 'Opened or named it';
    found.set(session.sessionId, { session, at: sequence, reason });
  }
  for (const { session, sha, strength, evidence } of links) {
    if (strength === 'likely' || found.has(session.sessionId)) continue;
    const at = evidence.flatMap(({ sequences }) => sequences ?? [])[0];
    found.set(session.sessionId, { session, at, reason: `Led to ${shortSha(sha)}, ${strength}` });
  }
  return [...found.values()];
}
