import type { Environment, Session } from '@debrief/contract';
import { count, duration, plural } from '../../../ui/format.ts';
import { type SessionState, silentAfterMs } from '../../../ui/session/session-state.ts';

/** Is the record whole? What a reviewer has to know before trusting what is, and is not, in it. */
export interface RecordHealth {
  kind: 'complete' | 'arriving' | 'silent' | 'gap' | 'checking';
  short: string;
  text: string;
}

export interface HealthFacts {
  session: Pick<Session, 'status' | 'eventCount'>;
  state: SessionState;
  environment: Pick<Environment, 'lastSeenAt' | 'status'> | undefined;
  /** How far the server has read the events. */
  foldedTo: number;
  /** Events that are parts of records whose other parts have not arrived. */
  pendingParts: number;
  now: number;
}

export function captureVerdict(evidence: HealthFacts): RecordHealth {
  const { session, environment, foldedTo, now } = evidence;
  if (session.status !== 'active') {
    if (foldedTo < session.eventCount) {
      const text = `The server has read ${count(foldedTo)} of ${plural(session.eventCount, 'event')}.`;
      return { kind: 'checking', short: 'Checking', text };
    }
    if (evidence.pendingParts > 0) {
      return {
        kind: 'gap',
        short: 'Incomplete record',
        text: `${plural(evidence.pendingParts, 'event')} belong to records whose other parts never arrived.`,
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
  // What wrote an event a moment ago is not silent, whatever came of its last sign of life.
  if (silence > silentAfterMs && evidence.state !== 'running') {
    const long = duration(Math.floor(silence / 60_000) * 60_000);
    return {
      kind: 'silent',
      short: `Machine silent ${long}`,
      text: `Nothing was heard of the machine for ${long}. What happened since may still be on it.`,
    };
  }
  return {
    kind: 'arriving',
    short: 'Still arriving',
    text: 'The session is open and its machine is alive: more may come. No gap so far.',
  };
}
