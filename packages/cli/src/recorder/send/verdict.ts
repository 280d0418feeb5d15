import { DebriefError, errorStatus } from '@debrief/contract';

/**
 * What a failed call means for the queue.
 * - `stop`: the machine may not send any more; a person has to act.
 * - `disabled`: this agent may not send for now.
 * - `refused`: the server will never take these bytes.
 * - `reused`: the key is taken by other bytes.
 * - `busy`: the same request is being handled right now.
 * - `closed`, `gone`: the session was completed by somebody else, or is not there any more.
 * - `deleted`: a person deleted the session; what was read of it so far is not sent.
 * - `retry`: anything that may pass by itself.
 */
export type SendVerdict =
  | 'stop'
  | 'disabled'
  | 'refused'
  | 'reused'
  | 'busy'
  | 'closed'
  | 'gone'
  | 'deleted'
  | 'retry';

export function verdictOf(error: unknown): SendVerdict {
  if (!(error instanceof DebriefError)) return 'retry';
  const { code } = error;
  if (code === 'environment_revoked') return 'stop';
  if (code === 'installation_disabled') return 'disabled';
  if (code === 'idempotency_in_progress') return 'busy';
  if (code === 'idempotency_key_reused') return 'reused';
  if (code === 'session_closed') return 'closed';
  if (code === 'session_not_found') return error.isDeleted ? 'deleted' : 'gone';
  const status = errorStatus[code];
  if (status === 401) return 'stop';
  if (status === 400 || status === 413 || status === 415) return 'refused';
  return 'retry';
}

export const codeOf = (error: unknown): string =>
  error instanceof DebriefError ? error.code : 'unreachable';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The recorder must not go on by itself. */
export class Stopped extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'Stopped';
    this.code = code;
  }

  get remedy(): string {
    if (this.code === 'environment_revoked')
      return 'An admin revoked this machine. Ask them, then run "debrief connect" again.';
    if (this.code === 'machine_key_exists')
      return 'This machine has lost its key. Run "debrief connect" again: it becomes a new machine in the dashboard.';
    return 'What this machine signs in with is no longer accepted. Get an organization secret from the dashboard and run "debrief connect" again.';
  }
}
