import type { AccessPolicy, HoldTime } from '@debrief/contract';
import type { SessionRecord } from '../records.ts';
import type { Reader } from './reader.ts';

/** A member asks to read a session, and the answer. */
export interface GrantRecord {
  sessionId: string;
  userId: string;
  organizationId: string;
  state: 'asked' | 'granted' | 'refused';
  askedAt: number;
  decidedBy: string | null;
  decidedAt: number | null;
}

/** Who may read which sessions. */
export interface AccessStore {
  /** Of these sessions, those the reader may see the content of. */
  readable(reader: Reader, sessionIds: readonly string[]): Promise<Set<string>>;
  /** How long a member holds their sessions by their own wish. */
  ownHold(userId: string): Promise<HoldTime>;
  /** Also begins to ask who may read, as `hold` does. */
  setOwnHold(member: { organizationId: string; userId: string }, hold: HoldTime, at: number): Promise<void>;
  /** A request that is there stays as it is; one that was refused is asked anew. */
  ask(request: GrantRecord): Promise<{ request: GrantRecord; isNew: boolean }>;
  /** In the order in which they were asked. */
  requests(sessionId: string): Promise<GrantRecord[]>;
  request(sessionId: string, userId: string): Promise<GrantRecord | undefined>;
  /** Also of somebody who has not asked. */
  decide(request: GrantRecord): Promise<GrantRecord>;
  policy(organizationId: string): Promise<AccessPolicy | undefined>;
  setPolicy(organizationId: string, policy: AccessPolicy, changed: { by: string; at: number }): Promise<void>;
  /**
   * So long after its end only its author reads it; null: it is shared. An organization that had no policy has the usual
   * one from then on, by which its statements ask who may read. False: there is no such session.
   */
  hold(
    session: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
    heldFor: number | null,
    changed: { by: string; at: number },
  ): Promise<boolean>;
}
