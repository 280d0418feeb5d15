import type { Environment, Session } from '@debrief/contract';
import { count, duration, plural } from '../../../ui/format.ts';
import { silentAfterMs } from '../../../ui/session/session-state.ts';

/** Is the record whole? What a reviewer has to know before trusting what is, and is not, in it. */
export interface Verdict {
  kind: 'complete' | 'arriving' | 'silent' | 'gap' | 'checking';
  short: string;
  text: string;
}

export interface Evidence {
  session: Pick<Session, 'status' | 'eventCount'>;
  environment: Pick<Environment, 'lastSeenAt' | 'status'> | undefined;
  /** The last sequence read here without a hole before it. */
  loadedTo: number;
  gaps: readonly (readonly [from: number, to: number])[];
  /** Events that are parts of records whose other parts are missing. */
  pendingParts: number;
  now: number;
}

export function captureVerdict(evidence: Evidence): Verdict {
  const { session, environment, loadedTo, gaps, pendingParts, now } = evidence;
  const [gap] = gaps;
  if (gap) {
    const where = gap[0] === gap[1] ? `#${gap[0]}` : `#${gap[0]}–${gap[1]}`;
    const more = gaps.length > 1 ? ` and ${plural(gaps.length - 1, 'more gap')}` : '';
    return {
      kind: 'gap',
      short: `Gap at ${where}`,
      text: `Events ${where}${more} are missing from the record.`,
    };
  }
  if (session.status !== 'active') {
    if (loadedTo < session.eventCount) {
      const text = `Reading ${count(loadedTo)} of ${plural(session.eventCount, 'event')}.`;
      return { kind: 'checking', short: 'Checking', text };
    }
    if (pendingParts > 0) {
      return {
        kind: 'gap',
        short: 'Incomplete record',
        text: `${plural(pendingParts, 'event')} at the end belong to a record whose other parts never arrived.`,
      };
    }
    const text = `All ${plural(session.eventCount, 'event')} are here, numbered without a gap, and the session was closed.`;
    return { kind: 'complete', short: 'Complete record', text };
  }
  const silence = environment ? now - Date.parse(environment.lastSeenAt) : 0;
  if (environment?.status === 'revoked') {
    return {
      kind: 'silent',
      short: 'Machine revoked',
      text: 'The machine was revoked before the session ended.',
    };
  }
  if (silence > silentAfterMs) {
    const long = duration(Math.floor(silence / 60_000) * 60_000);
    return {
      kind: 'silent',
      short: `Machine silent ${long}`,
      text: `The machine has not been heard of for ${long}. What happened since may still be on it.`,
    };
  }
  return {
    kind: 'arriving',
    short: 'Still arriving',
    text: 'The session is open and its machine is alive: more may come. No gap so far.',
  };
}
