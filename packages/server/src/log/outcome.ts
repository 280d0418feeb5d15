import { DebriefError } from '@debrief/contract/error';
import { withDeadline } from '../domain/deadline.ts';
import { keyRequired, otherKind } from '../domain/machine/wall.ts';
import type { Appended, Batch } from '../domain/session/log-ports.ts';

/** What became of one append inside a group; travels between threads and comes out of SQL. */
export type AppendOutcome =
  | { kind: 'appended' | 'replayed'; first: number; count: number; status: number }
  | { kind: AppendRefusal | 'closed' | 'reused' };

/** `keyed`: the machine has a key of its own. `walled`: a session of the other kind, live or test. */
export type AppendRefusal = 'revoked' | 'keyed' | 'walled' | 'missing';

/** What a stored secret or key says about itself, and what a session says about who may write to it. */
export interface Writable {
  secret_environment: string;
  environment_id: string;
  is_keyed: number;
}

/** Why a credential must not write to a session (K8, K11). */
export function refusalOf(
  { mode, environmentId }: Pick<Batch, 'mode' | 'environmentId'>,
  session: Writable,
): AppendRefusal | undefined {
  if (mode === undefined) return undefined;
  // Another machine's session is none of this one's business.
  if (environmentId !== undefined && environmentId !== session.environment_id) return 'missing';
  if (environmentId === undefined && session.is_keyed === 1) return 'keyed';
  return mode === session.secret_environment ? undefined : 'walled';
}

/** The answer of an outcome, or the error it stands for. */
export function settle(outcome: AppendOutcome): Appended {
  switch (outcome.kind) {
    case 'revoked':
      throw new DebriefError('secret_revoked', 'The organization secret has been revoked.');
    case 'keyed':
      throw keyRequired();
    case 'walled':
      throw otherKind();
    case 'missing':
      throw new DebriefError('session_not_found', 'No such session in this organization.');
    case 'closed':
      throw new DebriefError('session_closed', 'This session is closed; it takes no more events.');
    case 'reused':
      throw new DebriefError('idempotency_key_reused', 'This Idempotency-Key was used for other events.');
    default:
      return {
        first: outcome.first,
        count: outcome.count,
        async: outcome.status === 202,
        replayed: outcome.kind === 'replayed',
      };
  }
}

export const overloaded = () =>
  new DebriefError(
    'service_unavailable',
    'More events are waiting than this server can hold; try again shortly.',
    {
      retryAfter: 1,
    },
  );

export const unwritable = (cause: unknown) =>
  new DebriefError('service_unavailable', 'The event log cannot be written right now; try again shortly.', {
    retryAfter: 2,
    cause,
  });

/** For the operator: the bus and the database behind it are not of one history. */
export const misfitting = (why: string) =>
  new DebriefError(
    'service_unavailable',
    'Events are refused until the operator has looked at the event bus; try again later.',
    { retryAfter: 5, cause: why },
  );

/** How long an append may take before it is refused: its sender should rather try again (R4). */
export const appendPatience = 2000;

/** Refuses an append that is not done by `deadline`; its retry learns whether it was stored. */
export const storedBy = <Result>(deadline: number, work: Promise<Result>): Promise<Result> =>
  withDeadline(work, deadline - Date.now(), () => unwritable('too slow'));
